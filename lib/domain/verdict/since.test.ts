import { describe, expect, it } from "vitest";
import type { Moment } from "@/lib/domain/history/ending-evidence";
import { firstSince, mergedSince, nextSince, type Since } from "./since";

const seen = (at: number): Moment => ({ at, notBefore: null });
const between = (notBefore: number, at: number): Moment => ({ at, notBefore });

describe("the beginning of a state", () => {
  it.each<[claim: string, moment: Moment, createdAt: number | null, since: Since]>([
    ["is known where it was seen to begin", seen(100), 10, seen(100)],
    ["is at least when it was first seen, at most when the machine was made", between(0, 100), 10, between(10, 100)],
    ["is after the record before it, where the machine is older", between(50, 100), 10, between(50, 100)],
    ["is unknown where the machine does not say how old it is", between(0, 100), null, between(0, 100)],
    ["is never later than when it was seen, whatever the object's clock says", between(0, 100), 999, between(100, 100)],
  ])("%s", (_claim, moment, createdAt, since) => {
    expect(firstSince(moment, createdAt)).toEqual(since);
  });

  const same = { turned: false, sameObject: true };
  const written = { turned: false, sameObject: false };
  const turned = { turned: true, sameObject: false };
  it.each<[claim: string, before: Since, step: typeof same, moment: Moment, since: Since]>([
    ["stays when labels are edited", seen(100), written, seen(200), seen(100)],
    ["stays as unsure as it was", between(10, 100), written, seen(200), between(10, 100)],
    ["is another when the state turns", seen(100), turned, seen(200), seen(200)],
    ["is unsure when the state turned while nobody looked", seen(100), turned, between(150, 200), between(150, 200)],
    ["stays over a gap in which nobody wrote to the object", seen(100), same, between(150, 200), seen(100)],
    ["is unsure after a gap in which somebody wrote: it may have turned and back", seen(100), written, between(150, 200), between(100, 200)],
    ["is no surer than before after such a gap", between(10, 100), written, between(150, 200), between(10, 200)],
  ])("%s", (_claim, before, step, moment, since) => {
    expect(nextSince(before, step, moment, 5)).toEqual(since);
  });

  it.each<[claim: string, now: Since, recorded: Since | null, step: typeof same, recordedTo: number | null, since: Since]>([
    ["without a record is what was seen", between(5, 200), null, turned, null, between(5, 200)],
    ["of one that the record does not know is after the record's end", between(5, 200), null, turned, 150, between(150, 200)],
    ["of one that came before it was recorded is what was seen", seen(100), null, turned, 150, seen(100)],
    ["is that of the record, where nobody wrote since", between(5, 200), seen(100), same, 150, seen(100)],
    ["is that of the record, where it was seen all the while", between(5, 120), seen(100), written, 150, seen(100)],
    ["is unsure where somebody wrote after the record's end", between(5, 200), seen(100), written, 150, between(100, 200)],
    ["is after the record's end where it turned since", between(5, 200), seen(100), turned, 150, between(150, 200)],
    ["is what was seen, where the record is of later", seen(90), seen(100), written, 150, seen(90)],
  ])("%s", (_claim, now, recorded, step, recordedTo, since) => {
    expect(mergedSince(now, recorded, step, recordedTo)).toEqual(since);
  });
});
