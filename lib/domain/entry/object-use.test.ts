import { expect, it } from "vitest";
import { isTooNewToBeUnused, objectUseOf, selectsLabels } from "./object-use";

const HOUR = 3_600_000;

it.each([
  [[0, 0], 25, "unused"],
  [[0, 0], 23, "new"],
  [[0, 0], null, "unused"],
  [[0, 2], 25, "used"],
  [[0, 2], 1, "used"],
  [[null, 2], 25, "used"],
  [[0, null], 25, "not-known"],
  [[0, null], 1, "not-known"],
  [[], 25, "unused"],
] as const)("the use of an object with %j users of each kind and an age of %s hours is '%s'", (users, hours, verdict) => {
  expect(objectUseOf(users, { createdAt: hours === null ? null : 0, now: (hours ?? 0) * HOUR })).toBe(verdict);
});

it.each([
  [0, true],
  [24 * HOUR - 1, true],
  [24 * HOUR, false],
  [-HOUR, true],
])("mayStillGetUsers of an object that is %i ms old is %s", (ago, expected) => {
  expect(isTooNewToBeUnused({ createdAt: 1_000_000_000, now: 1_000_000_000 + ago })).toBe(expected);
});

it("a selector selects labels that include all of its own, and an empty selector selects none", () => {
  const labels = [
    ["app", "a"],
    ["v", "1"],
  ] as const;
  expect(selectsLabels([["app", "a"]], labels)).toBe(true);
  expect(selectsLabels([["app", "b"]], labels)).toBe(false);
  expect(selectsLabels([], labels)).toBe(false);
});
