import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, shapeOf } from "./shape-of";

/** The same value with the keys of every object the other way round. */
function reversed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, held]) => [key, reversed(held)])
      .reverse(),
  );
}

describe("the text of a shape", () => {
  it("is the same whatever order keys came in, and reads back as the value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(value)).toBe(canonicalJson(reversed(value)));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [{ b: 1, a: { d: [{ z: 0, y: null }], c: "é" } }, '{"a":{"c":"é","d":[{"y":null,"z":0}]},"b":1}'],
    [{ b: undefined, a: [undefined] }, '{"a":[null]}'],
    [JSON.parse('{"b":1,"__proto__":{"x":1},"a":2}'), '{"__proto__":{"x":1},"a":2,"b":1}'],
  ])("of %j is %s, so that what was written before keeps its name", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it("gives equal values one name, and others another", () => {
    expect(shapeOf({ a: 1, b: 2 })).toEqual(shapeOf({ b: 2, a: 1 }));
    expect(shapeOf({ a: 1, b: 2 }).digest).not.toBe(shapeOf({ a: 1, b: 3 }).digest);
  });
});
