import { describe, expect, it } from "vitest";
import { readLikeAbove, writeLikeAbove } from "./frame-edits";

const above = ["prod/0ab1-22", "api-10.0.0.1-vpc", "0ab1-22", "eu", 7, ["a"]];

describe("the parts of a row like the one above", () => {
  it.each<[string, readonly unknown[], readonly unknown[]]>([
    ["what differs between the ends", ["prod/0ab1-22", "api-10.0.0.2-vpc"], ["prod/0ab1-22", [11, 4, "2"]]],
    ["the end of a text before it", ["prod/77cd-91x", "b", "77cd-91x"], ["prod/77cd-91x", "b", [0, 5]]],
    ["itself where that is shorter", ["x", "y", "z", "us"], ["x", "y", "z", "us"]],
    ["a list as a list in a list", ["x", "y", "z", "us", 8, [1, 2, "c"]], ["x", "y", "z", "us", 8, [[1, 2, "c"]]]],
    ["a text that holds the one above twice", ["prod/0ab1-22prod/0ab1-22"], [[12, 0, "prod/0ab1-22"]]],
    ["a number, null and an object as they are", [1, null, { a: 1 }], [1, null, { a: 1 }]],
  ])("are %s", (_, parts, written) => {
    const [write, read] = [writeLikeAbove(), readLikeAbove()];
    const sent = parts.map((part, at) => (part === above[at] ? part : write(above[at], part)));
    expect(sent).toEqual(written);
    expect(sent.map((part, at) => (parts[at] === above[at] ? part : read(above[at], part)))).toEqual(parts);
  });

  it("read as nothing where they refer to nothing", () => {
    expect([[3, 1], [9, 9, "x"], []].map((part) => readLikeAbove()(null, part))).toEqual(["", "x", ""]);
  });
});
