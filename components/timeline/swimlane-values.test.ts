import { describe, expect, it } from "vitest";
import { ROWS_NOW } from "@/lib/testing/rows";
import { aStretch, aTimeline } from "@/lib/testing/timeline-answers";
import { laneGaps, laneSegments, laneValueAt, objectChanges, swimlaneKeyStops, unverifiedTimes } from "./swimlane-values";

const minute = 60_000;
const gap = (blindTo: string[]) => ({ from: ROWS_NOW - 30 * minute, to: ROWS_NOW - 20 * minute, reason: "the recorder was not running", blindTo });

describe("the values of a machine's swimlanes", () => {
  it("have no connection segment between two replicas", () => {
    const answer = aTimeline({
      connection: [aStretch("istiod-a", 60, 40), aStretch("", 40, 38, { state: "disconnected" }), aStretch("istiod-b", 38, null)],
    });
    expect(laneSegments("connection", answer).map(({ value }) => value)).toEqual(["istiod-a", "istiod-b"]);
    expect(laneValueAt("connection", answer, ROWS_NOW - 39 * minute)).toMatchObject({ value: "" });
  });

  it("end segments at the window's edge and at the last observation", () => {
    const recorded = { since: ROWS_NOW - 600 * minute, asOf: ROWS_NOW - 5 * minute, status: "paused" as const, notice: "the disk is full" };
    const answer = aTimeline({ health: [aStretch("True", 300, null)], recorded });
    expect(laneSegments("health", answer)[0]?.drawn).toEqual({ from: ROWS_NOW - 60 * minute, to: ROWS_NOW - 5 * minute });
  });

  it.each([
    ["all lanes if nothing was observed", [], ["existence", "connection", "health", "state"]],
    ["all lanes if entries were not observed", ["workloadentries"], ["existence", "connection", "health", "state"]],
    ["connection and state if istiod's Pods were not observed", ["istiod-pods"], ["connection", "state"]],
    ["no lane if only groups were not observed", ["workloadgroups"], []],
  ])("have a gap that hides %s", (_what, blindTo, hidden) => {
    const answer = aTimeline({ gaps: [gap([...blindTo])] });
    expect((["existence", "connection", "health", "state"] as const).filter((lane) => laneGaps(lane, answer).length > 0)).toEqual(hidden);
  });

  it("return the gap instead of health inside a gap", () => {
    const answer = aTimeline({ gaps: [gap([])] });
    expect(laneValueAt("health", answer, ROWS_NOW - 25 * minute)).toMatchObject({ reason: "the recorder was not running" });
    expect(laneValueAt("health", answer, ROWS_NOW - 15 * minute)).toMatchObject({ value: "True" });
  });

  it("have no gap before the history began", () => {
    const recorded = { since: ROWS_NOW - 22 * minute, asOf: ROWS_NOW, status: "recording" as const, notice: "" };
    expect(laneGaps("health", aTimeline({ gaps: [gap([])], recorded }))).toMatchObject([{ from: ROWS_NOW - 22 * minute }]);
  });

  it("stop the arrow keys at each start, end and renewal, sorted and without duplicates", () => {
    const answer = aTimeline({ connection: [aStretch("istiod-a", 60, 40, { marks: [ROWS_NOW - 50 * minute] }), aStretch("istiod-b", 40, null)] });
    expect(swimlaneKeyStops(answer).map((at) => (ROWS_NOW - at) / minute)).toEqual([60, 50, 40, 0]);
  });

  it("have ticks for changed objects, not for the state changes that follow", () => {
    const change = { ...aTimeline().changes[0], id: "1", at: ROWS_NOW - minute, type: "labels" as const };
    const answer = aTimeline({ changes: [change, { ...change, id: "2", type: "state" as const }] as never });
    expect(objectChanges(answer).map(({ type }) => type)).toEqual(["labels"]);
  });

  it("mark the time at which a connection becomes unverified", () => {
    const answer = aTimeline({ connection: [aStretch("istiod-a", 60, 8), aStretch("istiod-a", 8, null, { state: "unverified" })] });
    expect(unverifiedTimes(answer)).toEqual([{ at: ROWS_NOW - 8 * minute, replica: "istiod-a", detail: "" }]);
  });
});
