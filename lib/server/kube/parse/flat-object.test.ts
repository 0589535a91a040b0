import { describe, expect, it } from "vitest";
import { flatParser, parsedParser } from "./flat-object";
import { identityOf } from "./identity";
import { parseDestinationRule } from "./selection/policies";

const metadata = { uid: "1", namespace: "shop", name: "checkout", resourceVersion: "7", creationTimestamp: "2026-01-01T00:00:00Z" };
const parse = flatParser("destinationrules", [{ path: ["spec", "host"], shape: "a string", required: true }]);
const parsed = (raw: unknown) => {
  const identity = identityOf({ metadata });
  if ("missing" in identity) throw new Error(identity.missing);
  return parse(raw, identity, "eu");
};

describe("an object by the fields of its spec", () => {
  it.each<readonly [string, object, readonly (readonly [string, string])[]]>([
    ["a text", { host: "checkout" }, [["spec.host", "checkout"]]],
    [
      "numbers and truths",
      { host: "a", n: 1.5, ok: false },
      [
        ["spec.host", "a"],
        ["spec.n", "1.5"],
        ["spec.ok", "false"],
      ],
    ],
    [
      "a field within a field",
      { host: "a", trafficPolicy: { tls: { mode: "SIMPLE" } } },
      [
        ["spec.host", "a"],
        ["spec.trafficPolicy.tls.mode", "SIMPLE"],
      ],
    ],
    [
      "a list of values",
      { exportTo: [".", "istio-system"], host: "a" },
      [
        ["spec.exportTo", "., istio-system"],
        ["spec.host", "a"],
      ],
    ],
    [
      "a label's key",
      { host: "a", labels: { "app.kubernetes.io/name": "b" } },
      [
        ["spec.host", "a"],
        ["spec.labels[app.kubernetes.io/name]", "b"],
      ],
    ],
    [
      "elements by their names",
      { host: "a", subsets: [{ name: "v2", labels: {} }, { name: "v1" }] },
      [
        ["spec.host", "a"],
        ["spec.subsets[v1].name", "v1"],
        ["spec.subsets[v2].labels", "{}"],
        ["spec.subsets[v2].name", "v2"],
      ],
    ],
    [
      "elements without a name by their place",
      { host: "a", ports: [{ number: 80 }, 5] },
      [
        ["spec.host", "a"],
        ["spec.ports[0].number", "80"],
        ["spec.ports[1]", "5"],
      ],
    ],
    [
      "nothing where nothing is set",
      { host: "a", x: null, y: [] },
      [
        ["spec.host", "a"],
        ["spec.y", ""],
      ],
    ],
  ])("has %s", (_claim, spec, fields) => {
    expect(parsed({ metadata, spec })).toMatchObject({
      cluster: "eu",
      kind: "destinationrules",
      ...{ uid: "1", createdAt: Date.UTC(2026, 0, 1), unreadable: null, fields },
    });
  });

  it.each([
    ["no spec", {}, "spec is missing"],
    ["no host", { spec: {} }, "spec.host is missing"],
    ["a host that is a number", { spec: { host: 7 } }, "spec.host is a number, not a string"],
  ])("says why it cannot be read: %s", (_claim, raw, unreadable) => expect(parsed({ metadata, ...raw })).toMatchObject({ unreadable, fields: [] }));

  it("is bounded, and a stranger's names find nothing but his own", () => {
    const wide = parsed({ spec: { host: "a", ...Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`f${n}`, n])) } });
    expect(wide.fields).toHaveLength(2_000);
    let deep: object = { end: 1 };
    for (let n = 0; n < 5_000; n++) deep = { a: deep };
    expect(parsed({ spec: { host: "a", deep } }).fields).toHaveLength(2);
    expect(parsed(JSON.parse('{"spec":{"host":"a","__proto__":{"x":1},"constructor":"\\u202e"}}')).fields.map(([path]) => path)).toEqual([
      "spec.constructor",
      "spec.host",
      "spec[__proto__].x",
    ]);
  });
});

describe("an object that is read besides", () => {
  const identity = { uid: "1", namespace: "shop", name: "checkout", resourceVersion: "7" };
  const rule = parsedParser("destinationrules", parseDestinationRule, [{ path: ["spec", "host"], shape: "a string", required: true }]);

  it("has its fields and what they mean", () =>
    expect(rule({ metadata, spec: { host: "a", subsets: [{ name: "v1" }] } }, identity, "eu")).toMatchObject({
      ...{ ...identity, kind: "destinationrules", unreadable: null, parsed: { host: "a", subsets: [{ name: "v1", labels: [], policy: null }] } },
      fields: [
        ["spec.host", "a"],
        ["spec.subsets[v1].name", "v1"],
      ],
    }));

  it.each([
    ["a field that the log needs is missing", {}, "spec.host is missing"],
    ["what it means cannot be read", { host: "a", subsets: {} }, "spec.subsets is an object, not a list"],
  ])("cannot be read where %s", (_claim, spec, unreadable) =>
    expect(rule({ metadata, spec }, identity, "eu")).toMatchObject({ unreadable, fields: [], parsed: null }),
  );
});
