import type { ReplicaStatusKind } from "@/lib/domain/control-plane/replica-status";
import { INCIDENT_LIMITS } from "@/lib/domain/incidents/limits";
import type { TraitName } from "@/lib/domain/incidents/observation";
import { isSeparatingTrait } from "@/lib/domain/incidents/traits";
import type { Statement } from "@/lib/domain/statements/statement";

/** A number of machines, and the number of those in trouble. */
export interface MachinesInTrouble {
  readonly troubled: number;
  readonly machines: number;
}

/** A replica of istiod that has, or last had, connections of the machines in trouble. `restarted`: its container started after a connection. */
export interface ReplicaOfMachines {
  readonly name: string;
  readonly status: ReplicaStatusKind | "restarted";
}

/** The input of "Is it istiod?". Times in milliseconds. Null = unknown, or not visible to the viewer. */
export interface IstiodCauseInput {
  /** The answer for the incident of these machines (`istiodCauseAnswer`); null = no incident, or an incident of one machine. */
  readonly incident: IstiodAnswer | null;
  /** The trait that explains the incident; absent = none. A trait other than istiod also explains lost replicas. */
  readonly incidentTrait?: { readonly trait: TraitName; readonly value: string } | undefined;
  /** The machines are unverified: their connections cannot be compared (`istiodCauseAnswer`). Not of an entry that cannot be parsed. */
  readonly isUnverified: boolean;
  /** The replicas of the cluster; null = the viewer may not read istiod's Pods. */
  readonly replicas: { readonly ready: number; readonly total: number } | null;
  /** The machines in trouble, and how many of them are connected. `since`: the start of the connection of a single machine. */
  readonly connected: { readonly machines: number; readonly connected: number; readonly since: number | null };
  /** The replicas that their entries name, most machines first. Empty = no entry names one. */
  readonly holders: readonly ReplicaOfMachines[];
  /** Other machines on the same replicas, and machines on other replicas. */
  readonly onSame: MachinesInTrouble | null;
  readonly elsewhere: MachinesInTrouble | null;
  /** Machines whose agent reported the failure over its connection. `at`: the time of the report, for a single machine. */
  readonly reported: { readonly machines: number; readonly at: number | null } | null;
  /** True if a connection time is in the future, which means that the clock of a replica is wrong. */
  readonly isClockAhead: boolean;
  /** Machines of the cluster that reconnect now, as in a rollout. */
  readonly reconnecting: { readonly reconnecting: number; readonly managed: number } | null;
  /** True if the entry causes its own state: it has no address and no network, or cannot be parsed. */
  readonly isOfEntry: boolean;
  /** True if a user, a program or the deletion of the group deleted the entry. Then istiod did not. */
  readonly isDeleted?: boolean;
}

type IstiodAnswer = "yes" | "no-evidence" | "cannot-tell";

/** Whether a comparison is evidence for or against istiod as the cause. "none": neutral. "unknown": the viewer lacks a permission. */
export type IstiodEvidence = "for" | "against" | "none" | "unknown";

/** One comparison with its values. Times in milliseconds. */
export type IstiodComparison = Statement & { readonly speaks: IstiodEvidence } & (
    | { readonly kind: "istiod-replicas-ready"; readonly ready: number; readonly total: number }
    | { readonly kind: "istiod-replicas-hidden" }
    | {
        readonly kind: "machines-connected";
        readonly machines: number;
        readonly connected: number;
        readonly since: number | null;
        /** `replica`: the only replica, or "". `replicas`: the number of replicas. */
        readonly replica: string;
        readonly replicas: number;
      }
    | { readonly kind: "connections-unverified"; readonly machines: number }
    | { readonly kind: "replica-lost-connections"; readonly replica: string; readonly status: ReplicaOfMachines["status"] }
    | ({ readonly kind: "machines-on-same-replicas"; readonly replicas: number } & MachinesInTrouble)
    | ({ readonly kind: "machines-on-other-replicas" } & MachinesInTrouble)
    | { readonly kind: "failure-reported"; readonly machines: number; readonly reported: number; readonly at: number | null }
    | { readonly kind: "istiod-clock-ahead" }
    | { readonly kind: "machines-reconnecting"; readonly reconnecting: number; readonly managed: number }
    | { readonly kind: "incident-trait"; readonly trait: TraitName; readonly value: string }
    | { readonly kind: "cause-in-entry" }
    | { readonly kind: "entry-deleted" }
  );

export interface IstiodQuestionAnswer {
  readonly answer: IstiodAnswer;
  readonly checks: readonly IstiodComparison[];
}

/**
 * A larger share of reconnecting machines is a rollout or an outage of istiod, a smaller one is routine. Also the share of other machines in trouble
 * above which they are no evidence against istiod.
 */
const ROUTINE_RECONNECT_SHARE = 0.2;

/**
 * Answers "Is it istiod?". "yes": no replica is ready, a replica's clock is wrong, or the incident proves it. "no-evidence": the comparisons are
 * evidence against it. "cannot-tell": the viewer may not read istiod's Pods, there is evidence without proof, the machines are unverified, or nothing to
 * compare.
 */
export function answerIstiodQuestion(question: IstiodCauseInput): IstiodQuestionAnswer {
  const found = withIncidentTrait(question, istiodComparisons(question));
  // Without istiod's Pods there is no evidence against istiod.
  const checks = question.replicas === null ? found.map((check) => (check.speaks === "against" ? { ...check, speaks: "none" as const } : check)) : found;
  return { answer: answerOf(question, checks), checks };
}

function answerOf({ incident, replicas, isClockAhead, isUnverified }: IstiodCauseInput, checks: readonly IstiodComparison[]): IstiodAnswer {
  if (replicas === null) return "cannot-tell";
  if (incident === "yes" || (incident === null && (replicas.ready === 0 || isClockAhead))) return "yes";
  if (isUnverified) return "cannot-tell";
  if (incident !== null) return incident;
  if (checks.some(({ speaks }) => speaks === "for")) return "cannot-tell";
  // Ready replicas alone are no evidence: they say nothing about these machines.
  return checks.some(({ speaks, kind }) => speaks === "against" && kind !== "istiod-replicas-ready") ? "no-evidence" : "cannot-tell";
}

/** A failed zone also takes down the istiod replicas in it. Then the zone explains the failure, and a lost replica is no evidence. */
function withIncidentTrait({ incident, incidentTrait }: IstiodCauseInput, checks: readonly IstiodComparison[]): readonly IstiodComparison[] {
  if (incident !== "no-evidence" || incidentTrait === undefined) return checks;
  const explained = checks.map((check) => (check.speaks === "for" ? { ...check, speaks: "none" as const } : check));
  return [{ kind: "incident-trait", speaks: "against", ...incidentTrait }, ...explained];
}

function istiodComparisons(question: IstiodCauseInput): readonly IstiodComparison[] {
  if (question.isOfEntry) return [{ kind: "cause-in-entry", speaks: "against" }, ...replicaChecks(question)];
  if (question.isDeleted === true) return [{ kind: "entry-deleted", speaks: "against" }, ...otherMachineChecks(question), ...replicaChecks(question)];
  return [
    ...(question.isClockAhead ? [{ kind: "istiod-clock-ahead", speaks: "for" } as const] : []),
    ...(question.isUnverified ? [{ kind: "connections-unverified", speaks: "unknown", machines: question.connected.machines } as const] : []),
    ...connectionChecks(question),
    ...otherMachineChecks(question),
    ...reportChecks(question),
    ...replicaChecks(question),
    ...reconnectingChecks(question),
  ];
}

/** A connected machine receives its configuration from istiod, and a replica that cannot hold connections ended them (docs/istio.md#dead-replica). */
function connectionChecks({ connected, holders, replicas }: IstiodCauseInput): readonly IstiodComparison[] {
  const lost = holders.filter(({ status }) => LOST_CONNECTIONS.includes(status));
  if (replicas !== null && lost.length > 0)
    return lost.map(({ name, status }) => ({ kind: "replica-lost-connections", speaks: "for", replica: name, status }) as const);
  const [first, ...more] = holders;
  const isProven = replicas !== null && holders.length > 0 && holders.every(({ status }) => status === "runs");
  const speaks = connected.connected < connected.machines || connected.machines === 0 ? "none" : isProven ? "against" : "unknown";
  return [{ kind: "machines-connected", speaks, ...connected, replica: more.length === 0 ? (first?.name ?? "") : "", replicas: holders.length }];
}

const LOST_CONNECTIONS: readonly ReplicaOfMachines["status"][] = ["gone", "lost", "not-running", "restarted"];

function otherMachineChecks({ connected, onSame, elsewhere, holders }: IstiodCauseInput): readonly IstiodComparison[] {
  if (onSame === null || holders.length === 0) return [];
  const speaks = otherMachinesSpeak(connected.machines, onSame, elsewhere);
  const same = { kind: "machines-on-same-replicas", speaks, ...onSame, replicas: holders.length } as const;
  if (speaks !== "for" || elsewhere === null || elsewhere.machines === 0) return [same];
  return [same, { kind: "machines-on-other-replicas", speaks, ...elsewhere }];
}

/** Tests whether trouble on these replicas is significantly more frequent than on others, as for the traits of an incident. */
function otherMachinesSpeak(own: number, same: MachinesInTrouble, elsewhere: MachinesInTrouble | null): IstiodEvidence {
  if (same.machines === 0) return "none";
  const other = elsewhere ?? { troubled: 0, machines: 0 };
  const failed = own + same.troubled;
  const counts = { failed, ofFailed: failed + other.troubled, having: own + same.machines, all: own + same.machines + other.machines };
  if (same.troubled > 0 && isSeparatingTrait(counts, INCIDENT_LIMITS.chanceOfAll)) return "for";
  return same.troubled <= same.machines * ROUTINE_RECONNECT_SHARE ? "against" : "none";
}

/** Agents report failures over the connection to istiod. A report proves that the connection works (docs/istio.md#reports). */
function reportChecks({ reported, connected: { machines } }: IstiodCauseInput): readonly IstiodComparison[] {
  if (reported === null) return [];
  const speaks = machines > 0 && reported.machines === machines ? "against" : "none";
  return [{ kind: "failure-reported", speaks, machines, reported: reported.machines, at: reported.at }];
}

function replicaChecks({ replicas }: IstiodCauseInput): readonly IstiodComparison[] {
  if (replicas === null) return [{ kind: "istiod-replicas-hidden", speaks: "unknown" }];
  const speaks = replicas.ready === 0 ? "for" : replicas.ready === replicas.total ? "against" : "none";
  return [{ kind: "istiod-replicas-ready", speaks, ...replicas }];
}

/** Left out while no machine reconnects. */
function reconnectingChecks({ reconnecting }: IstiodCauseInput): readonly IstiodComparison[] {
  if (reconnecting === null || reconnecting.reconnecting === 0) return [];
  const speaks = reconnecting.reconnecting > reconnecting.managed * ROUTINE_RECONNECT_SHARE ? "for" : "against";
  return [{ kind: "machines-reconnecting", speaks, ...reconnecting }];
}
