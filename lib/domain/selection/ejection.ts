import type { PolicyPart } from "./policies";

/** What Envoy ejects at most where nothing is written (docs/istio.md#ejection). */
const DEFAULT_EJECTION_PERCENT = 10;

/**
 * How many of so many hosts of a cluster, all priorities together, a client ejects at most: one more only while the share stays within the limit
 * (docs/istio.md#ejection).
 */
export function mostEjected(hosts: number, outlier: PolicyPart["outlier"]): number {
  if (outlier === null) return 0;
  const percent = outlier.maxEjectionPercent === null || outlier.maxEjectionPercent <= 0 ? DEFAULT_EJECTION_PERCENT : Math.min(outlier.maxEjectionPercent, 100);
  return Math.floor((hosts * percent) / 100);
}

/**
 * When requests move on from a place whose machines died: at once by ejection, or when they leave the list
 * (docs/istio.md#leaving-times, #absent-endpoints, #ejection).
 */
export type ZoneLoss =
  | { readonly moves: "at-once" }
  /** Ejections do not suffice: so many of the place's hosts could be ejected. */
  | { readonly moves: "when-gone-from-list"; readonly because: "no-outlier-detection" | "ejection-limit"; readonly ejected: number }
  /** Nobody else is in the list. */
  | { readonly moves: "nowhere" };

/** What becomes of requests to a host when all its endpoints of one place die at once. */
export function zoneLoss({ lost, hosts, outlier }: { readonly lost: number; readonly hosts: number; readonly outlier: PolicyPart["outlier"] }): ZoneLoss {
  if (lost >= hosts) return { moves: "nowhere" };
  if (outlier === null) return { moves: "when-gone-from-list", because: "no-outlier-detection", ejected: 0 };
  const ejected = Math.min(lost, mostEjected(hosts, outlier));
  return ejected >= lost ? { moves: "at-once" } : { moves: "when-gone-from-list", because: "ejection-limit", ejected };
}
