import type { IncidentCause, IncidentMember, IncidentState } from "@/lib/domain/incidents/incident";
import { INCIDENT_LIMITS } from "@/lib/domain/incidents/limits";
import type { Condition, ObjectChange, TraitName } from "@/lib/domain/incidents/observation";
import { provenCauseOf } from "@/lib/domain/incidents/traits";
import type { Tone } from "@/lib/domain/verdict/freshness";
import type { State } from "@/lib/domain/verdict/verdict";
import { causeWords } from "./cause-words";
import { formatDateTime, type Zone } from "./clock";
import { traitText } from "./incident-title";
import { causeOf } from "./loss-words";
import { UNCONFIRMED } from "./summary-moment";
import { formatSpan, MINUTE_MS } from "./text/duration";
import { joinParts, listAndMore, listOf } from "./text/lists";
import { formatNumber, numberWord, oneOrMany, plural } from "./text/numbers";
import { capitalize } from "./text/sentence";
import { formatMoment } from "./time-ticks";

/** The moment and the time zone of a text. Milliseconds. */
export interface TextTime {
  readonly now: number;
  readonly zone: Zone;
}

/** The moments of an incident. Milliseconds. */
export interface IncidentTimes {
  readonly state: IncidentState;
  readonly stateSince: number;
  readonly openedAt: number;
  readonly since: number;
  readonly notBefore: number | null;
  readonly endedAt: number | null;
  readonly unknownSince: number | null;
  readonly foundAtStart: boolean;
}

interface TimesInput extends Pick<IncidentTimes, "state" | "stateSince" | "foundAtStart"> {
  readonly title: Pick<IncidentTimes, "since" | "notBefore" | "endedAt" | "unknownSince">;
}

/** Returns the moments of an incident from its row and its detail. */
export function incidentTimes({ title, state, stateSince, foundAtStart }: TimesInput, { openedAt }: Pick<IncidentTimes, "openedAt">): IncidentTimes {
  const { since, notBefore, endedAt, unknownSince } = title;
  return { state, stateSince, openedAt, since, notBefore, endedAt, unknownSince, foundAtStart };
}

/** Returns the text in place of an incident whose stored numbers are not readable. `reason`: a phrase. */
export function incidentUnreadableText(reason: string): string {
  return `The numbers of this incident are not readable: ${reason}.`;
}

/** Returns the state of an incident with its duration: "Open for 4 min." */
export function incidentStateText({ state, stateSince, openedAt, since, endedAt, unknownSince, foundAtStart }: IncidentTimes, { now, zone }: TextTime): string {
  if (unknownSince !== null) return `Not known since ${formatMoment(unknownSince, now, zone)}, because its cluster is not observed.`;
  if (state === "over") return `Over since ${formatMoment(endedAt ?? stateSince, now, zone)}, after ${formatSpan((endedAt ?? stateSince) - since)}.`;
  if (state === "recovering") return `Recovering for ${formatSpan(now - stateSince)}.`;
  const duration = formatSpan(now - openedAt);
  if (state === "long-running" && foundAtStart) return `Long-running: found when Stolos started, ${duration} ago.`;
  return state === "long-running" ? `Long-running: open for ${duration} without getting worse.` : `Open for ${duration}.`;
}

/** Returns the beginning: a moment, or the time in which it was not recorded. */
export function incidentBeganText(
  { since, notBefore, foundAtStart }: Pick<IncidentTimes, "since" | "notBefore" | "foundAtStart">,
  { now, zone }: TextTime,
): string {
  const at = formatMoment(since, now, zone);
  if (notBefore !== null) return `between ${formatMoment(notBefore, now, zone)} and ${at} (not recorded)`;
  return foundAtStart ? `before ${at}, when Stolos started` : at;
}

/** The lost machine time, as `LostMachineTime` of the contract. Milliseconds. */
interface LostTimeInput {
  readonly leastMs: number;
  readonly mostMs: number;
  readonly asOf: number;
  readonly bad: number;
}

/**
 * Returns the lost machine time now: "24 machine-minutes", a range, or the least if it began at an unknown moment before the first start of Stolos. The time stops
 * where the incident is not known any more.
 */
export function lostTimeText(
  { leastMs, mostMs, asOf, bad }: LostTimeInput,
  { unknownSince: until, notBefore, foundAtStart }: Pick<IncidentTimes, "unknownSince" | "notBefore" | "foundAtStart">,
  now: number,
): string {
  const more = bad * Math.max(0, Math.min(now, until ?? now) - asOf);
  const [least, most] = [leastMs, mostMs].map((ms) => Math.round((ms + more) / MINUTE_MS)) as [number, number];
  if (foundAtStart && notBefore === null) return `at least ${plural(least, "machine-minute")}`;
  if (most === 0) return "under 1 machine-minute";
  return least === most ? plural(least, "machine-minute") : `${formatNumber(least)} to ${plural(most, "machine-minute")}`;
}

type LeftHow = NonNullable<IncidentMember["left"]>["how"];

const END_WORDS: Readonly<Record<LeftHow, string>> = {
  serving: "serving again",
  gone: "left as planned",
  replaced: "replaced",
  "size-changed": "no longer expected",
  quiet: "no longer counted after 24 h",
  accepted: "accepted as lost",
};

/** Returns how the trouble of machines ended: "6 serving again, 2 replaced"; "" = it ended for none. */
export function incidentEndsText(ends: readonly { readonly how: LeftHow; readonly machines: number }[]): string {
  return ends.map(({ how, machines }) => `${formatNumber(machines)} ${END_WORDS[how]}`).join(", ");
}

/** Returns the number of accepted losses. */
export function acceptedMachinesText(machines: number): string {
  return `${formatNumber(machines)} ${END_WORDS.accepted}`;
}

/** Returns the title of the dialog about lost machines of a group. Milliseconds. */
export function groupLossesTitle({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `Lost machines of ${namespace}/${name}`;
}

/** Returns the remark if no loss since the beginning of an incident can be accepted. */
export function noCountedLossText(): string {
  return "No lost machine of this group counts any more.";
}

/** Returns who accepted a loss, and when. */
export function acceptedByText({ at, by = "" }: { readonly at: number; readonly by?: string | undefined }, { now, zone }: TextTime): string {
  return `accepted ${formatMoment(at, now, zone)}${by === "" ? "" : ` by ${by}`}`;
}

const CONDITION_WORDS: Readonly<Record<Condition, { readonly word: string; readonly tone: Tone; readonly state: State }>> = {
  failed: { word: "Unhealthy", tone: "bad", state: "unhealthy" },
  lost: { word: "Lost", tone: "bad", state: "vanished" },
  unverified: { word: "Unverified", tone: "blind", state: "unverified" },
  waiting: { word: "Not serving yet", tone: "warn", state: "awaiting" },
  serving: { word: "Serving again", tone: "idle", state: "healthy" },
  gone: { word: "Left as planned", tone: "idle", state: "vanished" },
};

/** Returns the word of a machine in an incident, with its tone and the state whose icon it has. */
export function incidentMachineText({ condition, left }: { readonly condition: Condition; readonly left: { readonly how: LeftHow } | null }): {
  readonly word: string;
  readonly tone: Tone;
  readonly state: State;
} {
  if (left === null) return CONDITION_WORDS[condition];
  return { ...CONDITION_WORDS[left.how === "serving" ? "serving" : "gone"], word: capitalize(END_WORDS[left.how]) };
}

/** Returns the reason of a machine: the error of its probe, else the cause of its loss or of its unverified connection; "" = none is known. */
export function incidentMachineReason({ message, cause }: { readonly message: string; readonly cause: string }): string {
  if (message !== "") return message;
  if (causeOf(cause) !== null) return causeWords(cause);
  const proven = provenCauseOf(cause);
  if (proven === "istiod") return "its istiod replica does not hold the connection";
  return proven === "skew" ? "the clock of its istiod replica is ahead" : "";
}

/** Returns when and by whom the trouble of a machine ended. */
export function incidentMachineEndText({ at, by }: { readonly at: number; readonly by: string }, { now, zone }: TextTime): string {
  return `${formatMoment(at, now, zone)}${by === "" ? "" : ` by ${by}`}`;
}

/** Returns the number of machines of a group that belong to the incident: its other machines do not count. */
export function machinesOfIncidentText(machines: number): string {
  return `${formatNumber(machines)} in this incident`;
}

/** Returns the number of machines, or how many of them a page lists. */
export function listedMachinesText(listed: number, total: number): string {
  return listed < total ? `the first ${formatNumber(listed)} of ${formatNumber(total)}` : formatNumber(total);
}

/** A trait with its shares, as `SharedTrait` of the domain. */
interface TraitShares {
  readonly trait: TraitName;
  readonly value: string;
  readonly bad: number;
  readonly of: number;
  readonly others: number;
  readonly ofOthers: number;
  readonly separates: boolean;
}

/** Returns the traits that separate the machines of an incident from the others, in a sentence. `machines`: their number. */
export function sharedTraitsText(traits: readonly TraitShares[], machines: number, cause: readonly TraitName[]): string {
  if (machines === 0) return "No machine is in trouble.";
  if (machines === 1) return "One machine: it shares nothing with others.";
  const found = traits.filter(({ separates }) => separates);
  if (found.length === 0) return "No trait separates these machines from the others.";
  const cannotTell = cause.length > 1 ? " Cannot tell which of them is the cause." : "";
  const nearly = found.every(({ bad, of }) => bad === of) ? "The" : "Nearly all of the";
  return `${nearly} ${plural(machines, "machine")} share ${listOf(found.map(({ trait, value }) => traitText(trait, value)))}.${cannotTell}`;
}

/** Returns a trait beside its bar. Replicas differ in the last part of their names: there is no room for the rest. */
export function traitBarLabel({ trait, value }: Pick<TraitShares, "trait" | "value">): string {
  return traitText(trait, trait === "replica" ? `…${value.slice(value.lastIndexOf("-") + 1)}` : value);
}

/** Returns the shares of a trait: "6 of 6". */
export function traitShareText({ bad, of }: Pick<TraitShares, "bad" | "of">): string {
  return `${formatNumber(bad)} of ${formatNumber(of)}`;
}

/** Returns what the bars and ticks of traits mean. */
export function traitLegendText([first]: readonly TraitShares[]): string {
  if (first === undefined) return "";
  const tick = first.ofOthers > 0 ? ` Tick: share of the ${formatNumber(first.ofOthers)} others.` : "";
  return `Bar: share of the ${plural(first.of, "machine")}.${tick}`;
}

type ChangeInput = Pick<ObjectChange, "kind" | "namespace" | "name" | "what" | "seenAt" | "ownAt">;

const CHANGED_BEFORE = formatSpan(INCIDENT_LIMITS.changedBeforeMs);

/** Returns the answer about changes before an incident. `since`: its first failure. Milliseconds. */
export function changesTitle({
  changes,
  moreChanges = 0,
  lastChange,
  since,
}: {
  readonly changes: readonly Pick<ChangeInput, "seenAt">[];
  readonly moreChanges?: number;
  readonly lastChange: ChangeInput | null;
  readonly since: number;
}): string {
  const count = changes.length + moreChanges;
  const isAtOnce = moreChanges === 0 && changes.every(({ seenAt }) => isAboutThen(seenAt, since));
  if (count > 0)
    return `${capitalize(numberWord(count))} ${oneOrMany(count, "change")} ${isAtOnce ? "at about the same time" : `in the ${CHANGED_BEFORE} before`}.`;
  if (lastChange === null) return "No change is known before it.";
  return `Last change: ${changedObject(lastChange)}, ${formatSpan(since - lastChange.seenAt)} before.`;
}

/** Clocks differ, so a change shortly before or after may be either. */
function isAboutThen(seenAt: number, since: number): boolean {
  return Math.abs(since - seenAt) <= INCIDENT_LIMITS.skewMs;
}

/** Returns the object of a change: "WorkloadGroup shop/checkout". */
function changedObject({ kind, namespace, name }: ChangeInput): string {
  return `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`;
}

const WHOLE_CHANGES: readonly string[] = ["created", "deleted", "restarted", "changed"];

/** Returns one change: its object, the changed fields, and its distance from the first failure at `since`. */
export function changeText(change: ChangeInput, since: number, { now, zone }: TextTime): { readonly object: string; readonly rest: string } {
  const { what, seenAt, ownAt } = change;
  const done = WHOLE_CHANGES.includes(what) ? what : `changed ${what}`;
  const before = since - seenAt;
  const distance = isAboutThen(seenAt, since) ? "at about the same time" : `${formatSpan(before)} before`;
  const own = ownAt !== null && Math.abs(ownAt - seenAt) > INCIDENT_LIMITS.skewMs ? `, written ${formatMoment(ownAt, now, zone)}` : "";
  return { object: changedObject(change), rest: `${done} ${formatMoment(seenAt, now, zone)}, ${distance}${own}` };
}

/** Returns the line beside the last change if it is older. Changes can be hidden from the viewer, or not be recorded. */
export function noChangeBeforeText(): string {
  return `No change is known in the ${CHANGED_BEFORE} before.`;
}

/** Returns what the changes suggest: a rollback, or a comparison. `changes`: the number of those before; 0 = the last one is older. */
export function changeAdvice({
  mayRollBack,
  changes,
  machines,
}: {
  readonly mayRollBack: boolean;
  readonly changes: number;
  readonly machines: number;
}): string {
  if (mayRollBack) return changes > 1 ? "A rollback of the change nearest to the beginning may help." : "A rollback may help.";
  if (machines === 1) return "Compare this machine with healthy ones of its group.";
  return machines === 0 ? "Compare the selector with the labels of the machines." : "Compare these machines with healthy ones of their groups.";
}

interface IstiodAnswerInput {
  readonly answer: "yes" | "no-evidence" | "cannot-tell";
  readonly compared: readonly Omit<TraitShares, "separates">[];
}

const ISTIOD_CAUSES: Partial<Record<IncidentCause["kind"], string>> = {
  "istiod-gone": "Yes: no istiod replica is left.",
  "replica-gone": "Yes: the istiod replica of these machines is gone.",
  "clock-skew": "Yes: the clock of their istiod replica is ahead.",
};

const NOTHING_COMPARED = {
  machines: "Cannot tell: no istiod replica of these machines is known.",
  services: "Cannot tell: there is no machine in trouble to compare.",
} as const;

/** Returns the answer to "Is it istiod?"; null = the viewer may not read its Pods. `machines`: the number of machines of the incident. */
export function istiodAnswerText(
  answer: IstiodAnswerInput | null,
  { cause, machines }: { readonly cause: IncidentCause["kind"]; readonly machines: number },
): { readonly text: string; readonly tone: Tone | null } {
  if (answer === null) return { text: "Cannot tell: istiod's Pods are not visible to you.", tone: "blind" };
  if (answer.answer === "yes") return { text: ISTIOD_CAUSES[cause] ?? "Yes: only an istiod replica or revision separates them.", tone: "bad" };
  if (answer.answer === "no-evidence") return { text: "No evidence that it is istiod.", tone: null };
  return {
    text: answer.compared.length > 0 ? "Cannot tell whether it is istiod." : NOTHING_COMPARED[machines === 0 ? "services" : "machines"],
    tone: "blind",
  };
}

/** Returns one comparison: "istiod istiod-x8f2p: 3 of 6 machines, 20 of 42 others". */
export function comparedText({ trait, value, bad, of, others, ofOthers }: IstiodAnswerInput["compared"][number]): string {
  const rest = ofOthers === 0 ? "" : `, ${formatNumber(others)} of ${formatNumber(ofOthers)} others`;
  return `${traitText(trait, value)}: ${formatNumber(bad)} of ${plural(of, "machine")}${rest}`;
}

/** Returns the number of earlier cases; null = they are not known. `most`: the limit of the answer. */
export function earlierCasesTitle(cases: number | null, most: number): string {
  if (cases === null) return "Not compared: the history does not have this incident.";
  if (cases === 0) return "No similar case in the history.";
  if (cases >= most) return `The last ${numberWord(cases)} similar cases.`;
  return `${capitalize(numberWord(cases))} similar ${oneOrMany(cases, "case")}.`;
}

/** An earlier incident, as `EarlierIncident` of the contract. Milliseconds. */
export interface EarlierCaseInput {
  readonly state: IncidentState;
  readonly began: number;
  readonly endedAt: number | null;
  readonly groups: readonly string[];
  readonly moreGroups: number;
  readonly machines: number;
  readonly serving: number;
}

/** Returns an earlier incident with its end: "shop/checkout, 9 Nov 04:12:08: 6 machines, all serving again after 12 min". */
export function earlierCaseText({ state, began, endedAt, groups, moreGroups, machines, serving }: EarlierCaseInput, { now, zone }: TextTime): string {
  const subject = joinParts([listAndMore(groups, moreGroups), formatMoment(began, now, zone)], ", ");
  const ended = endedAt === null ? `, ${state === "open" ? "still open" : state}` : ` after ${formatSpan(endedAt - began)}`;
  if (machines === 0) return `${subject}: a service had no endpoint${ended}`;
  const served = serving === machines ? "all serving again" : `${formatNumber(serving)} serving again`;
  return `${subject}: ${plural(machines, "machine")}, ${served}${ended}`;
}

/** Returns when a service lost its last endpoint, or when it had one again. Milliseconds. */
export function lostServiceText({ lostLastAt, backAt }: { readonly lostLastAt: number; readonly backAt: number | null }, { now, zone }: TextTime): string {
  return backAt === null ? `no healthy endpoint since ${formatMoment(lostLastAt, now, zone)}` : `endpoint back at ${formatMoment(backAt, now, zone)}`;
}

/** Returns the title of the chart around an incident. */
export function incidentChartTitle(): string {
  return "Not serving";
}

/** Returns which machines the chart contains. */
export function incidentChartText(machines: number): string {
  return machines === 1 ? "the machine of this incident" : `the ${plural(machines, "machine")} of this incident`;
}

/** Returns a mark of the chart around an incident. `machines`: those in trouble at its peak. */
export function incidentMarkText(what: "began" | "peak" | "over", machines: number): { readonly label: string; readonly detail: string } {
  if (what === "began") return { label: "began", detail: "first failure of the incident" };
  return what === "peak" ? { label: `peak ${formatNumber(machines)}`, detail: `${plural(machines, "machine")} in trouble` } : { label: "over", detail: "" };
}

/** Returns later evidence, which the engine stores as "NAME CONDITION CAUSE". */
export function laterEvidenceText(what: string): string {
  const [name = "", condition = "", cause = ""] = what.split(" ");
  return `${name}: ${joinParts([condition, causeOf(cause) === null ? "" : causeWords(cause)], ", ")}`;
}

/** Returns the moment of a summary, with a remark if nothing has confirmed it since. Milliseconds. */
export function summaryMomentText(at: number, isConfirmed: boolean): string {
  return joinParts([`as of ${formatDateTime(at, "utc")}`, isConfirmed ? "" : UNCONFIRMED], ", ");
}

interface IncidentSummaryInput {
  readonly key: string;
  readonly title: string;
  /** The state, the beginning, the peak and the lost time, a sentence each. */
  readonly times: readonly string[];
  readonly shared: string;
  readonly changes: string;
  readonly istiod: string;
  /** The moment of the page, and a remark if nothing has confirmed it since. */
  readonly asOf: string;
  readonly link: string;
}

/** Returns five lines for a chat: title, times, shared traits, changes with the answer about istiod, link. */
export function incidentSummaryText({ key, title, times, shared, changes, istiod, asOf, link }: IncidentSummaryInput): string {
  return [`Incident ${key}: ${title}`, joinParts(times, " "), shared, joinParts([changes, istiod], " "), joinParts([asOf, link], " · ")].join("\n");
}
