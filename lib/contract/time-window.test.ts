import { describe, expect, it } from "vitest";
import { formatTimeWindow, openingWindow, parseTimeWindow, windowBounds, windowMs } from "./time-window";

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 7, 12, 4, 16, 12);

describe("window= in an address", () => {
  it.each(["15m", "1h", "6h", "24h", "7d", `${NOW - HOUR}-${NOW}`])("%s is read and written the same", (text) => {
    const window = parseTimeWindow(text);
    expect(window === null ? null : formatTimeWindow(window)).toBe(text);
  });

  it.each([
    null,
    undefined,
    "",
    "2h",
    "1H",
    "-1-2",
    "5-",
    `${NOW}-${NOW - HOUR}`,
    `${NOW}-${NOW + 9_999}`,
    "1-99999999999999999",
    "1e3-2e9",
    "0-8640000000000001",
  ])("%s says nothing", (text) => {
    expect(parseTimeWindow(text)).toBeNull();
  });

  it("a last while moves with the clock, two moments do not", () => {
    const last = parseTimeWindow("6h");
    const fixed = parseTimeWindow(`${NOW - HOUR}-${NOW}`);
    if (last === null || fixed === null) throw new Error("both can be read");
    expect(windowBounds(last, NOW)).toEqual({ from: NOW - 6 * HOUR, to: NOW });
    expect(windowBounds(fixed, NOW + HOUR)).toEqual({ from: NOW - HOUR, to: NOW });
    expect([windowMs(last), windowMs(fixed)]).toEqual([6 * HOUR, HOUR]);
  });
});

describe("the window that a page opens on", () => {
  it.each([
    ["nothing recorded yet", null, "15m"],
    ["two minutes", NOW - 120_000, "15m"],
    ["a quarter of an hour and a second", NOW - 901_000, "1h"],
    ["five hours", NOW - 5 * HOUR, "6h"],
    ["a day", NOW - 24 * HOUR, "24h"],
    ["a month", NOW - 720 * HOUR, "24h"],
  ])("of %s is the shortest that holds it, and never more than a day", (_claim, since, name) => {
    expect(openingWindow(since, NOW)).toBe(name);
  });
});
