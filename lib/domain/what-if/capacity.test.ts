import { describe, expect, it } from "vitest";
import {
  type Capacity,
  capacityOf,
  type LossCounts,
  lostShare,
  neededShare,
  type OutlierDetection,
  type TrafficMove,
  trafficMoveOf,
  worseTrafficMove,
} from "./capacity";

describe("what the rest would have to carry", () => {
  it.each<[string, number, number, number, Capacity["kind"], number]>([
    ["nobody is left", 12, 0, 30, "nobody", 0],
    ["nobody answered before either", 0, 0, 30, "idle", 0],
    ["nothing is lost", 45, 45, 30, "whole", 0.77],
    ["8 of 20 with 30 % to spare", 20, 8, 30, "overloaded", 1.92],
    ["58 of 82 with 30 % to spare", 82, 58, 30, "overloaded", 1.09],
    ["28 of 36 with 30 % to spare: next to no room", 36, 28, 30, "full", 0.99],
    ["30 of 36 with 100 % to spare", 36, 30, 100, "carries", 0.6],
    ["exactly as much as there is room for", 20, 10, 100, "full", 1],
    ["without any room one of a hundred is too many", 100, 99, 0, "overloaded", 1.01],
    ["less than no room is no room", 100, 50, -10, "overloaded", 2],
  ])("%s", (_, before, after, headroom, kind, ratio) => {
    const told = capacityOf({ before, after }, headroom);
    expect([told.kind, Math.round(told.ratio * 100) / 100]).toEqual([kind, ratio]);
  });

  it("needs the less of today's weight the more room there is", () => {
    expect([0, 30, 100].map((headroom) => Math.round(neededShare(headroom) * 100))).toEqual([100, 77, 50]);
  });
});

const ALL: OutlierDetection = { minHealthPercent: 0, maxEjectionPercent: 100 };
const UNSET: OutlierDetection = { minHealthPercent: 0, maxEjectionPercent: null };
const PANICS: OutlierDetection = { minHealthPercent: 80, maxEjectionPercent: 100 };

const atOnce = (listed: number, dead: number): LossCounts => ({ lost: dead, listed, dead });

describe("would requests move", () => {
  it.each<[string, LossCounts, OutlierDetection, TrafficMove]>([
    ["none of it is lost", atOnce(45, 0), null, { kind: "untouched" }],
    ["nobody is left, the dead still listed", atOnce(12, 12), ALL, { kind: "nobody" }],
    ["nobody is left, and nobody listed", { lost: 12, listed: 0, dead: 0 }, null, { kind: "nobody" }],
    ["the dead have left the list", { lost: 8, listed: 28, dead: 0 }, null, { kind: "moved" }],
    ["callers may take out all", atOnce(20, 12), ALL, { kind: "ejected", ejected: 12 }],
    ["10 % of 36 where nothing is written", atOnce(36, 8), UNSET, { kind: "partly", ejected: 3, dead: 8 }],
    ["with fewer than ten hosts 10 % are nobody", atOnce(9, 3), UNSET, { kind: "not-yet", because: "ejection-limit", dead: 3 }],
    ["nobody takes out anybody", atOnce(20, 5), null, { kind: "not-yet", because: "no-outlier-detection", dead: 5 }],
    ["one of twenty is within 10 %", atOnce(20, 1), UNSET, { kind: "ejected", ejected: 1 }],
    ["taking out so many is the panic threshold", atOnce(20, 12), PANICS, { kind: "panics", healthyPercent: 40, thresholdPercent: 80 }],
    ["above it nothing panics", atOnce(20, 4), PANICS, { kind: "ejected", ejected: 4 }],
    [
      "who is not taken out is no cause for panic",
      atOnce(20, 12),
      { minHealthPercent: 80, maxEjectionPercent: 1 },
      { kind: "not-yet", because: "ejection-limit", dead: 12 },
    ],
  ])("%s", (_, counts, outlier, move) => {
    expect(trafficMoveOf(counts, outlier)).toEqual(move);
  });

  it("is answered by the worst port", () => {
    expect(worseTrafficMove({ kind: "moved" }, { kind: "not-yet", because: "ejection-limit", dead: 3 }).kind).toBe("not-yet");
    expect(worseTrafficMove({ kind: "nobody" }, { kind: "moved" }).kind).toBe("nobody");
  });
});

describe("the requests that go to the dead", () => {
  it.each<[string, { listed: number; dead: number }, TrafficMove, number]>([
    ["all where nobody is left", { listed: 12, dead: 12 }, { kind: "nobody" }, 1],
    ["none once they left", { listed: 28, dead: 0 }, { kind: "moved" }, 0],
    ["none where all are taken out", { listed: 20, dead: 12 }, { kind: "ejected", ejected: 12 }, 0],
    ["by weight while they are listed", { listed: 20, dead: 5 }, { kind: "not-yet", because: "no-outlier-detection", dead: 5 }, 0.25],
    ["those who are not taken out", { listed: 36, dead: 8 }, { kind: "partly", ejected: 4, dead: 8 }, 0.125],
    ["all of the dead in panic", { listed: 20, dead: 12 }, { kind: "panics", healthyPercent: 40, thresholdPercent: 80 }, 0.6],
  ])("%s", (_, weight, move, share) => {
    expect(lostShare(weight, move)).toBeCloseTo(share);
  });
});
