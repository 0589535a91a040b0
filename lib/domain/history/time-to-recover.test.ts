import { expect, it } from "vitest";
import { type GroupCountStep, type ObservedGroup, type TimeToRecover, timeToRecoverStatistics } from "./time-to-recover";

/** A step at a minute: serving machines, the total, and lost or failed machines. */
const step = (minute: number, serving: number, total = 10, down = total - serving): GroupCountStep => ({ at: minute * 60_000, serving, total, down });
const group = (steps: readonly GroupCountStep[], ...gaps: readonly (readonly [from: number, to: number])[]): ObservedGroup => ({
  ...{ steps, gaps: gaps.map(([from, to]) => ({ from: from * 60_000, to: to * 60_000 })) },
});

const NONE = { median: null, longest: null, recovered: 0, notRecovered: 0, notMeasured: 0 };
const minutes = ({ medianMs, longestMs, ...counts }: TimeToRecover) => ({
  ...{ median: medianMs === null ? null : medianMs / 60_000, longest: longestMs === null ? null : longestMs / 60_000 },
  ...counts,
});

it.each<readonly [string, readonly ObservedGroup[], Partial<ReturnType<typeof minutes>>]>([
  ["is not known without a group", [], {}],
  ["is not known without a loss", [group([step(0, 10), step(5, 11, 11)])], {}],
  ["is not known without a step", [group([])], {}],
  ["is the time of the only loss", [group([step(0, 10), step(5, 9), step(8, 10)])], { median: 3, longest: 3, recovered: 1 }],
  [
    "is the median of three times",
    [group([step(0, 10), step(1, 9), step(2, 10), step(5, 8), step(15, 10), step(20, 9), step(23, 10)])],
    { median: 3, longest: 10, recovered: 3 },
  ],
  ["is the mean of two times", [group([step(0, 10), step(1, 9), step(3, 10), step(5, 8), step(11, 10)])], { median: 4, longest: 6, recovered: 2 }],
  [
    "pools the losses of several groups",
    [1, 7].map((length) => group([step(0, 10), step(1, 9), step(1 + length, 10)])),
    { median: 4, longest: 7, recovered: 2 },
  ],
  [
    "begins with the first lost machine of overlapping losses",
    [group([step(0, 10), step(1, 9), step(4, 7), step(6, 9), step(9, 10)])],
    { median: 8, longest: 8, recovered: 1 },
  ],
  [
    "lasts while a machine that joined again starts",
    [group([step(0, 10), step(1, 9), step(3, 9, 10, 0), step(5, 10)])],
    { median: 4, longest: 4, recovered: 1 },
  ],
  ["ends with more machines than before", [group([step(0, 10), step(1, 9), step(4, 12, 12)])], { median: 3, longest: 3, recovered: 1 }],
  ["counts a loss that lasts as not recovered", [group([step(0, 10), step(1, 9)])], { notRecovered: 1 }],
  ["counts a group that is whole with fewer machines as not recovered", [group([step(0, 10), step(1, 9), step(6, 9, 9)])], { notRecovered: 1 }],
  [
    "measures the next loss against the smaller group",
    [group([step(0, 10), step(1, 9), step(6, 9, 9), step(8, 8, 9), step(10, 9, 9)])],
    { median: 2, longest: 2, recovered: 1, notRecovered: 1 },
  ],
  ["is not measured if the window begins with the loss", [group([step(0, 9), step(4, 10)])], { notMeasured: 1 }],
  ["counts a loss that fills the window as not recovered", [group([step(0, 9)])], { notRecovered: 1 }],
  ["is not measured if the loss was found after a gap", [group([step(0, 10), step(5, 9), step(8, 10)], [3, 5])], { notMeasured: 1 }],
  ["is not measured if the recovery was found after a gap", [group([step(0, 10), step(5, 9), step(8, 10)], [6, 8])], { notMeasured: 1 }],
  ["is not measured if a gap is within the loss", [group([step(0, 10), step(5, 9), step(8, 10)], [6, 7])], { notMeasured: 1 }],
  ["is measured if a gap is at another time", [group([step(0, 10), step(5, 9), step(8, 10)], [1, 2], [12, 13])], { median: 3, longest: 3, recovered: 1 }],
])("the time to recover %s", (_, groups, found) => {
  expect(minutes(timeToRecoverStatistics(groups))).toEqual({ ...NONE, ...found });
});
