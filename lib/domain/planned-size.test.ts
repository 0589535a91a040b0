import { expect, it } from "vitest";
import { parseExpectedSize, subtractPlannedLeaves } from "./group/expected-size";

it("subtractPlannedLeaves lowers a declared size or a range by the planned leaves, but not below zero", () => {
  expect(subtractPlannedLeaves(parseExpectedSize("5"), 2)).toEqual({ kind: "declared", size: 3, planned: 2 });
  expect(subtractPlannedLeaves(parseExpectedSize("1"), 2)).toEqual({ kind: "declared", size: 0, planned: 1 });
  expect(subtractPlannedLeaves(parseExpectedSize("5"), 0)).toEqual({ kind: "declared", size: 5 });
  expect(subtractPlannedLeaves(parseExpectedSize("5-9"), 2)).toEqual({ kind: "range", size: 3, most: 9, planned: 2 });
});

it("subtractPlannedLeaves returns a learned, unreadable or unknown size unchanged", () => {
  const learned = { kind: "learned", size: 4, from: 0, to: null } as const;
  for (const size of [learned, parseExpectedSize("many"), parseExpectedSize(null)]) expect(subtractPlannedLeaves(size, 2)).toBe(size);
});
