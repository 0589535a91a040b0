import { expect, it } from "vitest";
import { leftoverOf, wouldSelect } from "./leftover";

it.each([
  [[0, 0], "unused"],
  [[0, 2], "used"],
  [[null, 2], "used"],
  [[0, null], "not-known"],
  [[], "unused"],
] as const)("with users %j it is %s", (users, verdict) => {
  expect(leftoverOf(users)).toBe(verdict);
});

it("a selector would take whoever has all of its labels, and without labels nobody", () => {
  const labels = [
    ["app", "a"],
    ["v", "1"],
  ] as const;
  expect(wouldSelect([["app", "a"]], labels)).toBe(true);
  expect(wouldSelect([["app", "b"]], labels)).toBe(false);
  expect(wouldSelect([], labels)).toBe(false);
});
