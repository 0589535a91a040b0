import type { LossEndReason } from "@/lib/domain/history/loss-ends";
import { NEW_TROUBLE_MS, type TroubleTier, troubleTierOf } from "@/lib/domain/verdict/tiers";
import { INCIDENT_LIMITS } from "./limits";
import { isBad, type MachineCondition, type MachineFacts, type ObjectChange, type ServiceId, type TraitName } from "./observation";

/** The states of an incident, in the order of pages. */
export const INCIDENT_STATES = ["open", "recovering", "long-running", "over"] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

/** An incident at a moment. Milliseconds. */
export interface Incident {
  /** A short random key, set when it opened. */
  readonly key: string;
  readonly clusters: readonly string[];
  /** The first failure. `notBefore` is set if it was not observed: it happened between both moments. */
  readonly began: { readonly at: number; readonly notBefore: number | null };
  readonly openedAt: number;
  /** The first failure was found at a start of Stolos. */
  readonly foundAtStart: boolean;
  readonly state: IncidentState;
  readonly stateSince: number;
  /** Its cluster is not observed since then. */
  readonly unknownSince: number | null;
  readonly cause: IncidentCause;
  readonly members: readonly IncidentMember[];
  readonly services: readonly LostService[];
  /** Changes in the ten minutes before the first failure, the nearest first. */
  readonly changes: readonly ObjectChange[];
  /** Without `changes`: the last change before the first failure. */
  readonly lastChange: ObjectChange | null;
  /** The largest number of bad members, and its moment. */
  readonly peak: { readonly at: number; readonly bad: number };
  readonly endedAt: number | null;
  readonly mergedInto: string | null;
  /** The maintenance window that contains it: it sends no messages. `reason` "" = not visible to the viewer. */
  readonly planned: { readonly reason: string; readonly until: number } | null;
  /** Evidence that arrived after its end, with its moment. */
  readonly appended: readonly { readonly at: number; readonly what: string }[];
}

/** A service without an endpoint; `backAt` null = still. Milliseconds. */
export interface LostService {
  readonly service: ServiceId;
  readonly lostLastAt: number;
  readonly backAt: number | null;
}

/** The cause that the title names. Two traits separate equally well: one of them is the cause. */
export interface IncidentCause {
  readonly kind:
    | "trait"
    | "machine"
    | "group-deleted"
    | "namespace-deleted"
    | "istiod-gone"
    | "replica-gone"
    | "clock-skew"
    | "left-healthy"
    | "service-without-endpoint"
    | "time-only";
  readonly traits: readonly CauseTrait[];
  /** The only group of all members with its size; null = there are several, or none. */
  readonly group: { readonly namespace: string; readonly name: string; readonly size: number } | null;
}

/** A trait with its share among the failed machines (`bad` of `of`) and among the others (`others` of `ofOthers`). */
export interface CauseTrait {
  readonly trait: TraitName;
  readonly value: string;
  readonly bad: number;
  readonly of: number;
  readonly others: number;
  readonly ofOthers: number;
}

/** A machine of an incident. Milliseconds. */
export interface IncidentMember {
  readonly machine: MachineFacts;
  readonly joinedAt: number;
  /** Its conditions since it failed; `to` null = it continues. */
  readonly spans: readonly ConditionSpan[];
  readonly message: string;
  /** The cause of its failure when it joined; see `Observation`. */
  readonly cause: string;
  /** It was in no trouble when it left. */
  readonly leftHealthy: boolean;
  /** The end of its trouble; null = not yet. "gone" = a planned end. */
  readonly left: { readonly how: "serving" | "gone" | LossEndReason; readonly at: number; readonly by: string } | null;
}

export interface ConditionSpan {
  readonly condition: MachineCondition;
  readonly from: number;
  readonly to: number | null;
}

/** True if a member joined in the first minutes after the opening. Milliseconds. */
export function isEarlyJoin(joinedAt: number, openedAt: number): boolean {
  return joinedAt - openedAt <= INCIDENT_LIMITS.compareMs;
}

/**
 * Returns the members that decide the cause: those of the first minutes. If there was only one, as in a leak of one machine per 20 min, all members decide:
 * one machine shows no cause of several.
 */
export function causeDecidingMembers(members: readonly IncidentMember[], openedAt: number): readonly IncidentMember[] {
  const early = members.filter(({ joinedAt }) => isEarlyJoin(joinedAt, openedAt));
  return early.length > 1 ? early : members;
}

/** Returns the condition of a member if it is failed, lost or unverified; else null. */
export function currentBadCondition({ left, spans }: Pick<IncidentMember, "left" | "spans">): "failed" | "lost" | "unverified" | null {
  const condition = left === null ? spans.at(-1)?.condition : undefined;
  return condition === "failed" || condition === "lost" || condition === "unverified" ? condition : null;
}

/** Returns the largest number of machines that were bad at once, and its first moment; null = no machine was. Milliseconds. */
export function peakOf(members: readonly Pick<IncidentMember, "spans">[]): Incident["peak"] | null {
  const steps = members.flatMap(({ spans }) =>
    spans.filter(({ condition }) => isBad(condition)).flatMap(({ from, to }) => [{ at: from, by: 1 }, ...(to === null ? [] : [{ at: to, by: -1 }])]),
  );
  // At one moment ends come first: the next span of a machine begins where the last one ends.
  steps.sort((a, b) => a.at - b.at || a.by - b.by);
  let bad = 0;
  let peak: Incident["peak"] | null = null;
  for (const { at, by } of steps) {
    bad += by;
    if (bad > (peak?.bad ?? 0)) peak = { at, bad };
  }
  return peak;
}

/**
 * Returns the minutes for which members were bad, summed over the members. It is a range if Stolos was away when they failed: "least" counts from its start, and
 * "most" from its stop. `now` in milliseconds.
 */
export function machineMinutesLost({ members, began, foundAtStart }: Incident, now: number): { readonly least: number; readonly most: number } {
  const gap = foundAtStart && began.notBefore !== null ? began.at - began.notBefore : 0;
  let [least, most] = [0, 0];
  for (const { spans } of members) {
    const bad = spans.filter(({ condition }) => isBad(condition)).reduce((sum, { from, to }) => sum + (to ?? now) - from, 0);
    const isFound = (spans[0]?.from ?? now) - began.at <= INCIDENT_LIMITS.startMs;
    least += bad;
    most += bad + (isFound ? gap : 0);
  }
  return { least: least / MINUTE_MS, most: most / MINUTE_MS };
}

const MINUTE_MS = 60_000;

/** Returns the tier of an incident by what is bad in it; null = nothing is. It got worse last at its peak. `now` in milliseconds. */
export function incidentTier({ members, services, peak, state }: Incident, now: number): TroubleTier | null {
  if (state === "over") return null;
  if (services.some(({ backAt, lostLastAt }) => backAt === null && now - lostLastAt < NEW_TROUBLE_MS)) return 1;
  const bad = members.flatMap((member) => currentBadCondition(member) ?? []);
  const inDoubt = bad.filter((condition) => condition === "unverified").length;
  const tier = troubleTierOf({ notServing: bad.length - inDoubt, size: members.length, inDoubt, since: peak.at }, now);
  return tier ?? (services.some(({ backAt }) => backAt === null) ? 4 : null);
}
