import { expect, it } from "vitest";
import { SharedParts } from "./shared-parts";
import { parseWorkloadPod } from "./workload-pod";

it("what is asked for again and again is the same value, whatever else is asked for meanwhile", () => {
  const parts = new SharedParts<object>();
  const first = parts.keep("a", () => ({}));
  for (let n = 0; n < 10_000; n++) {
    parts.keep(`other ${n}`, () => ({}));
    if (n % 1_000 === 0) expect(parts.keep("a", () => ({}))).toBe(first);
  }
  const seldom = parts.keep("other 0", () => ({}));
  for (let n = 0; n < 3_000; n++) parts.keep(`more ${n}`, () => ({}));
  expect(parts.keep("other 0", () => ({}))).not.toBe(seldom);
});

it("Pods have in common what is alike in them, and nothing else", () => {
  const pod = (name: string, labels: object) =>
    parseWorkloadPod(
      JSON.parse(JSON.stringify({ metadata: { labels }, spec: { containers: [{ ports: [{ containerPort: 80 }] }] } })),
      { uid: name, namespace: "shop", name, resourceVersion: "1" },
      "eu",
    );
  const [one, two, other] = [pod("one", { app: "a", v: "1" }), pod("two", { app: "a", v: "1" }), pod("other", { app: "a", v: "2" })];
  expect([two.labels, two.ports]).toEqual([one.labels, one.ports]);
  expect(two.labels).toBe(one.labels);
  expect(two.ports).toBe(one.ports);
  expect(other.labels).not.toBe(one.labels);
  expect(other.labels[0]).toBe(one.labels[0]);
  expect(other.labels).toEqual([
    ["app", "a"],
    ["v", "2"],
  ]);
});
