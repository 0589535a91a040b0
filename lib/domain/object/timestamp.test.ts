import { describe, expect, it } from "vitest";
import { parseKubectlDuration, parseTimestamp } from "./timestamp";

describe("parseTimestamp", () => {
  it.each([
    ["2026-11-22T06:28:01Z", "2026-11-22T06:28:01.000Z"],
    ["2026-11-22T06:28:01.856Z", "2026-11-22T06:28:01.856Z"],
    ["2026-11-22T06:28:01.8Z", "2026-11-22T06:28:01.800Z"],
    ["2026-11-22T06:28:01.856123456Z", "2026-11-22T06:28:01.856Z"],
    ["2026-11-22T07:28:01.856123456+01:00", "2026-11-22T06:28:01.856Z"],
    ["2028-02-29T23:59:59Z", "2028-02-29T23:59:59.000Z"],
    ["2026-12-31T00:00:00.001Z", "2026-12-31T00:00:00.001Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
  ])("parseTimestamp returns the right time for %s", (text, iso) => {
    expect(parseTimestamp(text)).toEqual({ text, ms: Date.parse(iso) });
    expect(new Date(parseTimestamp(text).ms ?? Number.NaN).toISOString()).toBe(iso);
  });

  it.each(["", "now", "2026-11-22", "2026-11-22T06:28:01", "2026-11-22 06:28:01Z", "2026-13-22T06:28:01Z", "2026-11-22T06:61:01Z", "2026-1a-22T06:28:01Z"])(
    "parseTimestamp has null milliseconds for %j",
    (text) => expect(parseTimestamp(text)).toEqual({ text, ms: null }),
  );

  it("parseTimestamp parses each day and each malformed field as Date does", () => {
    for (let day = 0; day <= 32; day++)
      for (const rest of ["T00:00:00Z", "T24:00:00Z", "T23:59:60Z", "T12:34:56.789Z"])
        for (let month = 0; month <= 13; month++) {
          const text = `2027-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}${rest}`;
          const ms = Date.parse(text);
          expect([text, parseTimestamp(text).ms]).toEqual([text, Number.isNaN(ms) ? null : ms]);
        }
  });
});

describe("a duration", () => {
  it.each([
    ["47s", 47_000],
    ["90m", 5_400_000],
    ["3h20m", 12_000_000],
    ["5d", 432_000_000],
    ["2w", 1_209_600_000],
    ["2y30d", 65_664_000_000],
    ["", null],
    ["5", null],
    ["5 d", null],
    ["d", null],
    ["-5d", null],
    ["1e9s", null],
    ["5days", null],
  ])("parseDuration of %j is %j", (text, ms) => {
    expect(parseKubectlDuration(text)).toBe(ms);
  });
});
