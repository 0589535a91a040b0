import { expect, it } from "vitest";
import { membersOfCell } from "./cell-share";

it.each([
  [0, 1],
  [1_028, 1],
  [2_000, 1],
  [2_001, 2],
  [10_000, 5],
  [100_200, 51],
])("of %i machines and Pods a cell stands for %i", (members, each) => {
  expect(membersOfCell(members)).toBe(each);
});
