import { expect, it } from "vitest";
import { quantile } from "./quantile";

it.each<[readonly number[], number, number | null]>([
  [[], 0.5, null],
  [[7], 0.5, 7],
  [[7], 0.95, 7],
  [[1, 2], 0.5, 1],
  [[1, 2, 3], 0.5, 2],
  [[1, 2, 3], 0, 1],
  [[1, 2, 3], 1, 3],
  [Array.from({ length: 100 }, (_, at) => at + 1), 0.95, 95],
  [Array.from({ length: 20 }, (_, at) => at + 1), 0.95, 19],
  [Array.from({ length: 19 }, (_, at) => at + 1), 0.95, 19],
])("of %j, a share of %d does not exceed %j", (sorted, share, value) => {
  expect(quantile(sorted, share)).toBe(value);
});
