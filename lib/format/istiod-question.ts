import type { IstiodComparison, IstiodEvidence, IstiodQuestionAnswer } from "@/lib/domain/diagnosis/istiod-question";
import type { IncidentCause } from "@/lib/domain/incidents/incident";
import type { Tone } from "@/lib/domain/verdict/freshness";
import { istiodAnswerSentence } from "./incident-cause";
import { traitText } from "./incident-title";
import { formatSpan } from "./text/duration";
import { formatNumber, oneOrMany, plural } from "./text/numbers";
import { be, have, momentOf, type TextContext, verb } from "./text/tense";
import { formatMoment } from "./time-ticks";

/**
 * Returns the answer to "Is it istiod?" as a sentence. `machines`: the number of machines it is about. `incident`: the cause of their incident, whose
 * page gives the same answer; null = no incident.
 */
export function istiodQuestionText(
  { answer, checks }: IstiodQuestionAnswer,
  { incident, machines }: { readonly incident: IncidentCause["kind"] | null; readonly machines: number },
  { tense }: TextContext,
): { readonly text: string; readonly tone: Tone | null } {
  const isHidden = checks.some(({ kind }) => kind === "istiod-replicas-hidden");
  const proven = checks.some(({ kind }) => kind === "istiod-clock-ahead") ? "clock-skew" : "istiod-gone";
  return istiodAnswerSentence(isHidden ? null : answer, { cause: incident ?? proven, machines }, tense);
}

/** One comparison as a sentence. `speaks`: its direction, see `IstiodEvidence`. */
export interface IstiodComparisonText {
  readonly text: string;
  readonly speaks: IstiodEvidence;
}

/** Returns a comparison as a sentence of at most 14 words. */
export function istiodEvidenceText(check: IstiodComparison, context: TextContext): IstiodComparisonText {
  return { text: checkSentence(check, context), speaks: check.speaks };
}

function checkSentence(check: IstiodComparison, context: TextContext): string {
  const { tense } = context;
  switch (check.kind) {
    case "istiod-replicas-ready":
      return check.total === 0
        ? `No istiod replica ${be(1, tense)} left.`
        : `${formatNumber(check.ready)} of ${plural(check.total, "istiod replica")} ${be(check.ready, tense)} ready.`;
    case "istiod-replicas-hidden":
      return "You may not list istiod's Pods.";
    case "machines-connected":
      return connectedSentence(check, context);
    case "connections-unverified":
      return check.machines === 1 ? "An unverified connection cannot be compared." : "Unverified connections cannot be compared.";
    case "replica-lost-connections":
      return `${shortReplicaName(check.replica)} ${REPLICA_ENDS[check.status][tense.past ? "past" : "now"]}.`;
    case "machines-on-same-replicas":
      return sameReplicasSentence(check, context);
    case "machines-on-other-replicas":
      return `On other replicas, ${formatNumber(check.troubled)} of ${plural(check.machines, "machine")} ${be(check.troubled, tense)} in trouble.`;
    case "failure-reported":
      return reportedSentence(check, context);
    case "istiod-clock-ahead":
      return `A connection ${tense.past ? "began" : "begins"} in the future: a replica's clock ${be(1, tense)} ahead.`;
    case "machines-reconnecting":
      return reconnectingSentence(check, context);
    case "incident-trait":
      return `Its incident ${be(1, tense)} about ${traitText(check.trait, check.value)}, not about istiod.`;
    case "entry-deleted":
      return "The entry was deleted, and istiod had no reason to.";
    case "cause-in-entry":
      return `The entry itself ${tense.past ? "explained" : "explains"} the state.`;
  }
}

function connectedSentence(
  { machines, connected, since, replica, replicas, speaks }: Extract<IstiodComparison, { kind: "machines-connected" }>,
  { tense, now }: TextContext,
): string {
  const name = shortReplicaName(replica);
  const to = replicas === 0 ? "" : replica === "" ? ` to ${formatNumber(replicas)} replicas` : ` to ${name}`;
  if (machines === 1) {
    if (connected === 0) return `It ${be(1, tense)} not connected.${lastReplicas(name, replicas)}`;
    const age = since === null ? "" : ` for ${formatSpan(momentOf(tense, now) - since)}`;
    const ready = speaks === "against" ? `, which ${tense.past ? "was" : "is"} ready` : "";
    return `Connected${age}${to}${ready}.`;
  }
  if (connected === 0) return `None of ${formatNumber(machines)} ${be(1, tense)} connected.${lastReplicas(name, replicas)}`;
  const ready = speaks === "against" ? `, ${oneOrMany(replicas, "which is", "all")} ready` : "";
  return `${formatNumber(connected)} of ${formatNumber(machines)} ${be(connected, tense)} connected${to}${tense.past ? "" : ready}.`;
}

function lastReplicas(name: string, replicas: number): string {
  if (replicas === 0) return "";
  return name === "" ? ` They were on ${formatNumber(replicas)} replicas.` : ` Last replica: ${name}.`;
}

const REPLICA_ENDS: Readonly<
  Record<Extract<IstiodComparison, { kind: "replica-lost-connections" }>["status"], { readonly now: string; readonly past: string }>
> = {
  gone: { now: "is gone", past: "was gone" },
  lost: { now: "is on a silent Node, or past its deletion", past: "was on a silent Node, or past its deletion" },
  "not-running": { now: "does not run", past: "did not run" },
  restarted: { now: "restarted after the connection began", past: "had restarted after the connection began" },
  runs: { now: "runs", past: "ran" },
  "in-doubt": { now: "runs, but is not ready", past: "ran, but was not ready" },
  ending: { now: "is stopping", past: "was stopping" },
  "not-visible": { now: "is not visible", past: "was not visible" },
};

function sameReplicasSentence(
  { troubled, machines, replicas }: Extract<IstiodComparison, { kind: "machines-on-same-replicas" }>,
  { tense }: TextContext,
): string {
  const where = replicas === 1 ? "this replica" : "these replicas";
  if (machines === 0) return `No other machine ${be(1, tense)} on ${where}.`;
  const count = troubled === 0 ? "none" : formatNumber(troubled);
  return `On ${where}, ${count} of ${plural(machines, "other machine")} ${be(Math.max(troubled, 1), tense)} in trouble.`;
}

function reportedSentence({ machines, reported, at }: Extract<IstiodComparison, { kind: "failure-reported" }>, { tense, now, zone }: TextContext): string {
  if (machines > 1)
    return `${formatNumber(reported)} of ${plural(machines, "agent")} reported the failure over ${reported === 1 ? "its connection" : "their connections"}.`;
  if (reported === 0) return `The agent ${have(1, tense)} not reported the failure.`;
  return `The agent reported the failure${at === null ? "" : ` at ${formatMoment(at, now, zone)}`}.`;
}

function reconnectingSentence({ reconnecting, managed }: Extract<IstiodComparison, { kind: "machines-reconnecting" }>, { tense }: TextContext): string {
  const now = tense.past ? "" : " now";
  return `In the whole cluster ${formatNumber(reconnecting)} of ${plural(managed, "machine")} ${verb(reconnecting, "reconnect", tense)}${now}.`;
}

/** Returns an istiod Pod's name without the hash of its ReplicaSet, which all replicas of a version share: "istiod-1-31…x8f2p". */
export function shortReplicaName(name: string): string {
  return name.replace(/-[0-9a-z]{6,10}-([0-9a-z]{5})$/, "…$1");
}

/** The text while the comparisons load. */
export const READING_REPLICAS_TEXT = "Reading the replicas of istiod …";
