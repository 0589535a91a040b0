import { describe, expect, it } from "vitest";
import { rowAboveDecoder, rowAboveEncoder } from "./frame-edits";

const above = ["prod/0ab1-22", "api-10.0.0.1-vpc", "0ab1-22", "eu", 7, ["a"]];

describe("the changed parts of a row", () => {
  it.each<[string, readonly unknown[], readonly unknown[]]>([
    ["a text that shares both ends with the text above", ["prod/0ab1-22", "api-10.0.0.2-vpc"], ["prod/0ab1-22", [11, 4, "2"]]],
    ["a text that ends an earlier text of the row", ["prod/77cd-91x", "b", "77cd-91x"], ["prod/77cd-91x", "b", [0, 5]]],
    ["a text that is shorter than its reference", ["x", "y", "z", "us"], ["x", "y", "z", "us"]],
    ["a list", ["x", "y", "z", "us", 8, [1, 2, "c"]], ["x", "y", "z", "us", 8, [[1, 2, "c"]]]],
    ["a text that contains the text above twice", ["prod/0ab1-22prod/0ab1-22"], [[12, 0, "prod/0ab1-22"]]],
    ["a number, null and an object", [1, null, { a: 1 }], [1, null, { a: 1 }]],
  ])("are written and read back equal: %s", (_, parts, written) => {
    const [write, read] = [rowAboveEncoder(), rowAboveDecoder()];
    const sent = parts.map((part, at) => (part === above[at] ? part : write(above[at], part)));
    expect(sent).toEqual(written);
    expect(sent.map((part, at) => (parts[at] === above[at] ? part : read(above[at], part)))).toEqual(parts);
  });

  it.each<[string, unknown, readonly unknown[]]>([
    ["a text of the row that was not read yet", null, [0, 1]],
    ["more characters than the text above has", "abc", [2, 2, "x"]],
    ["fewer than no characters", "abc", [-1, 2, "x"]],
    ["a text above that is a number", 7, [0, 0, "x"]],
    ["a position that is no number", "abc", ["a", 0, "x"]],
    ["nothing", "abc", []],
  ])("are rejected when they refer to %s", (_, before, part) => {
    expect(() => rowAboveDecoder()(before, part)).toThrow("a reference to no text");
  });
});
