import { zoneLoss } from "@/lib/domain/selection/locality-routing";
import type { PolicyPart } from "@/lib/domain/selection/policies";

/** What those who are left would have to do, measured by weights: these stand for capacity. */
export interface Capacity {
  /**
   * `whole`: nothing of it is lost; `carries`: the rest has room; `full`: it has next to none; `overloaded`: more than the room that is there;
   * `nobody`: nobody is left; `idle`: nobody answered before either; `unknown`: whoever may be left is out of sight.
   */
  readonly kind: "whole" | "carries" | "full" | "overloaded" | "nobody" | "idle" | "unknown";
  /** The load of those who are left in proportion to what they can carry: 1 = exactly that. 0 where nobody has to carry anything. */
  readonly ratio: number;
}

/** From this part of what the rest can carry it counts as full. */
const FULL = 0.9;

/** How the rest would cope, if each can carry `headroomPercent` more than it does today. */
export function capacityOf(weight: { readonly before: number; readonly after: number }, headroomPercent: number): Capacity {
  const { before, after } = weight;
  if (before <= 0) return { kind: "idle", ratio: 0 };
  if (after <= 0) return { kind: "nobody", ratio: 0 };
  if (after >= before) return { kind: "whole", ratio: neededShare(headroomPercent) };
  const ratio = (before / after) * neededShare(headroomPercent);
  return { kind: ratio > 1 ? "overloaded" : ratio >= FULL ? "full" : "carries", ratio };
}

/** The share of today's weight that suffices for all requests: 0.77 with a headroom of 30 %. */
export function neededShare(headroomPercent: number): number {
  return 100 / (100 + Math.max(0, headroomPercent));
}

/** The kinds of capacity, worst first. */
export const CAPACITY_KINDS = ["nobody", "overloaded", "full", "unknown", "carries", "whole", "idle"] as const satisfies readonly Capacity["kind"][];

/** What becomes of requests to a host of which some endpoints are dead. */
export type TrafficMove =
  /** None of it is lost. */
  | { readonly kind: "untouched" }
  /** Nobody is left in sight, and there may be somebody out of it. */
  | { readonly kind: "unknown" }
  /** Nobody is left, or only such as callers are not sent. */
  | { readonly kind: "nobody" }
  /** Callers are sent none of the dead any more. */
  | { readonly kind: "moved" }
  /** Callers take all of the dead out by themselves. */
  | { readonly kind: "ejected"; readonly ejected: number }
  /** So few are left that callers ask everybody again, the dead too. */
  | { readonly kind: "panics"; readonly healthyPercent: number; readonly thresholdPercent: number }
  /** Of the dead callers take out so many by themselves; the others are asked until they leave the list. */
  | { readonly kind: "partly"; readonly ejected: number; readonly dead: number }
  /** All of the dead are asked until they leave the list. */
  | { readonly kind: "not-yet"; readonly because: "no-outlier-detection" | "ejection-limit"; readonly dead: number };

/** The outlier detection that callers have for a host; null = none. */
export type OutlierDetection = PolicyPart["outlier"];

/** What callers are sent of a host after a loss. */
export interface LossCounts {
  /** How many of its endpoints were lost that callers were sent before. */
  readonly lost: number;
  /** How many callers are sent now, and how many of these are dead. */
  readonly listed: number;
  readonly dead: number;
}

/**
 * Would requests move to those who are left (docs/istio.md#absent-endpoints, #ejection)? With outlier detection `minHealthPercent` is the panic threshold;
 * unset and without it that is off.
 */
export function trafficMoveOf({ lost, listed, dead }: LossCounts, outlier: OutlierDetection): TrafficMove {
  if (lost === 0) return { kind: "untouched" };
  if (listed - dead <= 0) return { kind: "nobody" };
  if (dead === 0) return { kind: "moved" };
  const loss = zoneLoss({ lost: dead, hosts: listed, outlier });
  if (loss.moves === "nowhere") return { kind: "nobody" };
  const ejected = loss.moves === "at-once" ? dead : loss.ejected;
  const healthyPercent = ((listed - ejected) / listed) * 100;
  const thresholdPercent = outlier?.minHealthPercent ?? 0;
  if (ejected > 0 && healthyPercent < thresholdPercent) return { kind: "panics", healthyPercent, thresholdPercent };
  if (loss.moves === "at-once") return { kind: "ejected", ejected };
  return ejected > 0 ? { kind: "partly", ejected, dead } : { kind: "not-yet", because: loss.because, dead };
}

/** The kinds of an answer, worst first. */
const TRAFFIC_MOVE_KINDS = [
  "nobody",
  "panics",
  "not-yet",
  "partly",
  "unknown",
  "ejected",
  "moved",
  "untouched",
] as const satisfies readonly TrafficMove["kind"][];

/** The worse of two answers: the one of a host is that of its worst port. */
export function worseTrafficMove(a: TrafficMove, b: TrafficMove): TrafficMove {
  return TRAFFIC_MOVE_KINDS.indexOf(b.kind) < TRAFFIC_MOVE_KINDS.indexOf(a.kind) ? b : a;
}

/** The part of a host's requests that goes to dead endpoints where nobody orders by place: by weight, 0 to 1. What callers have taken out is asked no more. */
export function lostShare(weight: { readonly listed: number; readonly dead: number }, move: TrafficMove): number {
  if (move.kind === "nobody") return 1;
  if (weight.listed <= 0 || move.kind === "moved" || move.kind === "ejected" || move.kind === "untouched" || move.kind === "unknown") return 0;
  const kept = move.kind === "partly" ? weight.dead * (1 - move.ejected / move.dead) : weight.dead;
  const listed = weight.listed - (weight.dead - kept);
  return listed <= 0 ? 0 : kept / listed;
}
