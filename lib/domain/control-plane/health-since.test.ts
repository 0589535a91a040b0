import { expect, it } from "vitest";
import { healthAfterReconnect, type ReconnectedMachineHealth } from "./health-since";

const machine = (change: Partial<ReconnectedMachineHealth> = {}): ReconnectedMachineHealth => ({
  ...{ before: "yes-checked", after: "yes-checked", connectedAt: 100_400, reportedAt: 101_000 },
  ...change,
});
const NONE = { checked: 0, confirmed: 0, worse: 0, better: 0, awaiting: 0 };

it.each<[string, readonly ReconnectedMachineHealth[], object]>([
  ["no machine", [], NONE],
  ["a machine with a report since it reconnected", [machine()], { ...NONE, checked: 1, confirmed: 1 }],
  ["a machine with a report in the second of its connection", [machine({ reportedAt: 100_000 })], { ...NONE, checked: 1, confirmed: 1 }],
  ["a machine without a report since it reconnected", [machine({ reportedAt: 99_000 })], { ...NONE, checked: 1 }],
  ["a machine without a probe", [machine({ before: "yes-unchecked", after: "yes-unchecked", reportedAt: null })], NONE],
  ["a machine that became unhealthy", [machine({ after: "no-unhealthy" })], { ...NONE, checked: 1, confirmed: 1, worse: 1 }],
  ["a machine that became healthy", [machine({ before: "no-unhealthy" })], { ...NONE, checked: 1, confirmed: 1, better: 1 }],
  ["a machine that was registered again", [machine({ after: "no-awaiting", reportedAt: null })], { ...NONE, checked: 1, worse: 1, awaiting: 1 }],
  [
    "a machine that awaited its first report before, too",
    [machine({ before: "no-awaiting", after: "no-awaiting", reportedAt: null })],
    { ...NONE, checked: 1 },
  ],
])("healthAfterReconnect counts the health of %s", (_what, machines, since) => {
  expect(healthAfterReconnect(machines, true)).toEqual(since);
});

it.each([
  [["101", "102"], 2],
  [["101", "99"], null],
])("with reports at the seconds %j in a fleet of the past, %s are confirmed (null = not known)", (seconds, confirmed) => {
  const machines = seconds.map((second) => machine({ reportedAt: Number(second) * 1_000 }));
  expect(healthAfterReconnect(machines, false)).toEqual({ ...NONE, checked: 2, confirmed });
});
