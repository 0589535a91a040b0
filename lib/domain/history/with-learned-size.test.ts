import { describe, expect, it } from "vitest";
import { withLearnedSize } from "./with-learned-size";

const learned = { size: 40, from: "learned" } as const;

describe("a learned size", () => {
  it("stands where nobody declared one, and says what it is", () => {
    expect(withLearnedSize({ expected: null, expectedFrom: "unknown" }, learned)).toEqual({ expected: 40, expectedFrom: "learned" });
  });

  it.each([
    ["a declared one", { expected: 3, expectedFrom: "declared" }, learned],
    ["a declared one that nobody can read", { expected: null, expectedFrom: "unreadable" }, learned],
    ["nothing, where nothing is learned", { expected: null, expectedFrom: "unknown" }, { size: null, from: "unknown" }],
    ["nothing, before the record has answered", { expected: null, expectedFrom: "unknown" }, undefined],
    ["nothing by an old declaration", { expected: null, expectedFrom: "unknown" }, { size: 12, from: "declared" }],
  ] as const)("never takes the place of %s", (_claim, rollUp, recorded) => {
    expect(withLearnedSize(rollUp, recorded)).toBe(rollUp);
  });
});
