import { describe, expect, it } from "vitest";
import { formatMinute, formatMoment, timeTicks } from "./time-ticks";

const HOUR = 3_600_000;
const AT = Date.UTC(2026, 10, 21, 4, 15, 30);

describe("the ticks of an axis", () => {
  it("stand at round times of the clock, and midnight is its day", () => {
    expect(timeTicks(AT - 6 * HOUR, AT, 8, "utc").map(({ label }) => label)).toEqual(["23:00", "21 Nov", "01:00", "02:00", "03:00", "04:00"]);
  });

  it("say seconds where a minute is long", () => {
    expect(timeTicks(AT, AT + 60_000, 8, "utc").map(({ label }) => label)).toEqual([
      "04:15:30",
      "04:15:40",
      "04:15:50",
      "04:16:00",
      "04:16:10",
      "04:16:20",
      "04:16:30",
    ]);
  });

  it("are days over a week", () => {
    expect(timeTicks(AT - 7 * 24 * HOUR, AT, 8, "utc").map(({ label }) => label)).toEqual([
      ...["15 Nov", "16 Nov", "17 Nov", "18 Nov", "19 Nov", "20 Nov", "21 Nov"],
    ]);
  });

  it.each([10_000, 900_000, HOUR, 24 * HOUR, 400 * 24 * HOUR])("of %d ms are never more than asked for, and at least one", (ms) => {
    for (const most of [3, 5, 8]) {
      const ticks = timeTicks(AT, AT + ms, most, "utc");
      expect(ticks.length).toBeLessThanOrEqual(most + 1);
      expect(ticks.length).toBeGreaterThan(0);
      for (const { at } of ticks) expect(at >= AT && at <= AT + ms).toBe(true);
    }
  });
});

describe("a moment", () => {
  it("of today is a time, of another day has the day with it", () => {
    expect(formatMoment(AT, AT + HOUR, "utc")).toBe("04:15:30");
    expect(formatMoment(AT, AT + 24 * HOUR, "utc")).toBe("21 Nov 04:15:30");
    expect([HOUR, 24 * HOUR].map((later) => formatMinute(AT, AT + later, "utc"))).toEqual(["04:15", "21 Nov 04:15"]);
  });
});
