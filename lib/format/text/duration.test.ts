import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAge, formatCountdown, formatLeft, formatRounded, formatSpan } from "./duration";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe("formatAge", () => {
  it.each([
    [-5, "0s"],
    [999, "0s"],
    [47 * second, "47s"],
    [2 * minute - 1, "119s"],
    [2 * minute, "2m"],
    [12 * minute + 59 * second, "12m"],
    [2 * hour - 1, "119m"],
    [3 * hour + 20 * minute, "3h20m"],
    [4 * hour, "4h"],
    [day - 1, "23h59m"],
    [5 * day + 23 * hour, "5d"],
    [365 * day - 1, "364d"],
    [760 * day, "2y30d"],
  ])("prints %d ms as %s", (ms, text) => {
    expect(formatAge(ms)).toBe(text);
  });

  it("never rounds up", () => {
    const units = { s: second, m: minute, h: hour, d: day, y: 365 * day } as const;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e11 }), (ms) => {
        const written = [...formatAge(ms).matchAll(/(\d+)([smhdy])/g)].reduce(
          (sum, [, count, unit]) => sum + Number(count) * units[unit as keyof typeof units],
          0,
        );
        expect(written).toBeLessThanOrEqual(ms);
      }),
    );
  });
});

describe("durations in a sentence", () => {
  it.each([
    [4_900, "4 s", "5 s"],
    [59_001, "59 s", "1 min"],
    [13 * minute + 50 * second, "13 min", "14 min"],
    [2 * hour + 1, "2 h", "3 h"],
    [3 * day, "3 d", "3 d"],
    [-1, "0 s", "0 s"],
  ])("formats %d ms as %s ago and %s left", (ms, past, left) => {
    expect(formatSpan(ms)).toBe(past);
    expect(formatLeft(ms)).toBe(left);
  });

  it.each([
    [6_000, "0:06"],
    [5_001, "0:06"],
    [13 * minute + 50 * second, "13:50"],
    [hour + 2 * minute + 5 * second, "1:02:05"],
    [-3, "0:00"],
  ])("counts %d ms down as %s", (ms, text) => {
    expect(formatCountdown(ms)).toBe(text);
  });

  it.each([
    [119_499, "119 s"],
    [2 * minute - 1, "120 s"],
    [2 * minute, "2 min"],
    [12.5 * minute, "13 min"],
  ])("rounds %d ms to %s", (ms, text) => {
    expect(formatRounded(ms)).toBe(text);
  });
});
