import { describe, expect, it } from "vitest";
import { codedCounts } from "@/lib/domain/verdict/state-code";
import { STATES, type State } from "@/lib/domain/verdict/verdict";
import {
  availabilityPhrase,
  bandScale,
  bandSummary,
  churnPhrase,
  computedSizesPhrase,
  expectedPhrase,
  gapPhrase,
  outOfServicePhrase,
  recordPhrase,
  servedPhrase,
  shortBandScale,
  windowPhrase,
  windowTitle,
} from "./band-words";

const NOW = Date.UTC(2026, 10, 21, 4, 15, 30);
const HOUR = 3_600_000;
const clock = (stepMs = 250) => ({ stepMs, now: NOW, zone: "utc" as const });
const at = (counts: Partial<Record<State, number>>, missing: number) => ({
  counts: codedCounts(STATES.map((state) => counts[state] ?? 0)),
  missing,
  serving: 32,
  total: 40 - missing,
});

describe("a band in words", () => {
  it("writes down its scale", () => {
    expect(bandScale({ top: 0, of: 40, at: NOW, holds: true }, clock())).toBe("0 of 40 not serving or unverified");
    expect(shortBandScale({ top: 730, of: 1_217, at: NOW - HOUR, holds: false }, clock())).toBe("at most 730 of 1,217, 03:15:30");
  });

  it.each([
    ["is over", false, 250, "at most 730 of 1,217 not serving or unverified, 03:15:30"],
    ["holds", true, 250, "at most 730 of 1,217 not serving or unverified, since 03:15:30"],
    ["is told to the minute", false, 60_000, "at most 730 of 1,217 not serving or unverified, 03:15"],
    ["is told to the hour", false, HOUR, "at most 730 of 1,217 not serving or unverified, 03:15 to 04:15"],
  ])("gives a worst moment that %s its time", (_, holds, stepMs, words) => {
    expect(bandScale({ top: 730, of: 1_217, at: NOW - HOUR, holds }, clock(stepMs))).toBe(words);
  });

  it("reads a moment", () => {
    expect(outOfServicePhrase(at({ unhealthy: 2, healthy: 32, unchecked: 3 }, 6))).toBe("6 missing and 2 unhealthy");
    expect(outOfServicePhrase(at({ healthy: 40 }, 0))).toBe("");
    expect(servedPhrase(at({}, 6))).toBe("32 of 40 served");
  });

  it.each([
    [40, "declared", "40 expected, declared"],
    [40, "learned", "40 expected, learned"],
    [1_240, "mixed", "1,240 expected, partly declared, partly learned"],
    [null, "unknown", "no expected size"],
    [null, "unreadable", "expected size not readable"],
  ] as const)("states an expected size of %s with its source: %s", (size, from, words) => {
    expect(expectedPhrase({ size, from })).toBe(words);
  });

  it("states until when learned sizes are computed", () => {
    expect([null, NOW - HOUR].map((until) => computedSizesPhrase(until, NOW, "utc"))).toEqual(["", "learned sizes before 03:15:30 are computed"]);
  });

  it.each([
    ["6h", "Last 6 hours"],
    ["7d", "Last 7 days"],
    [null, "20 Nov 22:15:30 to 04:15:30"],
  ])("names the window %s", (name, words) => {
    expect(windowTitle({ name, from: NOW - 6 * HOUR, to: NOW, recordedSince: NOW - 9 * HOUR }, NOW, "utc")).toBe(words);
  });

  it("names a window that is the whole record, however short, by when that began", () => {
    const window = { name: null, from: NOW - 240_000, to: NOW, recordedSince: NOW - 240_000 };
    expect([windowTitle(window, NOW, "utc"), windowPhrase(window, NOW, "utc")]).toEqual([
      "Since the record began, 4 min ago",
      "since the record began, 4 min ago",
    ]);
    expect(windowPhrase({ ...window, name: "1h" }, NOW, "utc")).toBe("in the last hour");
    expect(windowPhrase({ ...window, recordedSince: null }, NOW, "utc")).toBe("from 04:11:30 to 04:15:30");
  });

  it("states an availability with its total, its gaps, and the time for which it holds", () => {
    const from = NOW - 6 * HOUR;
    const whole = { percent: "99.87", observedMs: 6 * HOUR, since: from, unseenMs: 0, total: { least: 40, most: 40 } };
    expect(availabilityPhrase(whole, from, NOW, "utc")).toBe("99.87 % of 40 machines available over 6 h");
    const partly = { ...whole, observedMs: 5 * HOUR, since: NOW - 5.2 * HOUR, unseenMs: 720_000, total: { least: 1, most: 1_040 } };
    expect(availabilityPhrase(partly, from, NOW, "utc")).toBe(
      "99.87 % of 1 to 1,040 machines available over 5 h since 20 Nov 23:03:30, not recorded for 12 min",
    );
    expect(availabilityPhrase(null, from, NOW, "utc")).toBe("nothing recorded to measure");
  });

  it.each([
    [0, 0, 0, "nobody came or went"],
    [3, 9, 6, "3 came, 9 went, 6 of them lost"],
    [0, 6, 6, "none came, 6 went, all lost"],
    [0, 1, 1, "none came, 1 went, lost"],
    [2, 0, 0, "2 came, none went"],
    [0, 2, 0, "none came, 2 went"],
  ])("tells %i who came and %i who went, %i lost", (appeared, ended, lost, words) => {
    expect(churnPhrase({ appeared, ended, lost })).toBe(words);
  });

  it("says what a gap hides, and why", () => {
    const gap = { from: NOW - HOUR, to: NOW, reason: "the recorder was not running", blindTo: [] };
    expect(gapPhrase(gap, NOW, "utc")).toBe("03:15:30 to 04:15:30 not recorded: the recorder was not running");
    expect(gapPhrase({ ...gap, reason: "", blindTo: ["istiod-pods"] }, NOW, "utc")).toBe("03:15:30 to 04:15:30 istiod's pods not seen");
  });

  it.each([
    [{ since: NOW - HOUR, status: "recording", notice: "" }, "recorded since 03:15:30"],
    [{ since: null, status: "recording", notice: "" }, "nothing is recorded yet"],
    [{ since: null, status: "starting", notice: "" }, "the recorder is starting"],
    [{ since: NOW - HOUR, status: "paused", notice: "the disk is full" }, "recorded since 03:15:30, recording is paused: the disk is full"],
    [{ since: null, status: "off", notice: "" }, "nothing is being recorded"],
  ] as const)("says since when it records: %j", (recorded, words) => {
    expect(recordPhrase(recorded, NOW, "utc")).toBe(words);
  });

  it("is one sentence for who cannot see it", () => {
    expect(bandSummary("Last hour", null, clock(), 1, 0)).toBe("Last hour: nobody saw who was there; 1 while not recorded.");
    expect(bandSummary("Last hour", { top: 14, of: 40, at: NOW - HOUR, holds: false }, clock(), 1, 2)).toBe(
      "Last hour: at most 14 of 40 not serving or unverified, 03:15:30; 1 while not recorded; 2 changes marked.",
    );
    expect(bandSummary("Last hour", { top: 0, of: 40, at: NOW - HOUR, holds: true }, clock(), 0, 0)).toBe("Last hour: all of 40 machines served.");
  });
});
