import { expect, it } from "vitest";
import { nextNode, type PlacedNode } from "./next-node";

const node = (id: string, x: number, y: number): PlacedNode => ({ id, x, y, width: 100, height: 40 });
/** Callers, two gateways, three networks. */
const NODES = [node("from", 0, 100), node("gw-1", 200, 0), node("gw-2", 200, 200), node("net-1", 400, 0), node("net-2", 400, 100), node("net-3", 400, 200)];

it.each([
  ["from", "ArrowRight", "gw-1"],
  ["gw-1", "ArrowRight", "net-1"],
  ["gw-2", "ArrowRight", "net-3"],
  ["net-2", "ArrowLeft", "gw-1"],
  ["net-1", "ArrowLeft", "gw-1"],
  ["gw-1", "ArrowDown", "gw-2"],
  ["net-1", "ArrowDown", "net-2"],
  ["net-3", "ArrowUp", "net-2"],
  ["net-1", "ArrowUp", null],
  ["net-1", "ArrowRight", null],
  ["from", "ArrowLeft", null],
  ["from", "ArrowDown", null],
  ["from", "Enter", null],
  ["gone", "ArrowRight", null],
])("from %s, %s leads to %s", (from, key, to) => {
  expect(nextNode(NODES, from, key)?.id ?? null).toBe(to);
});
