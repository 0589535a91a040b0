import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryEntry, arbitraryWorld } from "@/lib/testing/arbitraries";
import { NOW } from "@/lib/testing/entries";
import { expectedSizeOf } from "./expected-size";
import { countsServing, emptyCounts, rollUpOf } from "./roll-up";
import { STATES } from "./verdict";
import { verdictOf } from "./verdict-of";

describe("what a machine counts for", () => {
  const cases = [
    ["yes-checked", "connected", "serving"],
    ["yes-unchecked", "unmanaged", "serving"],
    ["yes-checked", "reconnecting", "serving"],
    ["yes-unchecked", "disconnected", "serving"],
    ["yes-checked", "overdue", "serving"],
    ["yes-checked", "ghost", "doubted"],
    ["yes-unchecked", "leaked", "doubted"],
    ["no-unhealthy", "ghost", "no"],
    ["no-awaiting", "connected", "no"],
    ["no-draining", "connected", "no"],
    ["no-endpoint", "unmanaged", "no"],
    ["no-endpoint", "ghost", "no"],
    ["unknown", "unmanaged", "no"],
  ] as const;
  it.each(cases)("%s and %s: %s", (serving, connection, counts) => {
    expect(countsServing(serving, connection)).toBe(counts);
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
        expect(rollUp.serving + rollUp.doubted).toBe(verdicts.filter(({ serving }) => serving.kind.startsWith("yes-")).length);
      }),
      { numRuns: 300 },
    );
  });

  it("never takes the total for the expected size", () => {
    expect(rollUpOf([], { kind: "unknown" })).toEqual({ total: 0, serving: 0, doubted: 0, counts: emptyCounts(), expected: null, expectedFrom: "unknown" });
    expect(rollUpOf([], { kind: "unreadable", text: "many" })).toMatchObject({ expected: null, expectedFrom: "unreadable" });
    expect(rollUpOf([], { kind: "declared", size: 20 })).toMatchObject({ expected: 20, expectedFrom: "declared" });
  });
});

describe("the declared size", () => {
  it.each([
    [null, { kind: "unknown" }],
    ["20", { kind: "declared", size: 20 }],
    [" 7 ", { kind: "declared", size: 7 }],
    ["0", { kind: "declared", size: 0 }],
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
