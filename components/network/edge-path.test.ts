import { expect, it } from "vitest";
import { edgePath } from "./edge-path";

it.each([
  [[], ""],
  [[[0, 0]], ""],
  [
    [
      [0, 0],
      [10, 4],
    ],
    "M0 0L10 4",
  ],
  [
    [
      [0, 0],
      [10, 4],
      [20, 4],
    ],
    "M0 0Q10 4 20 4",
  ],
  [
    [
      [0, 0],
      [10, 4],
      [20, 8],
      [30, 8],
    ],
    "M0 0Q10 4 15 6Q20 8 30 8",
  ],
] as const)("%j is %s", (points, path) => {
  expect(edgePath(points)).toBe(path);
});
