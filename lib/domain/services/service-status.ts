import type { NotSentReason } from "@/lib/domain/selection/caller-service";
import type { ExclusionReason, ExclusionReasonCode } from "@/lib/domain/selection/reasons";
import type { NotVerified, PageFreshness, Tone } from "@/lib/domain/verdict/freshness";
import { compareTrouble, type TroubleSize } from "@/lib/domain/verdict/tiers";

/** The machines that a selector selects, counted by the endpoints of callers. */
export interface SelectedMachines {
  /** Selected machines, serving or not. */
  readonly taken: number;
  readonly serving: number;
  /** Machines that are sent to callers, but are unverified. */
  readonly inDoubt: number;
  /** Machines that are not sent to callers, which is no trouble: they are draining, or wait for their first health report (`notSentKind`). */
  readonly draining: number;
  readonly awaiting: number;
  /** Machines that are sent to callers without a health check of Istio. */
  readonly notChecked: number;
}

/** The counts for one caller. Healthy machines that are not sent to it are counted by reason. */
export interface ReachedMachineCounts extends SelectedMachines, Readonly<Record<HealthyNotSentKind, number>> {}

/** The counts of a service's endpoints. Null = not visible, which is never zero. */
export interface EndpointTally {
  readonly machines: ReachedMachineCounts | null;
  /** Machines that are not registered, although groups of this selector declare them or had them. */
  readonly absent: number;
  readonly pods: { readonly taken: number; readonly ready: number } | null;
  /** Addresses of EndpointSlices that the controller of Kubernetes did not write. `doubted`: not known whether they are sent to the caller. */
  readonly addresses: { readonly taken: number; readonly ready: number; readonly doubted: number } | null;
  /** Inline endpoints of a ServiceEntry, and the host name that callers resolve: those that are sent to the caller, of `written`. No probe checks them. */
  readonly inline: number;
  readonly written: number;
  /** Inline endpoints that istiod may send. The API does not show it. */
  readonly inlineInDoubt: number;
  /** True if another object visible to the same callers defines the host name. */
  readonly isClaimedTwice: boolean;
  /** `owner`: another object has the host name; `nobody`: no namespace may call it. The caller gets no endpoint of this object then. Null = it gets some. */
  readonly notOwnedBecause: "owner" | "nobody" | null;
  /** True for a Service without a selector: all its endpoints are in EndpointSlices. */
  readonly needsSlices: boolean;
  /** True if the history shows that it had a machine endpoint and has no endpoint of any kind now. The viewer may list all of them. */
  readonly lostAll: boolean;
}

/** The statuses of a service, worst first: trouble for callers, unverified, not known, then planned or healthy. */
export const SERVICE_STATUSES = [
  "nobody",
  "missing",
  "unverified",
  "claimed-twice",
  "no-caller",
  "unknown",
  "awaiting",
  "draining",
  "takes-nobody",
  "unchecked",
  "serves",
] as const;
export type ServiceStatusKind = (typeof SERVICE_STATUSES)[number];

/** The status of a service with its counts. */
export interface ServiceStatus {
  readonly kind: ServiceStatusKind;
  /**
   * The number of its machines: for `missing`, `unverified`, `awaiting`, `draining` and `unchecked`; for `claimed-twice` those that callers are not sent; else
   * 0.
   */
  readonly count: number;
  /** The total of `count`; else 0. */
  readonly of: number;
  /** The kinds that `missing` lacks. */
  readonly lacks: "machines" | "pods" | "addresses" | "both" | null;
  /** False if Pods are not visible: the status is then about machines only, and never green. */
  readonly podsSeen: boolean;
}

/**
 * Returns the status of a service from the endpoints of its caller. Hidden objects prove nothing: the status "nobody" needs visible Pods and EndpointSlices, or
 * their history. A selector that selects nothing is trouble only if it had a machine before.
 */
export function serviceStatusOf(tally: EndpointTally): ServiceStatus {
  const { machines, pods, addresses, inline, written, inlineInDoubt, isClaimedTwice, notOwnedBecause, lostAll } = tally;
  const told = { count: 0, of: 0, lacks: null, podsSeen: pods !== null } as const;
  if (machines === null || (tally.needsSlices && addresses === null)) return { ...told, kind: "unknown" };
  const size = machines.taken + tally.absent;
  const sent = machines.serving + machines.inDoubt;
  const inDoubt = machines.inDoubt + inlineInDoubt;
  const listed = addresses?.taken ?? 0;
  const isEmpty = size + written + listed + (pods?.taken ?? 0) === 0;
  if (isEmpty && lostAll && notOwnedBecause === null) return { ...told, kind: "nobody", podsSeen: true };
  if (isEmpty) return { ...told, kind: pods === null || addresses === null ? "unknown" : "takes-nobody" };
  if (notOwnedBecause === "nobody") return { ...told, kind: "no-caller" };
  if (notOwnedBecause === "owner") return { ...told, kind: "claimed-twice", count: size + written + listed, of: size + written + listed };
  const isElsewhere = machines.elsewhere > 0;
  const isAllSeen = lostAll || (pods !== null && addresses !== null && addresses.doubted === 0);
  if (isAllSeen && sent + inline + inlineInDoubt + (pods?.ready ?? 0) + (addresses?.ready ?? 0) === 0 && !isElsewhere) {
    const all = size + (pods?.taken ?? 0) + listed;
    return { ...told, kind: "nobody", count: all, of: all, podsSeen: true };
  }
  const missing = missingOf({
    size,
    there: sent + machines.draining + machines.awaiting + machines.notOwned + machines.hostUnknown + machines.elsewhere,
    pods,
    addresses,
  });
  if (missing !== null) return { ...told, ...missing, kind: "missing" };
  if (addresses !== null && addresses.doubted > 0) return { ...told, kind: "unknown" };
  if (inDoubt > 0) return { ...told, kind: "unverified", count: inDoubt, of: inlineInDoubt > 0 ? size + written : size };
  if (isClaimedTwice || machines.notOwned > 0) return { ...told, kind: "claimed-twice", count: machines.notOwned, of: machines.notOwned > 0 ? size : 0 };
  if (machines.awaiting > 0) return { ...told, kind: "awaiting", count: machines.awaiting, of: size };
  if (machines.draining > 0) return { ...told, kind: "draining", count: machines.draining, of: size };
  const unchecked = machines.notChecked + inline + (addresses?.ready ?? 0);
  if (unchecked > 0) return { ...told, kind: "unchecked", count: unchecked, of: sent + inline + (addresses?.ready ?? 0) + (pods?.ready ?? 0) };
  return { ...told, kind: "serves" };
}

/** Returns the machines' share in the weight of all endpoints, not in requests: 0 to 1. Null = some endpoints are not visible, or there are none. */
export function machineShare(weights: { readonly machines: number | null; readonly pods: number | null; readonly inline: number | null }): number | null {
  const { machines, pods, inline } = weights;
  if (machines === null || pods === null || inline === null || machines + pods + inline === 0) return null;
  return machines / (machines + pods + inline);
}

/** Counts endpoints that are lost or failed (`there`: all other machines). Only kinds with such endpoints count in `of`. */
function missingOf({ size, there, pods, addresses }: Pick<EndpointTally, "pods" | "addresses"> & { readonly size: number; readonly there: number }) {
  const parts = [
    { lacks: "machines", count: Math.max(0, size - there), of: size },
    { lacks: "pods", count: pods === null ? 0 : pods.taken - pods.ready, of: pods?.taken ?? 0 },
    { lacks: "addresses", count: addresses === null ? 0 : addresses.taken - addresses.ready - addresses.doubted, of: addresses?.taken ?? 0 },
  ] as const;
  const [first, ...others] = parts.filter(({ count }) => count > 0);
  if (first === undefined) return null;
  const sum = (part: "count" | "of") => others.reduce((total, one) => total + one[part], first[part]);
  return { count: sum("count"), of: sum("of"), lacks: others.length > 0 ? "both" : first.lacks } as const;
}

/**
 * Orders services by severity, worst first; 0 = equal. A service without an endpoint is first at any size. The next keys are the order of SERVICE_STATUSES,
 * then number and share. Machines count before Pods, because Kubernetes replaces Pods.
 */
export function compareServiceTrouble(a: ServiceStatus, b: ServiceStatus): number {
  return rankOf(a) - rankOf(b) || compareTrouble(harmOf(a), harmOf(b), 0);
}

/** Missing Pods alone come after missing machines. */
function rankOf({ kind, lacks }: ServiceStatus): number {
  return SERVICE_STATUSES.indexOf(kind) + (lacks === "pods" ? 0.5 : 0);
}

function harmOf({ kind, count, of }: ServiceStatus): TroubleSize {
  const isGone = kind === "nobody" || kind === "missing";
  return { notServing: isGone ? count : 0, size: of, inDoubt: kind === "unverified" ? count : 0, since: null };
}

const TONES = {
  nobody: "bad",
  missing: "bad",
  unverified: "blind",
  "claimed-twice": "warn",
  "no-caller": "idle",
  unknown: "blind",
  awaiting: "idle",
  draining: "idle",
  "takes-nobody": "idle",
  unchecked: "idle",
  serves: "good",
} as const satisfies Record<ServiceStatusKind, Tone>;

/** The freshness of a service. `notVerified`: a source that verifies connections and is not visible. */
interface HostFreshness extends Pick<PageFreshness, "kind"> {
  readonly notVerified?: NotVerified;
}

/**
 * Returns the tone of a service. It is green only while its source is live, all endpoints are visible and the connections of its machines are verified. Missing
 * Pods are only a warning, because Kubernetes replaces them.
 */
export function serviceTone(
  { kind, lacks, podsSeen }: Pick<ServiceStatus, "kind" | "lacks" | "podsSeen">,
  { kind: freshness, notVerified }: HostFreshness,
): Tone {
  const tone = TONES[kind];
  if (kind === "missing" && (lacks === "pods" || lacks === "addresses")) return "warn";
  if (tone !== "good") return tone;
  if (freshness !== "live") return "idle";
  return podsSeen && notVerified === undefined ? "good" : "blind";
}

/**
 * The reason why callers are not sent a selected machine: it fails, it drains, or it waits for its first health report. A failing machine is trouble. A
 * draining one is planned, and a waiting one becomes healthy without action.
 */
export type NotSentKind = "failing" | "draining" | "awaiting";

/** Returns the kind of a machine that is not sent. A failed check outranks draining, as in its state (docs/istio.md#health-gate, #draining). */
export function notSentKind(reasons: readonly ExclusionReason[]): NotSentKind {
  const has = (code: ExclusionReasonCode) => reasons.some((reason) => reason.code === code);
  if (reasons.length === 0 || reasons.some(({ code }) => !CALM.has(code))) return "failing";
  return has("draining") ? "draining" : "awaiting";
}

const CALM: ReadonlySet<ExclusionReasonCode> = new Set<ExclusionReasonCode>(["draining", "awaiting-first-probe"]);

/**
 * Reasons to leave out a healthy machine. Another object has the host name or port. The caller does not know the host name (`exportTo`, Sidecar). No path
 * leads to the machine. Or a policy for the caller (`distribute`, `internalTrafficPolicy`, PASSTHROUGH) excludes it.
 */
export type HealthyNotSentKind = "notOwned" | "hostUnknown" | "unreachable" | "elsewhere";

/** Returns the kind of a healthy machine that istiod does not send to a caller. Null = the object has no port with endpoints. */
export function healthyNotSentKind(reason: NotSentReason | null): HealthyNotSentKind {
  if (reason === null) return "notOwned";
  switch (reason.code) {
    case "not-owner":
      return reason.owner === null ? "hostUnknown" : "notOwned";
    case "port-lost":
    case "port-not-served":
    case "other-port-name":
      return "notOwned";
    case "no-list":
      return reason.owner === null ? "elsewhere" : "notOwned";
    case "locality-left-out":
    case "other-node":
      return "elsewhere";
    default:
      return "unreachable";
  }
}
