import { expect, it } from "vitest";
import { edgePath } from "./edge-path";

const node = (x: number, y: number) => ({ x, y, width: 100, height: 40 });

it.each([
  ["level", node(0, 0), node(200, 0), "M100 20C150 20 150 20 200 20"],
  ["down", node(0, 0), node(200, 60), "M100 20C150 20 150 80 200 80"],
  ["up", node(0, 60), node(180, 0), "M100 80C140 80 140 20 180 20"],
] as const)("a line that leads %s", (_where, from, to, path) => {
  expect(edgePath(from, to)).toBe(path);
});
