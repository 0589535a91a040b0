import { expect, it } from "vitest";
import { expectedSizeOf, withoutPlannedGone } from "./group/expected-size";

it("a declared size is lowered by the machines that left as planned, and never below nobody", () => {
  expect(withoutPlannedGone(expectedSizeOf("5"), 2)).toEqual({ kind: "declared", size: 3, planned: 2 });
  expect(withoutPlannedGone(expectedSizeOf("1"), 2)).toEqual({ kind: "declared", size: 0, planned: 1 });
  expect(withoutPlannedGone(expectedSizeOf("5"), 0)).toEqual({ kind: "declared", size: 5 });
  expect(withoutPlannedGone(expectedSizeOf("5-9"), 2)).toEqual({ kind: "range", size: 3, most: 9, planned: 2 });
});

it("a size that is learned, unreadable or unknown is left alone", () => {
  const learned = { kind: "learned", size: 4, from: 0, to: null } as const;
  for (const size of [learned, expectedSizeOf("many"), expectedSizeOf(null)]) expect(withoutPlannedGone(size, 2)).toBe(size);
});
