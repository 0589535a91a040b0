import { describe, expect, it } from "vitest";
import type { EventTime } from "@/lib/domain/history/ending-evidence";
import { firstSince, mergedSince, nextSince, type Since } from "./since";

const seen = (at: number): EventTime => ({ at, notBefore: null });
const between = (notBefore: number, at: number): EventTime => ({ at, notBefore });

describe("the beginning of a state", () => {
  it.each<[claim: string, moment: EventTime, createdAt: number | null, since: Since]>([
    ["is exact if it was observed", seen(100), 10, seen(100)],
    ["is between the machine's creation and the first observation", between(0, 100), 10, between(10, 100)],
    ["is after the end of the last observation if the machine is older", between(50, 100), 10, between(50, 100)],
    ["has no lower bound if the creation time is not known", between(0, 100), null, between(0, 100)],
    ["is never after the first observation, even if the creation time is later", between(0, 100), 999, between(100, 100)],
  ])("the beginning of a state: %s", (_claim, moment, createdAt, since) => {
    expect(firstSince(moment, createdAt)).toEqual(since);
  });

  const same = { turned: false, sameObject: true, isTrouble: false };
  const written = { turned: false, sameObject: false, isTrouble: false };
  const writtenTrouble = { ...written, isTrouble: true };
  const turned = { ...written, turned: true };
  const LATER = 200_000;
  it.each<[claim: string, before: Since, step: typeof same, moment: EventTime, since: Since]>([
    ["does not change when labels are edited", seen(100), written, seen(200), seen(100)],
    ["stays a range if it was one", between(10, 100), written, seen(200), between(10, 100)],
    ["is the time of the change if the state changed", seen(100), turned, seen(200), seen(200)],
    ["is a range if the state changed in a gap", seen(100), turned, between(150, 200), between(150, 200)],
    ["does not change over a gap without a write to the object", seen(100), same, between(150, 200), seen(100)],
    ["becomes a range after a gap with a write: the state may have changed and changed back", seen(100), written, between(150, LATER), between(100, LATER)],
    ["keeps its lower bound after a gap with a write", between(10, 100), written, between(150, LATER), between(10, LATER)],
    ["does not change over a gap of two minutes", seen(100), written, between(150, 120_150), seen(100)],
    ["does not change over any gap if the state is trouble", seen(100), writtenTrouble, between(150, LATER), seen(100)],
  ])("the beginning of a state: %s", (_claim, before, step, moment, since) => {
    expect(nextSince(before, step, moment, 5)).toEqual(since);
  });

  it.each<[claim: string, now: Since, recorded: Since | null, step: typeof same, recordedTo: number | null, since: Since]>([
    ["is the observed one without a history", between(5, 200), null, turned, null, between(5, 200)],
    ["is after the end of the history if the history does not contain the state", between(5, 200), null, turned, 150, between(150, 200)],
    ["is the observed one if it is earlier than the end of the history", seen(100), null, turned, 150, seen(100)],
    ["is that of the history without a later write", between(5, 200), seen(100), same, 150, seen(100)],
    ["is that of the history if the observation overlaps with the history", between(5, 120), seen(100), written, 150, seen(100)],
    ["is a range after a write since the end of the history", between(5, LATER), seen(100), written, 150, between(100, LATER)],
    ["is that of the history if it ended two minutes before", between(5, 120_150), seen(100), written, 150, seen(100)],
    ["is that of the history if the state is trouble", between(5, LATER), seen(100), writtenTrouble, 150, seen(100)],
    ["is after the end of the history if the state changed since", between(5, 200), seen(100), turned, 150, between(150, 200)],
    ["is the observed one if the history has a later one", seen(90), seen(100), written, 150, seen(90)],
  ])("the beginning of a state: %s", (_claim, now, recorded, step, recordedTo, since) => {
    expect(mergedSince(now, recorded, step, recordedTo)).toEqual(since);
  });
});
