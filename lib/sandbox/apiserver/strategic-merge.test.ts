import { describe, expect, it } from "vitest";
import { mergeObjects } from "./merge-patch";
import { strategicMerge } from "./strategic-merge";

describe("a strategic merge patch", () => {
  it.each([
    [
      "merges containers by name",
      { containers: [{ name: "a", image: "1" }, { name: "b" }] },
      { containers: [{ name: "a", image: "2" }] },
      { containers: [{ name: "a", image: "2" }, { name: "b" }] },
    ],
    ["adds an item it does not know", { ports: [{ port: 80 }] }, { ports: [{ port: 81 }] }, { ports: [{ port: 80 }, { port: 81 }] }],
    ["deletes an item by directive", { ports: [{ port: 80 }, { port: 81 }] }, { ports: [{ port: 80, $patch: "delete" }] }, { ports: [{ port: 81 }] }],
    ["replaces lists without a key", { args: ["a"] }, { args: ["b"] }, { args: ["b"] }],
    ["removes from a list of plain values", { finalizers: ["a", "b"] }, { "$deleteFromPrimitiveList/finalizers": ["a"] }, { finalizers: ["b"] }],
    ["removes with null", { labels: { a: "1", b: "2" } }, { labels: { a: null } }, { labels: { b: "2" } }],
    ["replaces a map by directive", { a: { x: 1 } }, { a: { $patch: "replace", y: 2 } }, { a: { y: 2 } }],
  ])("%s", (_claim, target, patch, expected) => {
    expect(strategicMerge(target, patch)).toEqual(expected);
  });
});

describe("a merge patch", () => {
  it("keeps a key named __proto__ as data", () => {
    const patch: unknown = JSON.parse('{"labels":{"__proto__":"x"}}');
    const merged = mergeObjects({ labels: { a: "1" } }, Object(patch));
    expect(JSON.stringify(merged)).toBe('{"labels":{"a":"1","__proto__":"x"}}');
    expect(Object.getPrototypeOf(merged.labels)).toBe(Object.prototype);
  });
});
