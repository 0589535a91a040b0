import { expect, it } from "vitest";
import { anyText } from "./json";

it.each([
  ["a text", "a", "a"],
  ["a number", 1.5, "1.5"],
  ["an object", { a: [1] }, '{"a":[1]}'],
  ["nothing", undefined, ""],
  ["what is nested too deeply", nested(100_000), "…"],
])("any value is a text: %s", (_claim, value, expected) => expect(anyText(value)).toBe(expected));

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}
