import type { NotSentReason } from "@/lib/domain/selection/caller-service";
import type { ExclusionReason, ExclusionReasonCode } from "@/lib/domain/selection/reasons";
import type { HiddenVerifyingSource, PageFreshness, Tone } from "@/lib/domain/verdict/freshness";
import { compareTrouble, type TroubleSummary } from "@/lib/domain/verdict/tiers";

/** The numbers of machines that a selector selects, by their effect as endpoints. */
export interface SelectedMachineCounts {
  /** The number of selected machines, serving or not. */
  readonly taken: number;
  readonly serving: number;
  /** The number of machines that istiod sends to callers, but that are unverified. */
  readonly inDoubt: number;
  /**
   * The numbers of machines that istiod does not send to callers, which is no trouble: they are draining, or wait for their first health report
   * (`notSentKindOfMachine`).
   */
  readonly draining: number;
  readonly awaiting: number;
  /** The number of machines that istiod sends to callers without a health check. */
  readonly notChecked: number;
}

/** The numbers of selected machines for one caller, with the healthy machines that it does not get, by reason. */
export interface SelectedMachineCountsForCaller extends SelectedMachineCounts, Readonly<Record<HealthyNotSentKind, number>> {}

/** The numbers of a service's endpoints for one caller. Null = not visible, which is never zero. */
export interface EndpointTally {
  readonly machines: SelectedMachineCountsForCaller | null;
  /** The number of machines that are not registered, although groups with this selector's labels declare them or had them. */
  readonly absent: number;
  readonly pods: { readonly taken: number; readonly ready: number } | null;
  /**
   * The numbers of addresses in EndpointSlices that the controller of Kubernetes did not write. `doubted`: it is not known whether the caller gets
   * them.
   */
  readonly addresses: { readonly taken: number; readonly ready: number; readonly doubted: number } | null;
  /**
   * The number of endpoints written in a ServiceEntry, or DNS host names, that the caller gets, of `written` such endpoints. No probe checks them.
   */
  readonly inline: number;
  readonly written: number;
  /** The number of endpoints written in a ServiceEntry that istiod may send: the API does not show it. */
  readonly inlineInDoubt: number;
  /** True if another object visible to the same callers defines the host name. */
  readonly isClaimedTwice: boolean;
  /**
   * The reason why the caller gets no endpoint of this object: "owner" = another object defines the host name; "nobody" = no namespace may call it.
   * Null = the caller gets endpoints.
   */
  readonly notOwnedBecause: "owner" | "nobody" | null;
  /** True for a Service without a selector: all its endpoints are in EndpointSlices. */
  readonly needsSlices: boolean;
  /** True if the history shows that the service had a machine endpoint and has no endpoint of any kind now, and the viewer may list all kinds. */
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
   * The number of machines that the status is about: for "missing", "unverified", "awaiting", "draining" and "unchecked"; for "claimed-twice" the
   * machines that callers do not get; otherwise 0.
   */
  readonly count: number;
  /** The total of which `count` is a part; 0 if the status has no count. */
  readonly of: number;
  /** The kinds of endpoints that are missing, for the status "missing"; otherwise null. */
  readonly lacks: "machines" | "pods" | "addresses" | "both" | null;
  /** False if Pods are not visible. The status is then about machines only, and never green. */
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

/**
 * Returns the share of machines in the weight of all endpoints, 0 to 1; it is not a share of requests. Null = some endpoints are not visible, or
 * there are none.
 */
export function machineWeightShare(weights: { readonly machines: number | null; readonly pods: number | null; readonly inline: number | null }): number | null {
  const { machines, pods, inline } = weights;
  if (machines === null || pods === null || inline === null || machines + pods + inline === 0) return null;
  return machines / (machines + pods + inline);
}

/**
 * Returns the number of lost or failed endpoints; null = none. `there`: all other machines. Only kinds with lost or failed endpoints count in `of`.
 */
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
 * Compares two services for sorting by trouble, worst first; 0 = equal. A service without an endpoint comes first at any size. Then the order of
 * SERVICE_STATUSES, number and share decide. Machines count before Pods, because Kubernetes replaces Pods.
 */
export function compareServiceTrouble(a: ServiceStatus, b: ServiceStatus): number {
  return rankOf(a) - rankOf(b) || compareTrouble(harmOf(a), harmOf(b), 0);
}

/** Returns the rank of a status. Missing Pods alone come after missing machines. */
function rankOf({ kind, lacks }: ServiceStatus): number {
  return SERVICE_STATUSES.indexOf(kind) + (lacks === "pods" ? 0.5 : 0);
}

function harmOf({ kind, count, of }: ServiceStatus): TroubleSummary {
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

/** The freshness of a service's data. `notVerified`: set if istiod's Pods, which verify connections, are not visible. */
interface HostFreshness extends Pick<PageFreshness, "kind"> {
  readonly notVerified?: HiddenVerifyingSource;
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
 * The reason why callers do not get a selected machine: it fails, it drains, or it waits for its first health report. A failing machine is trouble. A
 * draining machine is planned, and a waiting one becomes healthy without action.
 */
export type NotSentKind = "failing" | "draining" | "awaiting";

/**
 * Returns the reason why callers do not get a machine. A failed check outranks draining, as in the machine's state (docs/istio.md#health-gate,
 * #draining).
 */
export function notSentKindOfMachine(reasons: readonly ExclusionReason[]): NotSentKind {
  const has = (code: ExclusionReasonCode) => reasons.some((reason) => reason.code === code);
  if (reasons.length === 0 || reasons.some(({ code }) => !CALM.has(code))) return "failing";
  return has("draining") ? "draining" : "awaiting";
}

const CALM: ReadonlySet<ExclusionReasonCode> = new Set<ExclusionReasonCode>(["draining", "awaiting-first-probe"]);

/**
 * The reason why a caller does not get a healthy machine. "notOwned": another object defines the host name or the port. "hostUnknown": the caller
 * does not know the host name (`exportTo`, Sidecar). "unreachable": no network path leads to the machine. "elsewhere": a policy for the caller
 * excludes it (`distribute`, `internalTrafficPolicy`, PASSTHROUGH).
 */
export type HealthyNotSentKind = "notOwned" | "hostUnknown" | "unreachable" | "elsewhere";

/** Returns the reason why a caller does not get a healthy machine, by its exact reason; null = the object has no port with endpoints. */
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
