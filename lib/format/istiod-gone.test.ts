import { describe, expect, it } from "vitest";
import { istiodGoneChange, istiodGoneEffects, istiodGoneReason, istiodGoneSteps } from "./istiod-gone";

const AT = Date.UTC(2026, 10, 30, 4, 2, 4);
const LIVE = { tense: { past: false }, now: AT + 14 * 60_000, zone: "utc" } as const;
const STALE = { ...LIVE, tense: { past: true, at: "at 04:16:04", moment: AT + 14 * 60_000 } } as const;

describe("the reason", () => {
  it.each([
    ["The last istiod replica ended at 04:02:04.", { since: AT, sinceAtLeast: false }, LIVE],
    ["No istiod replica runs, since before 04:02:04.", { since: AT, sinceAtLeast: true }, LIVE],
    ["No istiod replica runs.", { since: null, sinceAtLeast: false }, LIVE],
    ["No istiod replica ran at 04:16:04.", { since: null, sinceAtLeast: false }, STALE],
  ] as const)("reads: %s", (text, began, context) => {
    expect(istiodGoneReason(began, context)).toBe(text);
  });
});

it("names the change before, or that it is not known", () => {
  expect(istiodGoneChange(null)).toBe("Changes before it are not known.");
  expect(istiodGoneChange({ changes: [], lastChange: null, since: AT })).toBe("No change is known before it.");
});

it("advises to look at Pods and events in the namespace and context of istiod, then to wait", () => {
  const steps = istiodGoneSteps({ context: "eu-1", istiodNamespace: "mesh", hasChange: true });
  expect(steps).toEqual([
    { text: "See the istiod replicas.", command: "kubectl --context eu-1 -n mesh get pods -l app=istiod -o wide" },
    { text: "See the events around istiod.", command: "kubectl --context eu-1 -n mesh get events --sort-by=.lastTimestamp" },
    { text: "Compare with the change before it." },
    { text: "Machines reconnect by themselves once a replica is ready." },
  ]);
  expect(istiodGoneSteps({ context: "", istiodNamespace: "", hasChange: false }).map(({ command }) => command)).toEqual([
    "kubectl -n istio-system get pods -l app=istiod -o wide",
    "kubectl -n istio-system get events --sort-by=.lastTimestamp",
    undefined,
  ]);
});

it("states what works without istiod, and what does not, in the tense of the page", () => {
  const [callers, , failing] = istiodGoneEffects(AT, { past: false }, "utc");
  expect(callers).toEqual({ text: "Callers keep the endpoints of 04:02:04.", isHarm: false });
  expect(failing).toEqual({ text: "A machine that fails now stays an endpoint.", isHarm: true });
  const past = istiodGoneEffects(null, { past: true }, "utc").map(({ text }) => text);
  expect(past).toEqual([
    "Callers kept their last endpoints.",
    "istiod removed no machine meanwhile.",
    "A machine that failed then stayed an endpoint.",
    "No new machine could register.",
  ]);
});
