import { describe, expect, it } from "vitest";
import { compareTrouble, latestTroubleStep, MACHINE_TROUBLES, type MachineTrouble, machineTroubleOf, NEW_TROUBLE_MS, type TroubleSize, tierOf } from "./tiers";
import type { State } from "./verdict";

const T = Date.UTC(2026, 10, 21, 13, 29, 50);
const harm = (notServing: number, size: number, inDoubt = 0, since: number | null = T): TroubleSize => ({ notServing, size, inDoubt, since });

describe("the order by harm", () => {
  const cases: readonly [claim: string, worse: TroubleSize, better: TroubleSize][] = [
    ["eight of ten before one unhealthy of forty", harm(8, 10), harm(1, 40)],
    ["eight of ten before nine of ten thousand", harm(8, 10), harm(9, 10_000)],
    ["a hundred of two hundred before one of one", harm(100, 200), harm(1, 1)],
    ["more of the same size", harm(3, 10), harm(2, 10)],
    ["the same number of fewer", harm(3, 10), harm(3, 100)],
    ["whoever does not serve before however many in doubt", harm(1, 100), harm(0, 100, 100)],
    ["more in doubt where as many do not serve", harm(1, 10, 5), harm(1, 10, 4)],
    ["one in doubt before none", harm(0, 10, 1), harm(0, 10)],
    ["the newest where the harm is equal", harm(2, 10, 0, T), harm(2, 10, 0, T - 1)],
    ["one whose beginning is known before one whose beginning is not", harm(2, 10, 0, T - 1), harm(2, 10, 0, null)],
    ["one new failure before nine old ones of ten", harm(1, 100, 0, T), harm(9, 10, 0, T - NEW_TROUBLE_MS)],
    ["one unverified machine before nine old failures of ten", harm(0, 100, 1), harm(9, 10, 0, T - NEW_TROUBLE_MS)],
    ["more unverified machines before older failures in the same tier", harm(1, 10, 3, T - NEW_TROUBLE_MS), harm(4, 10, 2, T - NEW_TROUBLE_MS)],
    ["old failures before none", harm(1, 100, 0, T - NEW_TROUBLE_MS), harm(0, 100)],
    ["a group of which nobody is left before one that kept a machine", harm(10, 10), harm(9, 10)],
  ];
  it.each(cases)("%s", (_claim, worse, better) => {
    expect(compareTrouble(worse, better, T)).toBeLessThan(0);
    expect(compareTrouble(better, worse, T)).toBeGreaterThan(0);
  });

  it("leaves those without harm equal, whenever they became so", () => {
    expect(compareTrouble(harm(0, 10, 0, T), harm(0, 500, 0, T - 1), T)).toBe(0);
  });

  it("never divides by a size that is not known", () => {
    expect(compareTrouble(harm(0, 0), harm(0, 0), T)).toBe(0);
    expect(compareTrouble(harm(2, 0), harm(1, 0), T)).toBeLessThan(0);
  });
});

describe("the tier of trouble", () => {
  const cases: readonly [claim: string, harm: TroubleSize, tier: ReturnType<typeof tierOf>][] = [
    ["no harm has none", harm(0, 10), null],
    ["a failure within a day", harm(1, 10, 0, T - NEW_TROUBLE_MS + 1), 2],
    ["a failure a day ago", harm(1, 10, 0, T - NEW_TROUBLE_MS), 4],
    ["a failure whose beginning is not known", harm(1, 10, 0, null), 2],
    ["unverified machines", harm(0, 10, 1), 3],
    ["unverified machines beside a new failure", harm(1, 10, 5), 2],
    ["unverified machines beside an old failure", harm(1, 10, 1, T - NEW_TROUBLE_MS), 3],
  ];
  it.each(cases)("%s", (_claim, of, tier) => {
    expect(tierOf(of, T)).toBe(tier);
  });
});

describe("the harm of one machine", () => {
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
  it.each(cases)("%s (vouched: %s) is %s", (state, vouched, expected) => {
    expect(machineTroubleOf(state, vouched)).toBe(expected);
    expect(MACHINE_TROUBLES).toContain(expected);
  });
});

describe("the latest rise", () => {
  const cases: readonly [claim: string, begins: readonly number[], rise: ReturnType<typeof latestTroubleStep>][] = [
    ["of nobody is none", [], null],
    ["of one is that one", [T], { since: T, count: 1 }],
    ["leaves an older single failure out", [T - 600_000, T, T + 1_000, T + 2_000, T + 3_000], { since: T, count: 4 }],
    ["takes rises less than a minute apart for one", [T, T + 59_999, T + 119_998], { since: T, count: 3 }],
    ["begins anew after a minute", [T, T + 60_000], { since: T + 60_000, count: 1 }],
    ["is the same in whatever order they are told", [T + 3_000, T - 600_000, T], { since: T, count: 2 }],
  ];
  it.each(cases)("%s", (_claim, begins, rise) => {
    expect(latestTroubleStep(begins)).toEqual(rise);
  });
});
