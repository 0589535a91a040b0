import { describe, expect, it } from "vitest";
import { ROWS_NOW } from "@/lib/testing/rows";
import { aStretch, aTimeline } from "@/lib/testing/timeline-answers";
import { doubtsOf, gapsOf, readLane, stopsOf, stretchesOf, writtenChanges } from "./swimlane-reading";

const minute = 60_000;
const gap = (blindTo: string[]) => ({ from: ROWS_NOW - 30 * minute, to: ROWS_NOW - 20 * minute, reason: "the recorder was not running", blindTo });

describe("the swimlanes of a machine", () => {
  it("an outage is no stretch of its own: nothing stands where no replica held the machine", () => {
    const answer = aTimeline({
      connection: [aStretch("istiod-a", 60, 40), aStretch("", 40, 38, { state: "disconnected" }), aStretch("istiod-b", 38, null)],
    });
    expect(stretchesOf("connection", answer).map(({ value }) => value)).toEqual(["istiod-a", "istiod-b"]);
    expect(readLane("connection", answer, ROWS_NOW - 39 * minute)).toMatchObject({ value: "" });
  });

  it("a stretch is cut to the window and ends where the record does", () => {
    const recorded = { since: ROWS_NOW - 600 * minute, asOf: ROWS_NOW - 5 * minute, status: "paused" as const, notice: "the disk is full" };
    const answer = aTimeline({ health: [aStretch("True", 300, null)], recorded });
    expect(stretchesOf("health", answer)[0]?.drawn).toEqual({ from: ROWS_NOW - 60 * minute, to: ROWS_NOW - 5 * minute });
  });

  it.each([
    ["everything, where nobody was looking", [], ["existence", "connection", "health", "state"]],
    ["everything, where machines were not seen", ["workloadentries"], ["existence", "connection", "health", "state"]],
    ["the connection and what follows from it, where istiod's Pods were not seen", ["istiod-pods"], ["connection", "state"]],
    ["nothing of a machine, where groups were not seen", ["workloadgroups"], []],
  ])("a gap hides %s", (_what, blindTo, hidden) => {
    const answer = aTimeline({ gaps: [gap([...blindTo])] });
    expect((["existence", "connection", "health", "state"] as const).filter((lane) => gapsOf(lane, answer).length > 0)).toEqual(hidden);
  });

  it("what a gap hides is not read as health", () => {
    const answer = aTimeline({ gaps: [gap([])] });
    expect(readLane("health", answer, ROWS_NOW - 25 * minute)).toMatchObject({ reason: "the recorder was not running" });
    expect(readLane("health", answer, ROWS_NOW - 15 * minute)).toMatchObject({ value: "True" });
  });

  it("what lies before the record is no gap: nobody claimed to look", () => {
    const recorded = { since: ROWS_NOW - 22 * minute, asOf: ROWS_NOW, status: "recording" as const, notice: "" };
    expect(gapsOf("health", aTimeline({ gaps: [gap([])], recorded }))).toMatchObject([{ from: ROWS_NOW - 22 * minute }]);
  });

  it("keys stop wherever something begins, ends or was renewed, in order and once", () => {
    const answer = aTimeline({ connection: [aStretch("istiod-a", 60, 40, { marks: [ROWS_NOW - 50 * minute] }), aStretch("istiod-b", 40, null)] });
    expect(stopsOf(answer).map((at) => (ROWS_NOW - at) / minute)).toEqual([60, 50, 40, 0]);
  });

  it("ticks stand for what was written, not for what follows from it", () => {
    const change = { ...aTimeline().changes[0], id: "1", at: ROWS_NOW - minute, type: "labels" as const };
    const answer = aTimeline({ changes: [change, { ...change, id: "2", type: "state" as const }] as never });
    expect(writtenChanges(answer).map(({ type }) => type)).toEqual(["labels"]);
  });

  it("doubt begins where nobody can vouch for the connection any more", () => {
    const answer = aTimeline({ connection: [aStretch("istiod-a", 60, 8), aStretch("istiod-a", 8, null, { state: "unverified" })] });
    expect(doubtsOf(answer)).toEqual([{ at: ROWS_NOW - 8 * minute, replica: "istiod-a", detail: "" }]);
  });
});
