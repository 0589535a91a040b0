import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryEntry, arbitraryWorld } from "@/lib/testing/arbitraries";
import { NOW } from "@/lib/testing/entries";
import { expectedSizeOf } from "./expected-size";
import { countsServing, emptyCounts, rollUpOf } from "./roll-up";
import { STATE_WORDS, STATES, type StateWord, wordOfState } from "./verdict";
import { verdictOf } from "./verdict-of";

describe("what a machine counts for", () => {
  const cases = [
    ["healthy", "serving"],
    ["unchecked", "serving"],
    ["reconnecting", "serving"],
    ["overdue", "serving"],
    ["unverified", "doubted"],
    ["disconnected", "doubted"],
    ["unreadable", "doubted"],
    ["unhealthy", "no"],
    ["no-endpoint", "no"],
    ["vanished", "no"],
    ["awaiting", "no"],
    ["draining", "no"],
  ] as const;
  it.each(cases)("%s: %s", (state, counts) => {
    expect(countsServing(state)).toBe(counts);
  });
});

describe("a roll-up", () => {
  it("equals a recount, and loses nobody", () => {
    fc.assert(
      fc.property(fc.array(arbitraryEntry, { maxLength: 30 }), arbitraryWorld, (entries, world) => {
        const verdicts = entries.map((entry) => verdictOf(entry, world, NOW));
        const rollUp = rollUpOf(verdicts, { kind: "unknown" });
        expect(rollUp.total).toBe(entries.length);
        expect(rollUp.counts).toEqual(STATES.map((state) => verdicts.filter((verdict) => verdict.state === state).length));
        const of = (word: StateWord) => verdicts.filter(({ state }) => wordOfState(state) === word).length;
        expect(rollUp.serving).toBe(of("healthy") + of("unchecked") + of("reconnecting"));
        expect(rollUp.doubted).toBe(of("unverified"));
        expect(STATE_WORDS.reduce((sum, word) => sum + of(word), 0)).toBe(rollUp.total);
      }),
      { numRuns: 300 },
    );
  });

  it("never takes the total for the expected size", () => {
    expect(rollUpOf([], { kind: "unknown" })).toEqual({
      total: 0,
      fullTotal: 0,
      serving: 0,
      doubted: 0,
      counts: emptyCounts(),
      expected: null,
      expectedFrom: "unknown",
    });
    expect(rollUpOf([], { kind: "unreadable", text: "many" })).toMatchObject({ expected: null, expectedFrom: "unreadable" });
    expect(rollUpOf([], { kind: "declared", size: 20 })).toMatchObject({ expected: 20, expectedFrom: "declared" });
    expect(rollUpOf([], { kind: "range", size: 20, most: 60 })).toMatchObject({ expected: 20, expectedFrom: "range" });
  });
});

describe("the declared size", () => {
  it.each([
    [null, { kind: "unknown" }],
    ["20", { kind: "declared", size: 20 }],
    [" 7 ", { kind: "declared", size: 7 }],
    ["0", { kind: "declared", size: 0 }],
    ["10-60", { kind: "range", size: 10, most: 60 }],
    [" 10 - 60 ", { kind: "range", size: 10, most: 60 }],
    ["0-5", { kind: "range", size: 0, most: 5 }],
    ["7-7", { kind: "range", size: 7, most: 7 }],
    ["60-10", { kind: "unreadable", text: "60-10" }],
    ["10-", { kind: "unreadable", text: "10-" }],
    ["-10", { kind: "unreadable", text: "-10" }],
    ["1-2-3", { kind: "unreadable", text: "1-2-3" }],
    ["10–60", { kind: "unreadable", text: "10–60" }],
    ["", { kind: "unreadable", text: "" }],
    ["-1", { kind: "unreadable", text: "-1" }],
    ["4.0", { kind: "unreadable", text: "4.0" }],
    ["1e3", { kind: "unreadable", text: "1e3" }],
    ["twenty", { kind: "unreadable", text: "twenty" }],
    ["9999999", { kind: "unreadable", text: "9999999" }],
  ] as const)("%j reads as %j", (text, expected) => {
    expect(expectedSizeOf(text)).toEqual(expected);
  });
});
