import { describe, expect, it } from "vitest";
import {
  type EndpointCountsAfterLoss,
  lostRequestShare,
  type OutlierDetection,
  requiredWeightShare,
  type TrafficEffect,
  trafficEffectOf,
  type UtilizationAfterLoss,
  utilizationAfterLoss,
  worseTrafficEffect,
} from "./capacity";

describe("the capacity of the remaining endpoints", () => {
  it.each<[string, number, number, number, UtilizationAfterLoss["kind"], number]>([
    ["is 'nobody' if no endpoint remains", 12, 0, 30, "nobody", 0],
    ["is 'idle' if there was no endpoint before", 0, 0, 30, "idle", 0],
    ["is 'whole' if nothing is lost", 45, 45, 30, "whole", 0.77],
    ["is 'overloaded' with 8 of 20 left and 30 % headroom", 20, 8, 30, "overloaded", 1.92],
    ["is 'overloaded' with 58 of 82 left and 30 % headroom", 82, 58, 30, "overloaded", 1.09],
    ["is 'full' with 28 of 36 left and 30 % headroom", 36, 28, 30, "full", 0.99],
    ["is 'carries' with 30 of 36 left and 100 % headroom", 36, 30, 100, "carries", 0.6],
    ["is 'full' if the load equals the headroom", 20, 10, 100, "full", 1],
    ["is 'overloaded' if one of a hundred is lost without headroom", 100, 99, 0, "overloaded", 1.01],
    ["is that without headroom if the headroom is negative", 100, 50, -10, "overloaded", 2],
  ])("the capacity of the remaining endpoints: %s", (_, before, after, headroom, kind, ratio) => {
    const told = utilizationAfterLoss({ before, after }, headroom);
    expect([told.kind, Math.round(told.ratio * 100) / 100]).toEqual([kind, ratio]);
  });

  it("requiredWeightShare is smaller with more headroom", () => {
    expect([0, 30, 100].map((headroom) => Math.round(requiredWeightShare(headroom) * 100))).toEqual([100, 77, 50]);
  });
});

const ALL: OutlierDetection = { minHealthPercent: 0, maxEjectionPercent: 100 };
const UNSET: OutlierDetection = { minHealthPercent: 0, maxEjectionPercent: null };
const PANICS: OutlierDetection = { minHealthPercent: 80, maxEjectionPercent: 100 };

const atOnce = (listed: number, dead: number): EndpointCountsAfterLoss => ({ lost: dead, listed, dead });

describe("the move of requests", () => {
  it.each<[string, EndpointCountsAfterLoss, OutlierDetection, TrafficEffect]>([
    ["is 'untouched' if nothing is lost", atOnce(45, 0), null, { kind: "untouched" }],
    ["is 'nobody' if no endpoint is alive, and dead ones are listed", atOnce(12, 12), ALL, { kind: "nobody" }],
    ["is 'nobody' if no endpoint is listed", { lost: 12, listed: 0, dead: 0 }, null, { kind: "nobody" }],
    ["is 'moved' if no dead endpoint is listed", { lost: 8, listed: 28, dead: 0 }, null, { kind: "moved" }],
    ["is 'ejected' if callers may eject all dead endpoints", atOnce(20, 12), ALL, { kind: "ejected", ejected: 12 }],
    ["is 'partly' if callers eject the default of 10 % of 36 endpoints", atOnce(36, 8), UNSET, { kind: "partly", ejected: 3, dead: 8 }],
    ["is 'not-yet' if 10 % of fewer than ten endpoints is less than one", atOnce(9, 3), UNSET, { kind: "not-yet", because: "ejection-limit", dead: 3 }],
    ["is 'not-yet' without outlier detection", atOnce(20, 5), null, { kind: "not-yet", because: "no-outlier-detection", dead: 5 }],
    ["is 'ejected' if one dead endpoint of twenty is within 10 %", atOnce(20, 1), UNSET, { kind: "ejected", ejected: 1 }],
    [
      "is 'panics' if the number of ejections reaches the panic threshold",
      atOnce(20, 12),
      PANICS,
      { kind: "panics", healthyPercent: 40, thresholdPercent: 80 },
    ],
    ["is 'ejected' above the panic threshold", atOnce(20, 4), PANICS, { kind: "ejected", ejected: 4 }],
    [
      "is not 'panics' because of endpoints that callers may not eject",
      atOnce(20, 12),
      { minHealthPercent: 80, maxEjectionPercent: 1 },
      { kind: "not-yet", because: "ejection-limit", dead: 12 },
    ],
  ])("the move of requests: %s", (_, counts, outlier, move) => {
    expect(trafficEffectOf(counts, outlier)).toEqual(move);
  });

  it("the move of requests is that of the worst port", () => {
    expect(worseTrafficEffect({ kind: "moved" }, { kind: "not-yet", because: "ejection-limit", dead: 3 }).kind).toBe("not-yet");
    expect(worseTrafficEffect({ kind: "nobody" }, { kind: "moved" }).kind).toBe("nobody");
  });
});

describe("the share of requests to dead endpoints", () => {
  it.each<[string, { listed: number; dead: number }, TrafficEffect, number]>([
    ["is 1 if no endpoint is alive", { listed: 12, dead: 12 }, { kind: "nobody" }, 1],
    ["is 0 if no dead endpoint is listed", { listed: 28, dead: 0 }, { kind: "moved" }, 0],
    ["is 0 if all dead endpoints are ejected", { listed: 20, dead: 12 }, { kind: "ejected", ejected: 12 }, 0],
    ["is the share of weight while dead endpoints are listed", { listed: 20, dead: 5 }, { kind: "not-yet", because: "no-outlier-detection", dead: 5 }, 0.25],
    ["is the share of dead endpoints that are not ejected", { listed: 36, dead: 8 }, { kind: "partly", ejected: 4, dead: 8 }, 0.125],
    ["is that of all dead endpoints in panic mode", { listed: 20, dead: 12 }, { kind: "panics", healthyPercent: 40, thresholdPercent: 80 }, 0.6],
  ])("the share of requests to dead endpoints: %s", (_, weight, move, share) => {
    expect(lostRequestShare(weight, move)).toBeCloseTo(share);
  });
});
