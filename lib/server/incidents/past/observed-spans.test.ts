import { expect, it } from "vitest";
import { observedSpans, type StoredWindow } from "./observed-spans";

const MINUTE = 60_000;
const NOW = 100 * MINUTE;

/** A window of the machines of process 1, in minutes. */
function aWindow(from: number, to: number, change: Partial<StoredWindow> = {}): StoredWindow {
  return { recorder: 1, source: "workloadentries", namespace: "*", from: from * MINUTE, to: to * MINUTE, because: null, ...change };
}

/** The spans in minutes. */
function spansOf(...windows: StoredWindow[]) {
  return observedSpans(windows, NOW).map(({ from, to, recorder, after }) => [from / MINUTE, to / MINUTE, recorder, after]);
}

it("begins when all sources of a process were listed", () => {
  expect(spansOf(aWindow(10, 40), aWindow(12, 40, { source: "workloadgroups" }))).toEqual([[12, 40, 1, "stopped"]]);
});

it("does not wait for a source that is listed long after the machines", () => {
  expect(spansOf(aWindow(10, 40), aWindow(30, 40, { source: "services" }))).toEqual([[10, 40, 1, "stopped"]]);
});

it("reports how the cluster was not observed between two windows of a process", () => {
  const gap = (because: StoredWindow["because"], source: StoredWindow["source"]) =>
    spansOf(aWindow(0, 90), aWindow(0, 20, { source, because }), aWindow(25, 90, { source })).slice(0, 1);
  expect(gap("silent", "workloadgroups")).toEqual([[0, 20, 1, "stale"]]);
  expect(gap("paused", "workloadgroups")).toEqual([[0, 20, 1, "not-recorded"]]);
  expect(spansOf(aWindow(0, 20, { because: "denied" }), aWindow(25, 90)).slice(0, 1)).toEqual([[0, 20, 1, "denied"]]);
});

it("continues without a source that may not be listed any more", () => {
  expect(spansOf(aWindow(0, 90), aWindow(0, 20, { source: "services", because: "denied" }), aWindow(25, 90, { source: "services" }))).toEqual([
    [0, 90, 1, "stopped"],
  ]);
});

it("ignores gaps of a process that are shorter than a second", () => {
  expect(spansOf(aWindow(0, 20, { because: "closed" }), aWindow(20.01, 90))).toEqual([[0, 90, 1, "stopped"]]);
});

it("separates two processes, however short the time between them is", () => {
  expect(spansOf(aWindow(0, 20, { because: "stopped" }), aWindow(20.01, 90, { recorder: 2 }))).toEqual([
    [0, 20, 1, "stopped"],
    [20.01, 90, 2, "stopped"],
  ]);
});

it("continues while another replica observes the cluster", () => {
  expect(spansOf(aWindow(0, 50, { because: "stopped" }), aWindow(30, 90, { recorder: 2 }))).toEqual([[0, 90, 2, "stopped"]]);
});

it("ends at the present if the last window was extended shortly before", () => {
  expect(spansOf(aWindow(0, 99.9))).toEqual([[0, 100, 1, "stopped"]]);
});

it("is empty while no process watched machines", () => {
  expect(spansOf(aWindow(0, 50, { source: "workloadgroups" }))).toEqual([]);
});
