import { describe, expect, it } from "vitest";
import { aGroupRow, aRollUp, ROWS_NOW } from "@/lib/testing/rows";
import { groupSentence } from "./group-sentence";
import type { Tense } from "./text/tense";

const live: Tense = { past: false };
const past: Tense = { past: true, at: "at 04:16:12", moment: 0 };
const line = (row: Parameters<typeof groupSentence>[0], text: string | null = null) => groupSentence(row, text, live).line.map((part) => part.text);

describe("the first lines of a group", () => {
  it("tell the number, the trouble and what they share; what the probe says stands below", () => {
    const { headline, trouble, line: second } = groupSentence(aGroupRow(), "40", live);
    expect(headline).toEqual({ strong: "38", rest: "of 40 expected machines serve." });
    expect(trouble).toBe("2 unhealthy machines, both in zone eu-central-1a.");
    expect(second[0]?.text).toBe("readiness probe failed: HTTP 503");
  });

  it("turn to the past tense when nothing confirms them", () => {
    const { headline, trouble } = groupSentence(aGroupRow(), "40", past);
    expect(headline.rest).toBe("of 40 expected machines served at 04:16:12.");
    expect(trouble).toMatch(/^There were 2 unhealthy machines/);
  });

  it("tell how many are missing, whatever else is wrong", () => {
    const row = aGroupRow({ rollUp: aRollUp({ unverified: 2, healthy: 18 }, { expected: 24, expectedFrom: "declared" }), common: [] });
    expect(groupSentence(row, "24", live).trouble).toBe("2 unverified machines. 4 expected machines are not registered.");
    const short = aGroupRow({ rollUp: aRollUp({ healthy: 3 }, { expected: 4, expectedFrom: "declared" }) });
    expect(groupSentence(short, "4", live).trouble).toBe("1 expected machine is not registered.");
    const learned = aGroupRow({ rollUp: aRollUp({ healthy: 38 }, { expected: 40, expectedFrom: "learned" }) });
    expect(groupSentence(learned, null, live).trouble).toBe("2 expected machines of the learned 40 are not registered.");
  });

  it("tell at once that machines vanished, apart from those that were never seen, and where nobody knows a size", () => {
    const short = aGroupRow({ rollUp: aRollUp({ healthy: 37 }, { expected: 40, expectedFrom: "declared" }), missing: 3, lost: 2 });
    expect(groupSentence(short, "40", live).trouble).toBe("Two machines vanished. 1 expected machine is not registered.");
    const unsized = aGroupRow({ rollUp: aRollUp({ healthy: 3 }), missing: 0, lost: 1 });
    expect(groupSentence(unsized, null, live).trouble).toBe("One machine vanished.");
  });

  it("are calm where nothing is wrong", () => {
    expect(groupSentence(aGroupRow({ rollUp: aRollUp({ healthy: 4 }) }), null, live).trouble).toBe("");
  });
});

describe("the second line of a group", () => {
  it.each([
    ["expected 40 is declared on the group", aGroupRow(), "40"],
    ["no expected size is declared (annotation stolos.dev/expected-size)", aGroupRow({ rollUp: aRollUp({ healthy: 4 }) }), null],
    ['the declared size "many" is no whole number', aGroupRow({ rollUp: aRollUp({ healthy: 4 }, { expectedFrom: "unreadable" }) }), "many"],
    ["3 more registered than expected", aGroupRow({ rollUp: aRollUp({ healthy: 4 }, { expected: 1, expectedFrom: "declared" }) }), "1"],
    ["the group cannot be read: spec.probe is a list", aGroupRow({ unreadable: "spec.probe is a list" }), "40"],
    ["no WorkloadGroup of this name can be seen: it was deleted, or never was, or is not visible to you", aGroupRow({ exists: false }), null],
  ])("says: %s", (words, row, text) => {
    expect(line(row, text)).toContain(words);
  });

  it.each([
    [{ from: ROWS_NOW - 9 * 86_400_000, to: null }, "expected 40 is learned: the level held for 9 d"],
    [{ from: ROWS_NOW - 5 * 3_600_000, to: ROWS_NOW - 3_600_000 }, "expected 40 is learned: the level held for 4 h"],
    [undefined, "expected 40 is learned: the level that it held"],
  ])("says how long a learned level was held", (learned, words) => {
    const rollUp = aRollUp({ healthy: 39 }, { expected: 40, expectedFrom: "learned", ...(learned === undefined ? {} : { learned }) });
    expect(groupSentence(aGroupRow({ rollUp }), null, live, ROWS_NOW).line.map(({ text }) => text)).toContain(words);
  });

  it("asks no expected size of machines that belong to no group", () => {
    expect(line(aGroupRow({ name: "", rollUp: aRollUp({ healthy: 4 }) }))).toEqual(["entries that belong to no group"]);
  });
});
