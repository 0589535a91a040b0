import { expect, it } from "vitest";
import { noCounts, STATE_CODES } from "@/lib/domain/verdict/state-code";
import type { State } from "@/lib/domain/verdict/verdict";
import { placeRuns } from "./place-runs";

const counts = (own: Partial<Record<State, number>>) => {
  const all = noCounts();
  for (const [state, count] of Object.entries(own)) all[STATE_CODES[state as State]] = count;
  return all;
};
const row = { counts: counts({ unhealthy: 2, unchecked: 1, healthy: 5 }), unvouched: 1, pods: 4, podsReady: 3 };

const LIVE = { kind: "live", asOf: 0 } as const;

it("has machines worst first, then Pods", () => {
  expect(placeRuns(row, LIVE).map(({ shape, kind, from, count }) => `${shape} ${kind} ${from} ${count}`)).toEqual([
    "square cell-bad 0 2",
    "square cell-idle 2 1",
    "square cell-blind 3 1",
    "square cell-good 4 4",
    "round cell-bad 8 1",
    "round cell-good 9 3",
  ]);
});

it.each(["stale", "past", "denied", "starting"] as const)("nothing is green while it is %s, and trouble keeps its colour", (kind) => {
  const kinds = placeRuns(row, { kind, asOf: 0, reason: "" }).map((run) => run.kind);
  expect(kinds).not.toContain("cell-good");
  expect(kinds.filter((one) => one === "cell-bad")).toHaveLength(2);
});

it("no machine is green while istiod's Pods are not visible", () => {
  const kinds = placeRuns(row, { ...LIVE, notVerified: { source: "istiod-pods", namespace: "*" } }).map((run) => `${run.shape} ${run.kind} ${run.count}`);
  expect(kinds).toEqual(["square cell-bad 2", "square cell-idle 1", "square cell-blind 1", "square cell-blind 4", "round cell-bad 1", "round cell-good 3"]);
});

it("nobody has no cell", () => {
  expect(placeRuns({ counts: noCounts(), unvouched: 0, pods: 0, podsReady: 0 }, LIVE)).toEqual([]);
});
