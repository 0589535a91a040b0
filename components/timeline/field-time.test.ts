import { describe, expect, it } from "vitest";
import { fieldProblem, fieldTime, parseFieldTime } from "./field-time";

const AT = Date.UTC(2026, 10, 21, 4, 16, 12);

describe("a moment in a field", () => {
  it.each(["utc", "local"] as const)("comes back as it was, in %s", (zone) => {
    expect(parseFieldTime(fieldTime(AT, zone), zone)).toBe(AT);
  });

  it("is written the same in every language, the largest part first", () => {
    expect(fieldTime(AT, "utc")).toBe("2026-11-21 04:16:12");
  });

  it("without seconds is the full minute", () => {
    expect(parseFieldTime("2026-11-21T04:16", "utc")).toBe(AT - 12_000);
  });

  it.each(["2026-11-21T04:16:12Z", "2026-11-21 05:16:12+01:00", " 2026-11-21 04:16:12 UTC ", "2026-11-21T04:16:12.000z"])("%j names its own zone", (text) => {
    expect([parseFieldTime(text, "utc"), parseFieldTime(text, "local")]).toEqual([AT, AT]);
  });

  it.each(["", "yesterday", "2026-13-01T00:00", "2026-02-30 04:16", "11/21/2026 04:16 AM", "2026-11-21", "2026-11-21 25:00"])("%j says nothing", (text) => {
    expect(parseFieldTime(text, "utc")).toBeNaN();
  });

  it("that says nothing is named, with the way out", () => {
    expect(fieldProblem("from", "2026-11-21 04:16:12", "utc")).toBe("");
    expect(fieldProblem("from", "11/21/2026", "utc")).toBe("“from” cannot be read: “11/21/2026”. Write a moment like 2026-11-21 04:16:12.");
    expect(fieldProblem("to", " ", "utc")).toBe("“to” is empty. Write a moment like 2026-11-21 04:16:12.");
  });
});
