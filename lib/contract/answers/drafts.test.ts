import { expect, it } from "vitest";
import { formatMutes, parseMutes } from "./drafts";

const mute = { what: "STL101/prod-eu/shop/57fd", reason: "clock is set on Monday", until: 1_800_000_000_000 };

it("parseMutes returns the mutes that formatMutes wrote", () => {
  expect(parseMutes(formatMutes([mute]))).toEqual([mute]);
});

it.each([null, "", "{", "[]", '{"format":2,"mutes":[]}', '{"format":1,"mutes":[{"what":1}]}'])(
  "parseMutes returns an empty list for text without valid mutes: %s",
  (text) => {
    expect(parseMutes(text)).toEqual([]);
  },
);

it("formatMutes stores at most 500 mutes", () => {
  expect(parseMutes(formatMutes(Array.from({ length: 600 }, (_, at) => ({ ...mute, what: String(at) }))))).toHaveLength(500);
});
