import { describe, expect, it } from "vitest";
import { comparedDoubt, comparedSentence } from "./compared-words";

const DAY = 86_400_000;
const TO = Date.UTC(2026, 10, 23, 12);
const rule = (code: string, before: number | null, now: number, appeared = 0, resolved = 0) => ({ code, before, now, appeared, resolved });
const compared = (rules: readonly ReturnType<typeof rule>[], more: object = {}) => ({
  from: TO - 30 * DAY,
  to: TO,
  comparedFrom: TO - 30 * DAY,
  rules,
  gaps: [],
  hidden: 0,
  ...more,
});
const told = (...args: Parameters<typeof compared>) => {
  const { strong, rest } = comparedSentence(compared(...args), "utc");
  return `${strong}${rest}`;
};

describe("the comparison of findings", () => {
  it.each([
    [[rule("STL101", 14, 2, 4, 16)], "12 fewer than 30 d before: 4 appeared, 16 were resolved."],
    [[rule("STL101", 2, 1, 0, 1), rule("STL115", 0, 3, 3, 0)], "2 more than 30 d before: 3 appeared, 1 was resolved. New is STL115."],
    [[rule("STL101", 1, 1, 1, 1)], "As many as 30 d before: 1 appeared, 1 was resolved."],
    [[], "As many as 30 d before."],
    [[rule("STL101", 0, 1, 1), rule("STL102", 0, 1, 1)], "2 more than 30 d before: 2 appeared, 0 were resolved. New are STL101 and STL102."],
    [[rule("STL101", null, 9)], "As many as 30 d before."],
  ])("%j", (rules, words) => {
    expect(told(rules)).toBe(words);
  });

  it("says where the record begins within the window, or that there is none", () => {
    expect(told([rule("STL101", 1, 0, 0, 1)], { comparedFrom: TO - DAY })).toBe(
      "1 fewer than at 2026-11-22 12:00:00 UTC, where the record of findings begins: 0 appeared, 1 was resolved.",
    );
    expect(told([], { comparedFrom: null })).toBe("Nothing to compare with: no findings are recorded in this window.");
  });

  it("names no more rules than one would read", () => {
    const many = Array.from({ length: 8 }, (_, n) => rule(`STL20${n}`, 0, 1, 1));
    expect(told(many)).toContain("STL205 and 2 other rules.");
  });

  it("says what it does not know", () => {
    expect(comparedDoubt(compared([rule("STL101", 1, 1)]))).toBe("");
    expect(comparedDoubt(compared([rule("STL101", null, 9)], { gaps: [{ from: TO - 2 * DAY, to: TO - DAY }] }))).toBe(
      "STL101 was not asked then, and is not counted. For 24 h of it nobody looked: what came and went meanwhile is not known.",
    );
  });

  it("says of how many rules nothing may be told", () => {
    expect(comparedDoubt(compared([], { hidden: 47 }))).toBe("47 rules are left out: what is recorded of them may rest on what you may not see.");
  });
});
