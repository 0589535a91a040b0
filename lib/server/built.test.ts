import { describe, expect, it } from "vitest";
import { allOf, bitsOf, inTurn, objectBuilder, propertyReader, propertyTest } from "./built";

describe("functions that are built from lists", () => {
  it("make an object of fields, in their order", () => {
    const build = objectBuilder<object, [number, number]>([
      ["sum", (a, b) => a + b],
      ["product", (a, b) => a * b],
    ]);
    expect(JSON.stringify(build(2, 3))).toBe('{"sum":5,"product":6}');
  });

  it("take no name that is none", () => {
    expect(() => objectBuilder([["a: evil()", () => 1]])).toThrow("no name of a field");
  });

  it("ask tests until one fails", () => {
    const asked: string[] = [];
    const test = (name: string, answer: boolean) => () => {
      asked.push(name);
      return answer;
    };
    expect(allOf([test("one", true), test("two", false), test("three", true)])()).toBe(false);
    expect(asked).toEqual(["one", "two"]);
    expect(allOf([])()).toBe(true);
  });

  it("gather bits, and take steps in their order", () => {
    expect(bitsOf<[number]>([(n) => n & 1, (n) => n & 4])(5)).toBe(5);
    expect(bitsOf([])()).toBe(0);
    const steps: number[] = [];
    inTurn<[number]>([(n) => steps.push(n), (n) => steps.push(n + 1)])(1);
    expect(steps).toEqual([1, 2]);
  });

  it("read a field, or a value within one that may be missing", () => {
    const length = (text: string) => text.length;
    expect(propertyReader<object, string, number>({ name: "name", inner: null, missing: null }, length)({ name: "vm-1" })).toBe(4);
    const message = { name: "health", inner: "message", missing: "" } as const;
    expect(propertyReader<object, string, number>(message, length)({ health: { message: "503" } })).toBe(3);
    expect(propertyReader<object, string, number>(message, length)({ health: null })).toBe(0);
    const same = propertyTest<string | null, object, string | null>({ ...message, missing: null }, (kept, value) => kept === value);
    expect([same("503", { health: { message: "503" } }), same("503", { health: null }), same(null, { health: null })]).toEqual([true, false, true]);
  });

  it("read no field whose name is none", () => {
    for (const names of [
      { name: "a.b", inner: null },
      { name: "a", inner: "b; evil()" },
    ])
      expect(() => propertyReader({ ...names, missing: null }, String)).toThrow("no name of a field");
  });
});
