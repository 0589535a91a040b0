import { expect, it } from "vitest";
import { cellsEach } from "./cell-share";

const ALL = Number.POSITIVE_INFINITY;

it.each([
  ["all of a small fleet", [150, 168, 132], ALL],
  ["nobody", [], ALL],
  ["just as many as fit", [1_000, 1_000], ALL],
  ["one place too large", [2_001], 2_000],
  ["small places leave their room", [10, 10, 5_000], 1_980],
  ["each large one the same share", [50_000, 40_000, 10_000], 666],
  ["never fewer than can be looked at", Array.from({ length: 100 }, () => 1_000), 60],
])("%s", (_, members, each) => {
  expect(cellsEach(members)).toBe(each);
});
