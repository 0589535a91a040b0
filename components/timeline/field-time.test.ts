import { describe, expect, it } from "vitest";
import { fieldTime, parseFieldTime } from "./field-time";

const AT = Date.UTC(2026, 10, 21, 4, 16, 12);

describe("a moment in a date field", () => {
  it.each(["utc", "local"] as const)("comes back as it was, in %s", (zone) => {
    expect(parseFieldTime(fieldTime(AT, zone), zone)).toBe(AT);
  });

  it("without seconds is the full minute", () => {
    expect(parseFieldTime("2026-11-21T04:16", "utc")).toBe(AT - 12_000);
  });

  it.each(["", "yesterday", "2026-13-01T00:00"])("%j says nothing", (text) => {
    expect(parseFieldTime(text, "utc")).toBeNaN();
  });
});
