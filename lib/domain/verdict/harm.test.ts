import { describe, expect, it } from "vitest";
import {
  compareTrouble,
  latestTroubleRise,
  MACHINE_TROUBLES,
  type MachineTrouble,
  machineTroubleOf,
  NEW_TROUBLE_MS,
  type TroubleSummary,
  troubleTierOf,
} from "./tiers";
import type { State } from "./verdict";

const T = Date.UTC(2026, 10, 21, 13, 29, 50);
const harm = (notServing: number, size: number, inDoubt = 0, since: number | null = T): TroubleSummary => ({ notServing, size, inDoubt, since });

describe("the order of trouble", () => {
  const cases: readonly [claim: string, worse: TroubleSummary, better: TroubleSummary][] = [
    ["eight of ten machines before one of forty", harm(8, 10), harm(1, 40)],
    ["eight of ten machines before nine of ten thousand", harm(8, 10), harm(9, 10_000)],
    ["a hundred of two hundred machines before one of one", harm(100, 200), harm(1, 1)],
    ["more machines before fewer of the same size", harm(3, 10), harm(2, 10)],
    ["the same number in a smaller set first", harm(3, 10), harm(3, 100)],
    ["one machine that does not serve before many unverified ones", harm(1, 100), harm(0, 100, 100)],
    ["more unverified machines first if equally many do not serve", harm(1, 10, 5), harm(1, 10, 4)],
    ["one unverified machine before none", harm(0, 10, 1), harm(0, 10)],
    ["the newest first if the trouble is equal", harm(2, 10, 0, T), harm(2, 10, 0, T - 1)],
    ["a known beginning before an unknown one", harm(2, 10, 0, T - 1), harm(2, 10, 0, null)],
    ["one new failure before nine old ones of ten", harm(1, 100, 0, T), harm(9, 10, 0, T - NEW_TROUBLE_MS)],
    ["one unverified machine before nine old failures of ten", harm(0, 100, 1), harm(9, 10, 0, T - NEW_TROUBLE_MS)],
    ["more unverified machines before older failures in the same tier", harm(1, 10, 3, T - NEW_TROUBLE_MS), harm(4, 10, 2, T - NEW_TROUBLE_MS)],
    ["old failures before none", harm(1, 100, 0, T - NEW_TROUBLE_MS), harm(0, 100)],
    ["a group without a serving machine before a group with one", harm(10, 10), harm(9, 10)],
  ];
  it.each(cases)("the order of trouble puts %s", (_claim, worse, better) => {
    expect(compareTrouble(worse, better, T)).toBeLessThan(0);
    expect(compareTrouble(better, worse, T)).toBeGreaterThan(0);
  });

  it("the order of trouble returns 0 for two sets without trouble, whatever their times", () => {
    expect(compareTrouble(harm(0, 10, 0, T), harm(0, 500, 0, T - 1), T)).toBe(0);
  });

  it("the order of trouble is defined for sets with an unknown size", () => {
    expect(compareTrouble(harm(0, 0), harm(0, 0), T)).toBe(0);
    expect(compareTrouble(harm(2, 0), harm(1, 0), T)).toBeLessThan(0);
  });
});

describe("the tier of trouble", () => {
  const cases: readonly [claim: string, harm: TroubleSummary, tier: ReturnType<typeof troubleTierOf>][] = [
    ["is null without trouble", harm(0, 10), null],
    ["is 2 for a failure within a day", harm(1, 10, 0, T - NEW_TROUBLE_MS + 1), 2],
    ["is 4 for a failure a day ago", harm(1, 10, 0, T - NEW_TROUBLE_MS), 4],
    ["is 2 for a failure with an unknown beginning", harm(1, 10, 0, null), 2],
    ["is 3 for unverified machines", harm(0, 10, 1), 3],
    ["is 2 for unverified machines with a new failure", harm(1, 10, 5), 2],
    ["is 3 for unverified machines with an old failure", harm(1, 10, 1, T - NEW_TROUBLE_MS), 3],
  ];
  it.each(cases)("the tier of trouble: %s", (_claim, of, tier) => {
    expect(troubleTierOf(of, T)).toBe(tier);
  });
});

describe("the trouble of one machine", () => {
  const cases: readonly [state: State, vouched: boolean, harm: MachineTrouble][] = [
    ["unhealthy", true, "not-serving"],
    ["no-endpoint", true, "not-serving"],
    ["vanished", true, "not-serving"],
    ["unverified", true, "in-doubt"],
    ["disconnected", true, "in-doubt"],
    ["unreadable", true, "in-doubt"],
    ["overdue", true, "returning"],
    ["reconnecting", true, "returning"],
    ["draining", true, "waits"],
    ["awaiting", true, "waits"],
    ["unchecked", true, "unchecked"],
    ["healthy", false, "unvouched"],
    ["healthy", true, "none"],
  ];
  it.each(cases)("the trouble of one machine in state '%s' (verified: %s) is '%s'", (state, vouched, expected) => {
    expect(machineTroubleOf(state, vouched)).toBe(expected);
    expect(MACHINE_TROUBLES).toContain(expected);
  });
});

describe("the latest rise in trouble", () => {
  const cases: readonly [claim: string, begins: readonly number[], rise: ReturnType<typeof latestTroubleRise>][] = [
    ["is null without a machine", [], null],
    ["of one machine is that machine", [T], { since: T, count: 1 }],
    ["excludes an older single failure", [T - 600_000, T, T + 1_000, T + 2_000, T + 3_000], { since: T, count: 4 }],
    ["contains failures with less than a minute between them", [T, T + 59_999, T + 119_998], { since: T, count: 3 }],
    ["begins again after a minute without a failure", [T, T + 60_000], { since: T + 60_000, count: 1 }],
    ["does not depend on the order of the times", [T + 3_000, T - 600_000, T], { since: T, count: 2 }],
  ];
  it.each(cases)("the latest rise in trouble: %s", (_claim, begins, rise) => {
    expect(latestTroubleRise(begins)).toEqual(rise);
  });
});
