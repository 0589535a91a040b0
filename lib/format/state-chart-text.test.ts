import { describe, expect, it } from "vitest";
import { codedCounts } from "@/lib/domain/verdict/state-code";
import { STATES, type State } from "@/lib/domain/verdict/verdict";
import {
  availabilityPhrase,
  chartCaption,
  churnPhrase,
  computedSizesPhrase,
  expectedPhrase,
  gapPhrase,
  historyProblemText,
  notServingText,
  outOfServicePhrase,
  recordedSincePhrase,
  servedPhrase,
  stateChartSummary,
  thinLineText,
  windowPhrase,
  windowTitle,
} from "./state-chart-text";

const NOW = Date.UTC(2026, 10, 21, 4, 15, 30);
const HOUR = 3_600_000;
const clock = (stepMs = 250) => ({ stepMs, now: NOW, zone: "utc" as const });
const at = (counts: Partial<Record<State, number>>, missing: number) => ({
  counts: codedCounts(STATES.map((state) => counts[state] ?? 0)),
  missing,
  serving: 32,
  total: 40 - missing,
});

describe("the texts of a state chart", () => {
  it.each([
    ["is over", false, 250, "at most 730 of 1,217 not serving, 03:15:30"],
    ["holds", true, 250, "at most 730 of 1,217 not serving, since 03:15:30"],
    ["is known to the minute", false, 60_000, "at most 730 of 1,217 not serving, 03:15"],
    ["is known to the hour", false, HOUR, "at most 730 of 1,217 not serving, 03:15 to 04:15"],
  ])("gives a worst moment that %s its time", (_, holds, stepMs, words) => {
    expect(stateChartSummary("Last hour", { top: 730, of: 1_217, at: NOW - HOUR, holds }, clock(stepMs), 0, 0)).toBe(`Last hour: ${words}.`);
  });

  it("counts the machines at the right end of the chart, in the tense of the page", () => {
    expect(notServingText(1_019, { past: false }, [])).toBe("Not serving now: 1,019.");
    expect(notServingText(7, { past: false }, ["eu-1", "us-1"])).toBe("Not serving now in eu-1 and us-1: 7.");
    expect(notServingText(19, { past: true, at: "at 04:16:12", moment: NOW }, [])).toBe("Not serving at 04:16:12: 19.");
  });

  it("describes the thin line with its sum, and the machines above it", () => {
    const one = { name: "legacy/oracle-rac", since: NOW - 217 * HOUR, unhealthy: 4, lost: 0, unverified: 0 };
    expect(thinLineText([], 19, NOW)).toBe("");
    expect(thinLineText([one], 15, NOW)).toBe("Thin line: legacy/oracle-rac, 4 machines for 9 d. Above it: 15.");
    expect(thinLineText([{ ...one, name: "", unhealthy: 1 }], 0, NOW)).toBe("Thin line: 1 machine for 9 d. Above it: 0.");
    expect(thinLineText([one, { ...one, lost: 2, unverified: 1 }], 3, NOW)).toBe("Thin line: 11 machines in 2 long-running incidents. Above it: 3.");
  });

  it("states availability and churn of a window, or that it has no history", () => {
    const day = { from: NOW - 24 * HOUR, to: NOW };
    expect(chartCaption({ percent: "99.53" }, { appeared: 87, ended: 52, lost: 46 }, day)).toBe("24 h: 99.53 % available · 87 joined, 6 left, 46 lost");
    expect(chartCaption({ percent: "100" }, { appeared: 0, ended: 0, lost: 0 }, day)).toBe("24 h: 100 % available");
    expect(chartCaption(null, { appeared: 0, ended: 0, lost: 0 }, day)).toBe("24 h: no history");
  });

  it.each([
    ["recording", "", ""],
    ["recording", "the disk is slow", "The disk is slow."],
    ["paused", "the disk is full", "History is paused: the disk is full."],
    ["off", "", "History is off."],
  ] as const)("shows why a history that is %s is not up to date: %j", (status, notice, words) => {
    expect(historyProblemText({ status, notice })).toBe(words);
  });

  it("states the counts at one point in time", () => {
    expect(outOfServicePhrase(at({ unhealthy: 2, healthy: 32, unchecked: 3 }, 6))).toBe("2 unhealthy and 6 lost");
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

  it("states until when learned sizes were computed later", () => {
    expect([null, NOW - HOUR].map((until) => computedSizesPhrase(until, NOW, "utc"))).toEqual(["", "learned sizes before 03:15:30 are computed"]);
  });

  it.each([
    ["6h", "Last 6 hours"],
    ["7d", "Last 7 days"],
    [null, "20 Nov 22:15:30 to 04:15:30"],
  ])("names the window %s", (name, words) => {
    expect(windowTitle({ name, from: NOW - 6 * HOUR, to: NOW, recordedSince: NOW - 9 * HOUR }, NOW, "utc")).toBe(words);
  });

  it("names a window by its length if it covers the whole history", () => {
    const window = { name: null, from: NOW - 240_000, to: NOW, recordedSince: NOW - 240_000 };
    expect([windowTitle(window, NOW, "utc"), windowPhrase(window, NOW, "utc")]).toEqual(["Last 4 min", "in the last 4 min"]);
    expect(windowPhrase({ ...window, name: "1h" }, NOW, "utc")).toBe("in the last hour");
    expect(windowPhrase({ ...window, recordedSince: null }, NOW, "utc")).toBe("from 04:11:30 to 04:15:30");
  });

  it("states an availability with its number of machines, its gaps and its observed time", () => {
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
    [0, 0, 0, ""],
    [3, 9, 6, "3 joined, 3 left, 6 lost"],
    [0, 6, 6, "6 lost"],
    [2, 0, 0, "2 joined"],
    [0, 2, 0, "2 left"],
  ])("counts %i machines that joined and %i that ended, %i of them lost", (appeared, ended, lost, words) => {
    expect(churnPhrase({ appeared, ended, lost })).toBe(words);
  });

  it("names the hidden objects of a gap, and the reason", () => {
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
    expect(recordedSincePhrase(recorded, NOW, "utc")).toBe(words);
  });

  it("summarizes the chart in one sentence for screen readers", () => {
    expect(stateChartSummary("Last hour", null, clock(), 1, 0)).toBe("Last hour: no history; 1 gap in the history.");
    expect(stateChartSummary("Last hour", { top: 14, of: 40, at: NOW - HOUR, holds: false }, clock(), 1, 2)).toBe(
      "Last hour: at most 14 of 40 not serving, 03:15:30; 1 gap in the history; 2 marks.",
    );
    expect(stateChartSummary("Last hour", { top: 0, of: 40, at: NOW - HOUR, holds: true }, clock(), 0, 0)).toBe("Last hour: all of 40 machines served.");
  });
});
