import { describe, expect, it } from "vitest";
import { headerLines, headersOf } from "./probe-headers";

const header = (name: string, value: string) => ({ name, value });

describe("the headers of a probe", () => {
  it.each<[claim: string, lines: string, headers: readonly object[]]>([
    ["none", "", []],
    ["one", "Accept: text/plain", [header("Accept", "text/plain")]],
    ["several", "A: 1\nB: 2", [header("A", "1"), header("B", "2")]],
    ["a value with a colon", "Referer: https://a:1/", [header("Referer", "https://a:1/")]],
    ["a value that is empty", "A: ", [header("A", "")]],
  ])("are written as lines and read of them: %s", (_claim, lines, headers) => {
    expect(headersOf(lines)).toEqual(headers);
    expect(headerLines(headers)).toBe(lines);
  });

  it.each<[claim: string, lines: string, headers: readonly object[]]>([
    ["a name alone", "Accept", [header("Accept", "")]],
    ["no name", ": a", [header("", "a")]],
    ["empty lines and spaces", "\n  A :  1  \n\n", [header("A", "1")]],
  ])("are read as they are typed: %s", (_claim, lines, headers) => {
    expect(headersOf(lines)).toEqual(headers);
  });

  it.each<[claim: string, headers: unknown, lines: string | null]>([
    ["nothing", undefined, ""],
    ["null", null, ""],
    ["no list", { name: "A" }, null],
    ["a value that is no text", [{ name: "A", value: 1 }], null],
    ["a value of two lines", [header("A", "1\n2")], null],
    ["an item that is no header", ["A: 1"], null],
    ["a header without a value", [{ name: "A" }], "A: "],
  ])("of a document that says %s are shown where they can be", (_claim, headers, lines) => {
    expect(headerLines(headers)).toBe(lines);
  });
});
