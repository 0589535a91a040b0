import { describe, expect, it } from "vitest";
import { adjustConnectionStartCount, type ConnectionStarts, connectionStartTimesOf, connectionsStartedSince, mergedConnectionStarts } from "./reconnect-rate";

const of = (...moments: readonly number[]): ConnectionStarts => {
  const beginnings = new Map<number, number>();
  for (const at of moments) adjustConnectionStartCount(beginnings, at, 1);
  return beginnings;
};

describe("the ages of connections", () => {
  it.each<[string, readonly number[], ReturnType<typeof connectionStartTimesOf>]>([
    ["no connections", [], null],
    ["one connection", [25_000], { oldest: 20_000, median: 20_000, newest: 20_000 }],
    ["an odd number of connections", [10_000, 20_000, 90_000], { oldest: 10_000, median: 20_000, newest: 90_000 }],
    [
      "an even number of connections, with the older of the middle two as median",
      [10_000, 20_000, 80_000, 90_000],
      { oldest: 10_000, median: 20_000, newest: 90_000 },
    ],
    ["many connections that began at one time", [10_000, 60_000, 60_001, 60_002], { oldest: 10_000, median: 60_000, newest: 60_000 }],
  ])("the ages of connections are returned for %s", (_what, moments, ages) => {
    expect(connectionStartTimesOf(of(...moments))).toEqual(ages);
  });

  it("the ages of connections do not contain a connection that was removed", () => {
    const beginnings = new Map(of(10_000, 12_000, 30_000));
    adjustConnectionStartCount(beginnings, 11_000, -1);
    adjustConnectionStartCount(beginnings, 19_000, -1);
    expect(beginnings).toEqual(of(30_000));
  });

  it("the ages of connections are those of all connections if several replicas are merged", () => {
    expect(mergedConnectionStarts([of(10_000, 30_000), of(12_000), of()])).toEqual(of(10_000, 12_000, 30_000));
  });
});

it.each([
  [0, 3],
  [20_000, 2],
  [29_999, 2],
  [30_000, 1],
  [40_000, 0],
])("connectionsStartedSince %d ms is %d for three connections", (from, count) => {
  expect(connectionsStartedSince(of(5_000, 21_000, 31_000), from)).toBe(count);
});
