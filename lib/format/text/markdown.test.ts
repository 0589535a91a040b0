import { describe, expect, it } from "vitest";
import { markdownCode, markdownTable, markdownText } from "./markdown";

describe("a text of strangers in Markdown", () => {
  it.each([
    ["a link", "[x](http://evil.test)", "\\[x\\](http://evil.test)"],
    ["a tag", "<img src=x onerror=alert(1)>", "\\<img src=x onerror=alert(1)\\>"],
    ["an entity", "&lt;b&gt;", "\\&lt;b\\&gt;"],
    ["a heading after a line break", "a\n# b", "a‹U+000A›\\# b"],
    ["a list", "- a", "\\- a"],
    ["a numbered list", "1. a", "1\\. a"],
    ["a cell", "a | b", "a \\| b"],
    ["an escaped cell", "a \\| b", "a \\\\\\| b"],
    ["emphasis, code and a formula", "*a* _b_ `c` ~d~ $e$", "\\*a\\* \\_b\\_ \\`c\\` \\~d\\~ \\$e\\$"],
    ["a character that is not visible", "a\u202eb", "a‹U+202E›b"],
  ])("contains no %s", (_, text, escaped) => expect(markdownText(text)).toBe(escaped));

  it("as code contains no backtick and no line break, and does not end the cell of a table", () => {
    expect(markdownCode("a`b\nc|d")).toBe("`a'b‹U+000A›c|d`");
    expect(markdownTable(["name"], [[markdownCode("c|d")]])).toBe("| name |\n| --- |\n| `c\\|d` |");
    expect(markdownTable(["name"], [[`${markdownCode("c\\|d")} ${markdownText("e|f")}`]])).toContain("| `c\\\\\\|d` e\\|f |");
  });
});
