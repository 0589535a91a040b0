import { describe, expect, it } from "vitest";
import { tooDeepAt } from "./yaml-depth";

const maps = (depth: number) => Array.from({ length: depth }, (_, at) => `${" ".repeat(at)}a:`).join("\n");

describe("a YAML text that goes too deep", () => {
  it.each([
    ["brackets that do not end", "[".repeat(40_000)],
    ["brackets that end", `${"[".repeat(5_000)}${"]".repeat(5_000)}`],
    ["braces", `${"{a: ".repeat(5_000)}1${"}".repeat(5_000)}`],
    ["dashes", "- ".repeat(20_000)],
    ["questions", `${"? ".repeat(8_000)}a`],
    ["indentation", maps(200)],
    ["one level more than are read", `${maps(21)} 1`],
    ["a second document", `a: 1\n---\n${"[".repeat(100)}`],
    ["a key", `? ${"[".repeat(100)}`],
  ])("is found by %s", (_what, text) => {
    expect(tooDeepAt(text, 20)).toBeGreaterThan(0);
  });

  it.each([
    ["nothing", ""],
    ["a text", "a"],
    ["as many levels as are read", maps(20)],
    ["many documents", "a: [1]\n---\n".repeat(500)],
    ["a long list", `a: [${"1, ".repeat(2_000)}]`],
    ["no YAML", "{]: *&!"],
  ])("is not %s", (_what, text) => {
    expect(tooDeepAt(text, 20)).toBeNull();
  });
});
