import { describe, expect, it } from "vitest";
import { formatClock, formatDateTime } from "./clock";

const moment = Date.UTC(2026, 10, 21, 4, 16, 12, 999);

describe("a moment", () => {
  it("is written with its zone, seconds rounded down", () => {
    expect(formatClock(moment, "utc")).toBe("04:16:12");
    expect(formatDateTime(moment, "utc")).toBe("2026-11-21 04:16:12 UTC");
  });

  it("in local time names its offset, and is the same moment", () => {
    const text = formatDateTime(moment, "local");
    expect(text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d$/);
    expect(Date.parse(text.replace(" ", "T").replace(" ", ""))).toBe(moment - 999);
  });

  it("that is none says so instead of throwing", () => {
    expect(formatClock(Number.NaN, "utc")).toBe("no time");
    expect(formatDateTime(9e15, "local")).toBe("no time");
  });
});
