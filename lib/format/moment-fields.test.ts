import { describe, expect, it } from "vitest";
import { lastNight, momentFields, parseMomentFields } from "./moment-fields";

const NOW = Date.UTC(2026, 10, 30, 4, 16, 12);

describe("the fields of a moment", () => {
  it.each(["utc", "local"] as const)("are read back as the same moment in zone %s", (zone) => {
    expect(parseMomentFields(momentFields(NOW, zone), zone)).toBe(NOW);
  });

  it("may lack the seconds and the first zero", () => {
    expect(parseMomentFields({ date: "2026-11-30", time: " 3:12 " }, "utc")).toBe(Date.UTC(2026, 10, 30, 3, 12));
    expect(momentFields(NOW, "utc")).toEqual({ date: "2026-11-30", time: "04:16:12" });
    expect(parseMomentFields({ date: "2026-11-30", time: "03:12" }, "utc")).toBe(Date.UTC(2026, 10, 30, 3, 12));
  });

  it.each([
    ["", "03:12"],
    ["2026-11-30", ""],
    ["2026-13-41", "03:12"],
    ["2026-11-30", "25:00"],
  ])("parseMomentFields returns null for %j and %j", (date, time) => {
    expect(parseMomentFields({ date, time }, "utc")).toBeNull();
  });
});

describe("lastNight", () => {
  it.each([
    [NOW, Date.UTC(2026, 10, 30, 3)],
    [Date.UTC(2026, 10, 30, 2, 59), Date.UTC(2026, 10, 29, 3)],
    [Date.UTC(2026, 10, 30, 3), Date.UTC(2026, 10, 29, 3)],
    [Date.UTC(2026, 0, 1, 1), Date.UTC(2025, 11, 31, 3)],
  ])("returns the last 03:00 before %i", (now, night) => {
    expect(lastNight(now, "utc")).toBe(night);
  });
});
