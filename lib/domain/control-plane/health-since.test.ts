import { expect, it } from "vitest";
import { type HealthAround, healthSince } from "./health-since";

const machine = (change: Partial<HealthAround> = {}): HealthAround => ({
  ...{ before: "yes-checked", after: "yes-checked", connectedAt: 100_400, reportedAt: 101_000 },
  ...change,
});
const NONE = { checked: 0, confirmed: 0, worse: 0, better: 0, awaiting: 0 };

it.each<[string, readonly HealthAround[], object]>([
  ["nobody", [], NONE],
  ["reported since", [machine()], { ...NONE, checked: 1, confirmed: 1 }],
  ["reported in the second of its connection", [machine({ reportedAt: 100_000 })], { ...NONE, checked: 1, confirmed: 1 }],
  ["not since", [machine({ reportedAt: 99_000 })], { ...NONE, checked: 1 }],
  ["has no probe", [machine({ before: "yes-unchecked", after: "yes-unchecked", reportedAt: null })], NONE],
  ["turned", [machine({ after: "no-unhealthy" })], { ...NONE, checked: 1, confirmed: 1, worse: 1 }],
  ["got well", [machine({ before: "no-unhealthy" })], { ...NONE, checked: 1, confirmed: 1, better: 1 }],
  ["was registered anew", [machine({ after: "no-awaiting", reportedAt: null })], { ...NONE, checked: 1, worse: 1, awaiting: 1 }],
  ["awaited its first report before, too", [machine({ before: "no-awaiting", after: "no-awaiting", reportedAt: null })], { ...NONE, checked: 1 }],
])("a machine that %s", (_what, machines, since) => {
  expect(healthSince(machines, true)).toEqual(since);
});

it.each([
  [["101", "102"], 2],
  [["101", "99"], null],
])("counts the reports of the seconds %j in a fleet of the past: %s (null = not known)", (seconds, confirmed) => {
  const machines = seconds.map((second) => machine({ reportedAt: Number(second) * 1_000 }));
  expect(healthSince(machines, false)).toEqual({ ...NONE, checked: 2, confirmed });
});
