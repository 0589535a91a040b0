import { expect, it } from "vitest";
import { curvePath, curveSpan } from "./curve-shape";

const S = 1_000;
const curve = { kind: "rollout" as const, from: 0, until: 600 * S, ended: 20 * S, total: 10, steps: [] as { at: number; back: number }[] };

it.each<[string, Partial<typeof curve> | { kind: "baseline" }, object]>([
  ["a rollout in which nobody came back", {}, { from: 0, to: 23 * S }],
  ["one that ended long after the last replica", { steps: [{ at: 100 * S, back: 1 }] }, { from: 0, to: 115 * S }],
  ["one that is over at once", { ended: 1 * S }, { from: 0, to: 15 * S }],
  ["one that goes on", { until: 21 * S }, { from: 0, to: 21 * S }],
  ["a baseline", { kind: "baseline" }, { from: 0, to: 600 * S }],
])("%s is drawn so long", (_what, change, span) => {
  expect(curveSpan({ ...curve, ...change })).toEqual(span);
});

it.each<[string, readonly (readonly [at: number, back: number])[], number, string]>([
  ["nobody", [], 600 * S, "M0 100H10000"],
  [
    "half at once, then all",
    [
      [10 * S, 5],
      [20 * S, 10],
    ],
    600 * S,
    "M0 100H2500V50H5000V0H10000",
  ],
  ["until now", [[10 * S, 5]], 30 * S, "M0 100H2500V50H7500"],
])("a curve of %s", (_what, steps, until, path) => {
  const drawn = { ...curve, until, steps: steps.map(([at, back]) => ({ at, back })) };
  expect(curvePath(drawn, { from: 0, to: 40 * S }, 100)).toBe(path);
});
