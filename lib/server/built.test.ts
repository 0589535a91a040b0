import { describe, expect, it } from "vitest";
import { allOf, bitsOf, inTurn, objectBuilder } from "./built";

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
});
