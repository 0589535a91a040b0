import { describe, expect, it } from "vitest";
import { shownLines, shownText } from "./shown-text";

describe("a text as it is shown", () => {
  it.each([
    ["right-to-left override", "a\u202Eevil", "a‹U+202E›evil"],
    ["left-to-right override", "\u202D", "‹U+202D›"],
    ["isolates and their end", "\u2066a\u2069", "‹U+2066›a‹U+2069›"],
    ["zero width", "a\u200Bb\u200Dc\uFEFF", "a‹U+200B›b‹U+200D›c‹U+FEFF›"],
    ["NUL, escape and delete", "\0\u001B[31m\u007F", "‹U+0000›‹U+001B›[31m‹U+007F›"],
    ["lines and tabs", "a\nb\r\tc\u2028d\u0085", "a‹U+000A›b‹U+000D›‹U+0009›c‹U+2028›d‹U+0085›"],
    ["half a pair", "a\uD800b", "a‹U+D800›b"],
    ["a character beyond the first plane", "\u{E0041}", "‹U+E0041›"],
    ["a blank letter", "\u3164", "‹U+3164›"],
  ])("shows what cannot be seen: %s", (_what, text, shown) => {
    expect(shownText(text)).toBe(shown);
    expect(shownText(shown)).toBe(shown);
  });

  it.each(["", "plain", "zürich · 東京 · עברית", "😀", "a  b", "‹U+202E›", "…"])("leaves %j as it is", (text) => {
    expect(shownText(text)).toBe(text);
    expect(shownLines(text)).toBe(text);
  });

  it("keeps the lines of a text that has several, and their tabs", () => {
    expect(shownLines("a\n\tb\r\n\u202Ec")).toBe("a\n\tb‹U+000D›\n‹U+202E›c");
  });
});
