import { zoneFailureEffect } from "@/lib/domain/selection/locality-routing";
import type { TrafficPolicyPart } from "@/lib/domain/selection/policies";

/** The load of the remaining endpoints after a loss. Weights stand for capacity. */
export interface Capacity {
  /**
   * `whole`: no endpoint is lost; `carries`: the rest has room; `full`: it has next to none; `overloaded`: the load exceeds the room; `nobody`: no endpoint is
   * left; `idle`: there was none before; `unknown`: remaining endpoints are not visible.
   */
  readonly kind: "whole" | "carries" | "full" | "overloaded" | "nobody" | "idle" | "unknown";
  /** The load of the remaining endpoints, relative to their capacity: 1 = full use. 0 = no load. */
  readonly ratio: number;
}

/** Counts as full from this part of the capacity. */
const FULL = 0.9;

/** Returns the capacity of the remaining endpoints, if each can carry `headroomPercent` more than today. */
export function capacityOf(weight: { readonly before: number; readonly after: number }, headroomPercent: number): Capacity {
  const { before, after } = weight;
  if (before <= 0) return { kind: "idle", ratio: 0 };
  if (after <= 0) return { kind: "nobody", ratio: 0 };
  if (after >= before) return { kind: "whole", ratio: neededShare(headroomPercent) };
  const ratio = (before / after) * neededShare(headroomPercent);
  return { kind: ratio > 1 ? "overloaded" : ratio >= FULL ? "full" : "carries", ratio };
}

/** Returns the share of today's weight that suffices for all requests: 0.77 with a headroom of 30 %. */
export function neededShare(headroomPercent: number): number {
  return 100 / (100 + Math.max(0, headroomPercent));
}

/** The kinds of capacity, worst first. */
export const CAPACITY_KINDS = ["nobody", "overloaded", "full", "unknown", "carries", "whole", "idle"] as const satisfies readonly Capacity["kind"][];

/** The result of a loss for the requests to a service with dead endpoints. */
export type TrafficMove =
  /** No endpoint is lost. */
  | { readonly kind: "untouched" }
  /** No visible endpoint is left, but hidden ones may be. */
  | { readonly kind: "unknown" }
  /** No endpoint is left, or only such as callers are not sent. */
  | { readonly kind: "nobody" }
  /** Callers are sent no dead endpoint any more. */
  | { readonly kind: "moved" }
  /** Callers eject all dead endpoints by themselves. */
  | { readonly kind: "ejected"; readonly ejected: number }
  /** So few are left that callers use all endpoints again, also dead ones (Envoy's panic mode). */
  | { readonly kind: "panics"; readonly healthyPercent: number; readonly thresholdPercent: number }
  /** Callers eject this many dead endpoints by themselves. They use the others until these leave the list. */
  | { readonly kind: "partly"; readonly ejected: number; readonly dead: number }
  /** Callers use all dead endpoints until these leave the list. */
  | { readonly kind: "not-yet"; readonly because: "no-outlier-detection" | "ejection-limit"; readonly dead: number };

/** The outlier detection of callers for a service; null = none. */
export type OutlierDetection = TrafficPolicyPart["outlier"];

/** The endpoints that callers are sent after a loss. */
export interface EndpointLossCounts {
  /** Lost endpoints that callers were sent before. */
  readonly lost: number;
  /** Endpoints that callers are sent now, and the dead ones of these. */
  readonly listed: number;
  readonly dead: number;
}

/**
 * Returns whether requests move to the remaining endpoints (docs/istio.md#absent-endpoints, #ejection). With outlier detection, `minHealthPercent` is the panic
 * threshold. Panic mode is off if it is unset, or without outlier detection.
 */
export function trafficMoveOf({ lost, listed, dead }: EndpointLossCounts, outlier: OutlierDetection): TrafficMove {
  if (lost === 0) return { kind: "untouched" };
  if (listed - dead <= 0) return { kind: "nobody" };
  if (dead === 0) return { kind: "moved" };
  const loss = zoneFailureEffect({ lost: dead, hosts: listed, outlier });
  if (loss.moves === "nowhere") return { kind: "nobody" };
  const ejected = loss.moves === "at-once" ? dead : loss.ejected;
  const healthyPercent = ((listed - ejected) / listed) * 100;
  const thresholdPercent = outlier?.minHealthPercent ?? 0;
  if (ejected > 0 && healthyPercent < thresholdPercent) return { kind: "panics", healthyPercent, thresholdPercent };
  if (loss.moves === "at-once") return { kind: "ejected", ejected };
  return ejected > 0 ? { kind: "partly", ejected, dead } : { kind: "not-yet", because: loss.because, dead };
}

/** The kinds of results, worst first. */
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

/** Returns the worse of two results. A service has the result of its worst port. */
export function worseTrafficMove(a: TrafficMove, b: TrafficMove): TrafficMove {
  return TRAFFIC_MOVE_KINDS.indexOf(b.kind) < TRAFFIC_MOVE_KINDS.indexOf(a.kind) ? b : a;
}

/**
 * Returns the share of a service's requests that goes to dead endpoints, 0 to 1. It is by weight, without an order by locality. Callers send nothing to ejected
 * endpoints.
 */
export function lostRequestShare(weight: { readonly listed: number; readonly dead: number }, move: TrafficMove): number {
  if (move.kind === "nobody") return 1;
  if (weight.listed <= 0 || move.kind === "moved" || move.kind === "ejected" || move.kind === "untouched" || move.kind === "unknown") return 0;
  const kept = move.kind === "partly" ? weight.dead * (1 - move.ejected / move.dead) : weight.dead;
  const listed = weight.listed - (weight.dead - kept);
  return listed <= 0 ? 0 : kept / listed;
}
