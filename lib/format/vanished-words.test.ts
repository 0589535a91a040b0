import { describe, expect, it } from "vitest";
import { type VanishedReach, vanishedReach } from "./vanished-words";

const TO = Date.UTC(2026, 7, 12, 4, 16, 12);
const HOUR = 3_600_000;
const recorded = { since: TO - 48 * HOUR, status: "recording", notice: "" } as const;
const whole: VanishedReach = { from: TO - 24 * HOUR, to: TO, recorded, notRecordedMs: 0, older: 0 };

describe("a list of the vanished", () => {
  it.each<[string, Partial<VanishedReach>]>([
    ["", {}],
    ["", { notRecordedMs: 400 }],
    ["Nothing is recorded yet, so losses are not known.", { recorded: { ...recorded, since: null } }],
    ["Recorded since 03:16:12: earlier losses are not known.", { recorded: { ...recorded, since: TO - HOUR } }],
    ["Nobody recorded 12 min of it. 1,200 more machines were lost before these.", { notRecordedMs: 12 * 60_000, older: 1200 }],
    ["Nothing is recorded now: the disk is full.", { recorded: { ...recorded, status: "paused", notice: "the disk is full" } }],
  ])("says %j", (words, change) => {
    expect(vanishedReach({ ...whole, ...change }, "utc")).toBe(words);
  });
});
