import { zoneFailureEffect } from "@/lib/domain/selection/locality-routing";
import type { TrafficPolicySettings } from "@/lib/domain/selection/policies";

/** The load of the remaining endpoints after a loss. Their weights count as their capacity. */
export interface UtilizationAfterLoss {
  /**
   * `whole`: no endpoint is lost. `carries`: the remaining endpoints can carry the load. `full`: the load is nearly all that they can carry.
   * `overloaded`: the load is more than they can carry. `nobody`: no endpoint remains. `idle`: there was no endpoint before. `unknown`: endpoints
   * that may remain are not visible.
   */
  readonly kind: "whole" | "carries" | "full" | "overloaded" | "nobody" | "idle" | "unknown";
  /** The load of the remaining endpoints as a part of their capacity: 1 = all of it, 0 = no load. */
  readonly ratio: number;
}

/** The part of the capacity from which the remaining endpoints count as full. */
const FULL = 0.9;

/** Returns the load of the remaining endpoints, if each can carry `headroomPercent` more than it does now. */
export function utilizationAfterLoss(weight: { readonly before: number; readonly after: number }, headroomPercent: number): UtilizationAfterLoss {
  const { before, after } = weight;
  if (before <= 0) return { kind: "idle", ratio: 0 };
  if (after <= 0) return { kind: "nobody", ratio: 0 };
  if (after >= before) return { kind: "whole", ratio: requiredWeightShare(headroomPercent) };
  const ratio = (before / after) * requiredWeightShare(headroomPercent);
  return { kind: ratio > 1 ? "overloaded" : ratio >= FULL ? "full" : "carries", ratio };
}

/** Returns the share of the present weight that is enough for all requests: 0.77 with a headroom of 30 %. */
export function requiredWeightShare(headroomPercent: number): number {
  return 100 / (100 + Math.max(0, headroomPercent));
}

/** The kinds of capacity, worst first. */
export const UTILIZATION_KINDS = [
  "nobody",
  "overloaded",
  "full",
  "unknown",
  "carries",
  "whole",
  "idle",
] as const satisfies readonly UtilizationAfterLoss["kind"][];

/** The effect of a loss on the requests to a service with dead endpoints. */
export type TrafficEffect =
  /** No endpoint is lost. */
  | { readonly kind: "untouched" }
  /** No visible endpoint remains, but hidden ones may. */
  | { readonly kind: "unknown" }
  /** No endpoint remains, or only endpoints that istiod does not send to callers. */
  | { readonly kind: "nobody" }
  /** istiod no longer sends a dead endpoint to callers. */
  | { readonly kind: "moved" }
  /** Callers eject all dead endpoints by themselves. */
  | { readonly kind: "ejected"; readonly ejected: number }
  /** So few endpoints remain that callers use all of them again, even dead ones (Envoy's panic mode). */
  | { readonly kind: "panics"; readonly healthyPercent: number; readonly thresholdPercent: number }
  /** Callers eject `ejected` dead endpoints by themselves. They use the other dead endpoints until istiod removes these from the list. */
  | { readonly kind: "partly"; readonly ejected: number; readonly dead: number }
  /** Callers use all dead endpoints until istiod removes these from the list. */
  | { readonly kind: "not-yet"; readonly because: "no-outlier-detection" | "ejection-limit"; readonly dead: number };

/** The outlier detection of callers for a service; null = none. */
export type OutlierDetection = TrafficPolicySettings["outlier"];

/** The numbers of endpoints that istiod sends to callers after a loss. */
export interface EndpointCountsAfterLoss {
  /** The lost endpoints that istiod sent to callers before the loss. */
  readonly lost: number;
  /** The endpoints that istiod sends to callers now, and those of them that are dead. */
  readonly listed: number;
  readonly dead: number;
}

/**
 * Returns the effect of a loss on requests (docs/istio.md#absent-endpoints, #ejection). With outlier detection, `minHealthPercent` is the panic
 * threshold. Panic mode is off if it is unset, or without outlier detection.
 */
export function trafficEffectOf({ lost, listed, dead }: EndpointCountsAfterLoss, outlier: OutlierDetection): TrafficEffect {
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

/** The kinds of effects, worst first. */
const TRAFFIC_MOVE_KINDS = [
  "nobody",
  "panics",
  "not-yet",
  "partly",
  "unknown",
  "ejected",
  "moved",
  "untouched",
] as const satisfies readonly TrafficEffect["kind"][];

/** Returns the worse of two effects. A service has the effect of its worst port. */
export function worseTrafficEffect(a: TrafficEffect, b: TrafficEffect): TrafficEffect {
  return TRAFFIC_MOVE_KINDS.indexOf(b.kind) < TRAFFIC_MOVE_KINDS.indexOf(a.kind) ? b : a;
}

/**
 * Returns the share of a service's requests that goes to dead endpoints, 0 to 1. The share is by weight, without an order by locality. Callers send
 * no request to ejected endpoints.
 */
export function lostRequestShare(weight: { readonly listed: number; readonly dead: number }, move: TrafficEffect): number {
  if (move.kind === "nobody") return 1;
  if (weight.listed <= 0 || move.kind === "moved" || move.kind === "ejected" || move.kind === "untouched" || move.kind === "unknown") return 0;
  const kept = move.kind === "partly" ? weight.dead * (1 - move.ejected / move.dead) : weight.dead;
  const listed = weight.listed - (weight.dead - kept);
  return listed <= 0 ? 0 : kept / listed;
}
