import { describe, expect, it } from "vitest";
import { formatFieldTime, parseFieldTime, timeFieldError } from "./field-time";

const AT = Date.UTC(2026, 10, 21, 4, 16, 12);

describe("the text of a time field", () => {
  it.each(["utc", "local"] as const)("parses back to the same time in %s", (zone) => {
    expect(parseFieldTime(formatFieldTime(AT, zone), zone)).toBe(AT);
  });

  it("is the same in every browser language, from year to second", () => {
    expect(formatFieldTime(AT, "utc")).toBe("2026-11-21 04:16:12");
  });

  it("means second 0 if it has no seconds", () => {
    expect(parseFieldTime("2026-11-21T04:16", "utc")).toBe(AT - 12_000);
  });

  it.each(["2026-11-21T04:16:12Z", "2026-11-21 05:16:12+01:00", " 2026-11-21 04:16:12 UTC ", "2026-11-21T04:16:12.000z"])(
    "uses the time zone in %j instead of that of the page",
    (text) => {
      expect([parseFieldTime(text, "utc"), parseFieldTime(text, "local")]).toEqual([AT, AT]);
    },
  );

  it.each(["", "yesterday", "2026-13-01T00:00", "2026-02-30 04:16", "11/21/2026 04:16 AM", "2026-11-21", "2026-11-21 25:00"])("rejects %j", (text) => {
    expect(parseFieldTime(text, "utc")).toBeNaN();
  });

  it("has an error that names the field and the expected format", () => {
    expect(timeFieldError("from", "2026-11-21 04:16:12", "utc")).toBe("");
    expect(timeFieldError("from", "11/21/2026", "utc")).toBe("“from” cannot be read: “11/21/2026”. Write a moment like 2026-11-21 04:16:12.");
    expect(timeFieldError("to", " ", "utc")).toBe("“to” is empty. Write a moment like 2026-11-21 04:16:12.");
  });
});
