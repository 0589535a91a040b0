import { expect, it } from "vitest";
import { adjustConnectionStartCount, connectionStartTimesOf, entrySweepWindowOf } from "./reconnect-rate";

const MINUTE = 60_000;

it.each<[string, readonly [oldest: number, newest: number], number | null, ReturnType<typeof entrySweepWindowOf>]>([
  ["one machine", [0, 0], 30 * MINUTE, { from: 45 * MINUTE, to: 45 * MINUTE + 110_000 }],
  ["machines that connected within ten minutes", [0, 10 * MINUTE], 30 * MINUTE, { from: 45 * MINUTE, to: 55 * MINUTE + 110_000 }],
  ["a machine without a maximum age: never", [0, 0], null, null],
])("sweepTimesOf returns the times of the sweep of %s", (_what, [oldest, newest], maxAgeMs, times) => {
  expect(entrySweepWindowOf({ oldest, median: oldest, newest }, maxAgeMs, 10_000)).toEqual(times);
});

it("entrySweepWindowOf does not end before the sweep of the newest connection, although start times have a precision of ten seconds", () => {
  const beginnings = new Map<number, number>();
  for (const at of [12_000, 19_999]) adjustConnectionStartCount(beginnings, at, 1);
  const ages = connectionStartTimesOf(beginnings);
  expect(ages === null ? null : entrySweepWindowOf(ages, 30 * MINUTE, 10_000)?.to).toBeGreaterThanOrEqual(19_999 + 45 * MINUTE + 100_000);
});
