import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText, truncateText, truncateTextWithEllipsis } from "./clean-text";

const anyUnits = fc
  .array(fc.oneof(fc.constantFrom(0, 0x61, 0xd83d, 0xde00, 0xd800, 0xdfff), fc.integer({ min: 0, max: 0xffff })))
  .map((units) => String.fromCharCode(...units));

describe("untrusted text", () => {
  it.each([
    ["", ""],
    ["ärger 😀", "ärger 😀"],
    ["a\0b\0", "a\uFFFDb\uFFFD"],
    ["\uD83D", "\uFFFD"],
    ["a\uDE00\uD83Db", "a\uFFFD\uFFFDb"],
    ["\uD83D\uD83D\uDE00", "\uFFFD😀"],
    // Right-to-left marks and control characters stay. Pages neutralize them.
    ["a\u202Eb\u0007", "a\u202Eb\u0007"],
  ])("untrusted text is cleaned: %j", (text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  it("untrusted text does not change when it is cleaned twice, keeps its length, and survives UTF-8", () => {
    fc.assert(
      fc.property(anyUnits, (text) => {
        const clean = cleanText(text);
        expect(cleanText(clean)).toBe(clean);
        expect(clean).toHaveLength(text.length);
        expect(Buffer.from(clean, "utf8").toString("utf8")).toBe(clean);
        expect(clean).not.toContain("\0");
      }),
    );
  });

  it.each([
    ["abc", 3, "abc", "abc"],
    ["abcd", 3, "abc", "ab…"],
    ["ab😀", 4, "ab😀", "ab😀"],
    ["ab😀", 3, "ab", "ab…"],
    ["a😀bcd", 3, "a😀", "a…"],
    ["😀😀", 1, "", "…"],
  ])("cutText of '%s' to %i units does not split a character", (text, most, cut, clipped) => {
    expect([truncateText(text, most), truncateTextWithEllipsis(text, most)]).toEqual([cut, clipped]);
  });

  it("untrusted text stays well-formed within the length at every cut", () => {
    fc.assert(
      fc.property(anyUnits.map(cleanText), fc.integer({ min: 1, max: 20 }), (text, most) => {
        for (const cut of [truncateText(text, most), truncateTextWithEllipsis(text, most)]) {
          expect(cut.isWellFormed()).toBe(true);
          expect(cut.length).toBeLessThanOrEqual(most);
        }
      }),
    );
  });
});
