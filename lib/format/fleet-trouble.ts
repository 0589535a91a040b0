import type {
  ConnectionsNotVerified,
  FailedMachinesSharingTrait,
  FleetTrouble,
  FleetWorstGroup,
  FleetWorstMachine,
  IstiodGone,
  LongRunningTrouble,
  LostMachinesSharingTrait,
  QuietTrouble,
} from "@/lib/domain/statements/fleet-trouble";
import type { Tone } from "@/lib/domain/verdict/freshness";
import type { LinePart } from "./headline";
import { suddenPhrase } from "./losses-sentence";
import { probeReason } from "./probe-error";
import { lostServiceText } from "./services-without-endpoint";
import { inCluster } from "./text/cluster";
import { formatSpan } from "./text/duration";
import { listOf } from "./text/lists";
import { formatNumber, oneOrMany, plural } from "./text/numbers";
import { capitalize } from "./text/sentence";
import { be, momentOf, type TextContext, verb } from "./text/tense";
import { formatMoment } from "./time-ticks";
import { commonPhrase } from "./trouble-phrase";

/** Three parts of a sentence, the middle one in the colour of the state: "6 of 48 ", "checkout", " machines failed 4 min ago: connection refused." */
export interface TroubleSentence {
  readonly before: string;
  readonly loud: string;
  readonly after: string;
  readonly tone: Tone;
}

/** Returns the second line of the fleet's headline. */
export function fleetTroubleText(trouble: FleetTrouble, context: TextContext): TroubleSentence {
  switch (trouble.kind) {
    case "service-without-endpoint": {
      const { who, words, tone } = lostServiceText(trouble, context);
      return { before: "", loud: who, after: ` ${words}`, tone };
    }
    case "istiod-gone":
      return istiodGoneText(trouble, context);
    case "fleet-lost":
      return lostText(trouble, context);
    case "fleet-failing":
      return failingText(trouble, context);
    case "unverified-since-rollout": {
      const { unverified, since, cluster } = trouble;
      const after = ` since the rollout at ${momentText(since, context)}${inClusterPhrase(cluster, context)}.`;
      return { tone: "blind", before: `${plural(unverified, "machine")} ${be(unverified, context.tense)} `, loud: "unverified", after };
    }
    case "fleet-worst-group":
      return worstGroupText(trouble, context);
    case "fleet-worst-machine":
      return worstMachineText(trouble, context);
    case "group-deleted": {
      const { namespace, group, machines, cluster, since } = trouble;
      const when = since === null ? "" : ` ${agoPhrase({ ...trouble, since }, context)}`;
      const after = `${inClusterPhrase(cluster, context)} was deleted${when}, with its ${plural(machines, "machine")}.`;
      return { tone: "bad", before: "Group ", loud: `${namespace}/${group}`, after };
    }
    case "not-verified":
      return { tone: "blind", before: "", loud: notVerifiedPhrase(context.tense), after: `: ${permissionPhrase(trouble)}.` };
    case "no-new-trouble":
      return { tone: "idle", before: `All trouble ${be(1, context.tense)} older than ${formatSpan(trouble.withinMs)}.`, loud: "", after: "" };
  }
}

/** Without istiod, callers keep the endpoints that they received last. */
function istiodGoneText({ cluster, since, sinceAtLeast }: IstiodGone, context: TextContext): TroubleSentence {
  const { past } = context.tense;
  const begun = since === null ? "" : ` ${forPhrase({ since, sinceAtLeast }, context)}`;
  const known = `${past ? "was" : begun === "" ? "is" : "has been"} gone${begun}`;
  const callers = past ? "Callers kept their last endpoints." : "Callers keep their last endpoints.";
  return { tone: "bad", before: "", loud: "istiod", after: `${inClusterPhrase(cluster, context)} ${known}. ${callers}` };
}

function lostText({ lost, groups, trait, value, sharedBy, sharedOf, ...span }: LostMachinesSharingTrait, { now, zone }: TextContext): TroubleSentence {
  const when = span.recorded === 0 ? "" : ` ${suddenPhrase(span, now, zone)}`;
  const after = ` of ${plural(groups, "group")} ${be(lost, PAST)} lost${when}.`;
  const loud = plural(lost, "machine");
  if (sharedBy === sharedOf) return { tone: "bad", before: `${capitalize(`${trait} ${value}`)}: `, loud, after };
  const share = `${formatNumber(sharedBy)} of the ${formatNumber(sharedOf)} losses of a day are in ${trait} ${value}.`;
  return { tone: "bad", before: "", loud, after: `${after} ${share}` };
}

const PAST = { past: true } as const;

function failingText({ failing, groups, trait, value, sharedBy, sharedOf }: FailedMachinesSharingTrait, { tense: { past } }: TextContext): TroubleSentence {
  const others = sharedBy === failing ? `in ${plural(groups, "group")}` : `and ${formatNumber(failing - sharedBy)} elsewhere`;
  const after = ` of its ${plural(sharedOf, "machine")} ${past ? "failed" : "fail"}, ${others}.`;
  return { tone: "bad", before: `${capitalize(`${trait} ${value}`)}: `, loud: formatNumber(sharedBy), after };
}

function worstGroupText(trouble: FleetWorstGroup, context: TextContext): TroubleSentence {
  const { number, total, unreadable, message, unhealthy = 0, unverified = 0, lost, missing } = trouble;
  const name = groupName(trouble);
  const cluster = inClusterPhrase(trouble.cluster, context);
  if (unreadable && number === 0) return { tone: "blind", before: "", loud: name, after: `${cluster} ${be(1, context.tense)} unreadable.` };
  const [loud, noun] =
    trouble.group === "" ? [`${oneOrMany(total, "machine")} of no group`, ` in ${trouble.namespace}`] : [name, ` ${oneOrMany(total, "machine")}`];
  const parts = `${kindsPhrase(trouble, context)}${traitsPhrase(trouble.common, number)}`;
  const tone = unhealthy + lost + missing > 0 ? "bad" : unverified > 0 ? "blind" : "idle";
  const after = `${noun}${cluster} ${parts}${reasonPhrase(message)}`;
  return { tone, before: `${formatNumber(number)} of ${formatNumber(total)} `, loud, after };
}

/** "failed 4 min ago", "are unverified for 6 min"; for several conditions "are in trouble: 6 failed and 2 lost, the last 4 min ago". */
function kindsPhrase(trouble: FleetWorstGroup, context: TextContext): string {
  const { number, unhealthy = 0, unverified = 0, lost, missing, reconnecting, starting } = trouble;
  const are = be(number, context.tense);
  const kinds = [
    { count: unhealthy, alone: "failed", word: "failed", isEvent: true },
    { count: lost, alone: `${be(number, PAST)} lost`, word: "lost", isEvent: true },
    { count: missing, alone: `${are} missing`, word: "missing", isEvent: false },
    { count: unverified, alone: `${are} unverified`, word: "unverified", isEvent: false },
    { count: reconnecting, alone: `${verb(number, "reconnect", context.tense)} at once`, word: "reconnecting", isEvent: false },
    { count: starting, alone: `${are} starting`, word: "starting", isEvent: false },
  ].filter(({ count }) => count > 0);
  const [only, ...others] = kinds;
  if (only === undefined) return "";
  if (others.length === 0) return `${only.alone}${whenPhrase(trouble, context, only.isEvent)}`;
  const counts = listOf(kinds.map(({ count, word }) => `${formatNumber(count)} ${word}`));
  if (trouble.since === null) return `${are} in trouble: ${counts}`;
  const order = trouble.sinceAtLeast ? "since" : trouble.isFirst ? "the first" : "the last";
  return `${are} in trouble: ${counts}, ${order} ${agoPhrase({ ...trouble, since: trouble.since }, context)}`;
}

/** " 4 min ago" for an event, and " for 4 min" for a state. */
function whenPhrase({ since, sinceAtLeast, risen, isFirst }: FleetWorstGroup, context: TextContext, isEvent: boolean): string {
  if (since === null) return "";
  const when = (isEvent ? agoPhrase : forPhrase)({ since, sinceAtLeast }, context);
  if (isFirst) return `, the first ${when}`;
  return risen === null ? ` ${when}` : `, ${formatNumber(risen)} of them ${when}`;
}

function worstMachineText({ cluster, namespace, machine, word, message, since, sinceAtLeast }: FleetWorstMachine, context: TextContext): TroubleSentence {
  const isDoubt = word === "unverified";
  const when = since === null ? "" : ` ${(isDoubt ? forPhrase : agoPhrase)({ since, sinceAtLeast }, context)}`;
  const state = isDoubt ? `${be(1, context.tense)} unverified` : word === "lost" ? "was lost" : "failed";
  const after = `${inClusterPhrase(cluster, context)} ${state}${when}${reasonPhrase(message)}`;
  return { tone: isDoubt ? "blind" : "bad", before: "", loud: `${namespace}/${machine}`, after };
}

function notVerifiedPhrase({ past }: { readonly past: boolean }): string {
  return `Stolos ${past ? "could not" : "cannot"} verify them`;
}

function permissionPhrase({ namespace }: ConnectionsNotVerified): string {
  return `no permission to read Pods in ${namespace}`;
}

const MOST_OF_A_REASON = 80;

/** Returns a probe's message after a colon, without its target. The middle of a long one is cut, because its end names the cause. */
export function reasonPhrase(message: string): string {
  const reason = probeReason(message).replace(/\.$/, "");
  if (reason === "") return ".";
  if (reason.length <= MOST_OF_A_REASON) return `: ${reason}.`;
  const half = MOST_OF_A_REASON / 2;
  return `: ${reason.slice(0, half).trimEnd()}…${reason.slice(-half).trimStart()}.`;
}

/** Returns "4 min ago"; "at 04:06:48" in a text that is stored; "before 04:10:00" if the event was not observed. */
export function agoPhrase({ since, sinceAtLeast }: { readonly since: number; readonly sinceAtLeast: boolean }, context: TextContext): string {
  if (sinceAtLeast) return `before ${momentText(since, context)}`;
  const isKept = context.tense.past || context.isKept === true;
  return isKept ? `at ${momentText(since, context)}` : `${spanSince(since, context)} ago`;
}

/** Returns "for 4 min"; "since 04:06:48" in a text that is stored. */
export function forPhrase({ since, sinceAtLeast }: { readonly since: number; readonly sinceAtLeast: boolean }, context: TextContext): string {
  const isKept = context.tense.past || context.isKept === true;
  if (isKept) return `since ${momentText(since, context)}${sinceAtLeast ? " or before" : ""}`;
  return `for ${sinceAtLeast ? "at least " : ""}${spanSince(since, context)}`;
}

function spanSince(since: number, { tense, now }: TextContext): string {
  return formatSpan(momentOf(tense, now) - since);
}

function momentText(at: number, { now, zone }: TextContext): string {
  return formatMoment(at, now, zone);
}

/** Returns the name of a group, with its namespace if another group has the same name. */
export function groupName({ namespace, group, isNameUnique }: Pick<FleetWorstGroup, "namespace" | "group" | "isNameUnique">): string {
  return isNameUnique ? group : `${namespace}/${group}`;
}

/** ", all in zone a"; both traits if two separate equally well. */
function traitsPhrase(common: readonly string[], count: number): string {
  const phrase = commonPhrase(common, count);
  return phrase === "" || common.length < 2 ? phrase : `${phrase} (cannot tell which)`;
}

/** A part of the line below the headline, with its statement. */
export interface FleetQuietLinePart extends LinePart {
  readonly statement: QuietTrouble;
}

/** Returns the parts of the line below the fleet's headline: trouble that needs no immediate attention. */
export function fleetQuietLineParts(trouble: readonly QuietTrouble[], context: TextContext): readonly FleetQuietLinePart[] {
  return trouble.map((statement) => ({
    text: quietText(statement, context),
    tone: statement.kind === "history-paused" || statement.kind === "not-verified" ? "blind" : null,
    statement,
  }));
}

function quietText(trouble: QuietTrouble, context: TextContext): string {
  switch (trouble.kind) {
    case "fleet-rollout": {
      const to = trouble.version === "" ? "" : ` to ${trouble.version}`;
      return `rollout of istiod${to}${inClusterPhrase(trouble.cluster, context)}: ${plural(trouble.waiting, "machine")} still to reconnect`;
    }
    case "long-running":
      return longRunningText(trouble, context);
    case "not-verified":
      return `machines are not verified: ${permissionPhrase(trouble)}`;
    case "history-paused":
      return trouble.since === null ? "the history is off" : `the history is paused since ${momentText(trouble.since, context)}`;
  }
}

function longRunningText(trouble: LongRunningTrouble, context: TextContext): string {
  const { cluster, namespace, group, number, total, since, more, morePlaces } = trouble;
  const name = group === "" ? `${namespace}, no group` : groupName(trouble);
  const age = since === null ? "" : context.isKept === true ? ` since ${momentText(since, context)}` : ` for ${spanSince(since, context)}`;
  const groups = more > 0 ? ` and ${plural(more, "more group")}` : "";
  const places = morePlaces > 0 ? ` and machines of no group in ${plural(morePlaces, "more namespace")}` : "";
  const others = `${groups}${places}`;
  return `${name}${inClusterPhrase(cluster, context)}, ${formatNumber(number)} of ${formatNumber(total)}${age}${others && `${others} with old trouble`}`;
}

/** Returns " in prod-eu" for a viewer with several clusters, otherwise "". */
export function inClusterPhrase(cluster: string, { severalClusters = false }: TextContext): string {
  return inCluster(cluster, severalClusters);
}
