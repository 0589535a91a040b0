import type { IncidentCause, IncidentState } from "@/lib/domain/incidents/incident";
import { INCIDENT_LIMITS } from "@/lib/domain/incidents/limits";
import type { ObjectChange, TraitName } from "@/lib/domain/incidents/observation";
import type { Tone } from "@/lib/domain/verdict/freshness";
import { fieldChangeText } from "./field-change";
import { momentText, type TextTime } from "./incident-page";
import { traitText } from "./incident-title";
import { formatSpan } from "./text/duration";
import { joinParts, listAndMore, listOf } from "./text/lists";
import { formatNumber, numberWord, oneOrMany, plural } from "./text/numbers";
import { capitalize } from "./text/sentence";
import { be, PRESENT, type Tense, verb } from "./text/tense";
import { replicaNameEnd } from "./workload-words";

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
  return traitText(trait, trait === "replica" ? replicaNameEnd(value) : value);
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

type ChangeInput = Omit<ObjectChange, "cluster" | "groups">;

const CHANGED_BEFORE = formatSpan(INCIDENT_LIMITS.changedBeforeMs);

/** Returns the answer about changes before an incident. `since`: its first failure. Milliseconds. */
export function changesTitle({
  changes,
  moreChanges = 0,
  lastChange,
  since,
}: {
  readonly changes: readonly Pick<ChangeInput, "seenAt" | "name" | "version">[];
  readonly moreChanges?: number;
  readonly lastChange: ChangeInput | null;
  readonly since: number;
}): string {
  const count = changes.length + moreChanges;
  const isAtOnce = moreChanges === 0 && changes.every(({ seenAt }) => isAboutThen(seenAt, since));
  const [only] = changes;
  if (count === 1 && only !== undefined && only.version !== null && !isAtOnce)
    return `One change: ${only.name} to ${only.version}, ${formatSpan(since - only.seenAt)} before.`;
  if (count > 0)
    return `${capitalize(numberWord(count))} ${oneOrMany(count, "change")} ${isAtOnce ? "at about the same time" : `in the ${CHANGED_BEFORE} before`}.`;
  if (lastChange === null) return "No change is known before it.";
  const what = lastChange.version === null ? changedObject(lastChange) : `${lastChange.name} to ${lastChange.version}`;
  return `Last change: ${what}, ${formatSpan(since - lastChange.seenAt)} before.`;
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

/** One change. `fields`: a line for each changed field with its values; empty = they are not stored. */
interface ChangeText {
  readonly object: string;
  readonly rest: string;
  readonly fields: readonly string[];
}

/** Returns one change: its object, who changed it, its distance from the first failure at `since`, and the changed fields. Milliseconds. */
export function changeText(change: ChangeInput, since: number, time: TextTime): ChangeText {
  const { what, seenAt, ownAt, edit } = change;
  const fields = changedFieldTexts(edit);
  const done = WHOLE_CHANGES.includes(what) ? what : fields.length > 0 ? "changed" : `changed ${what}`;
  const by = edit === undefined || edit.by === "" ? "" : ` by ${edit.by}`;
  const distance = isAboutThen(seenAt, since) ? "at about the same time" : `${formatSpan(since - seenAt)} before`;
  const own = ownAt !== null && Math.abs(ownAt - seenAt) > INCIDENT_LIMITS.skewMs ? `, written ${momentText(ownAt, time)}` : "";
  return { object: changedObject(change), rest: `${done}${by} ${momentText(seenAt, time)}, ${distance}${own}`, fields };
}

function changedFieldTexts(edit: ChangeInput["edit"]): readonly string[] {
  if (edit === undefined) return [];
  return [...edit.fields.map(fieldChangeText), ...(edit.more === 0 ? [] : [`and ${plural(edit.more, "more field")}`])];
}

/** Returns the line beside the last change if it is older. Changes can be hidden from the viewer, or not be recorded. */
export function noChangeBeforeText(): string {
  return `No change is known in the ${CHANGED_BEFORE} before.`;
}

interface IstiodAnswerInput {
  readonly answer: "yes" | "no-evidence" | "cannot-tell";
  readonly compared: readonly Omit<TraitShares, "separates">[];
}

/** The proof that istiod is the cause. `of`: "this machine" or "these machines". */
const ISTIOD_CAUSES: Partial<Record<IncidentCause["kind"], (of: string, be: string) => string>> = {
  "istiod-gone": (_, be) => `no istiod replica ${be} left`,
  "replica-gone": (of, be) => `the istiod replica of ${of} ${be} gone`,
  "clock-skew": (of, be) => `the clock of the istiod replica of ${of} ${be} ahead`,
};

const NOTHING_COMPARED = {
  machines: "Cannot tell: no istiod replica of these machines is known.",
  services: "Cannot tell: there is no machine in trouble to compare.",
} as const;

/** An answer to "Is it istiod?" as a sentence. */
interface IstiodAnswerText {
  readonly text: string;
  readonly tone: Tone | null;
}

/** Returns the answer to "Is it istiod?"; null = the viewer may not read its Pods. `machines`: the number of machines of the incident. */
export function istiodAnswerText(
  answer: IstiodAnswerInput | null,
  { cause, machines }: { readonly cause: IncidentCause["kind"]; readonly machines: number },
): IstiodAnswerText {
  if (answer?.answer === "cannot-tell" && answer.compared.length === 0)
    return { text: NOTHING_COMPARED[machines === 0 ? "services" : "machines"], tone: "blind" };
  return istiodAnswerSentence(answer === null ? null : answer.answer, { cause, machines });
}

/** Returns the answer about one or more machines; null = the viewer may not read istiod's Pods. `cause`: of their incident, or as it is proven. */
export function istiodAnswerSentence(
  answer: IstiodAnswerInput["answer"] | null,
  { cause, machines }: { readonly cause: IncidentCause["kind"]; readonly machines: number },
  tense: Pick<Tense, "past"> = PRESENT,
): IstiodAnswerText {
  if (answer === null) return { text: "Cannot tell: istiod's Pods are not visible to you.", tone: "blind" };
  const it = `it ${be(1, tense)} istiod`;
  if (answer === "no-evidence") return { text: `No evidence that ${it}.`, tone: null };
  if (answer === "cannot-tell") return { text: `Cannot tell whether ${it}.`, tone: "blind" };
  const proof = ISTIOD_CAUSES[cause]?.(oneOrMany(machines, "this machine", "these machines"), be(1, tense));
  return { text: `Yes: ${proof ?? `only an istiod replica or revision ${verb(1, "separate", tense)} them`}.`, tone: "bad" };
}

/** Returns the machines for which the answer cannot be told; "" = none. The card of such a machine or group says the same. */
export function unverifiedAnswerText(unverified: number): string {
  return unverified === 0 ? "" : `Cannot tell for ${plural(unverified, "unverified machine")}: unverified connections cannot be compared.`;
}

/** Returns one comparison: "istiod istiod-x8f2p: 3 of 6 machines, 20 of 42 others". */
export function comparedText({ trait, value, bad, of, others, ofOthers }: IstiodAnswerInput["compared"][number]): string {
  const rest = ofOthers === 0 ? "" : `, ${formatNumber(others)} of ${formatNumber(ofOthers)} others`;
  return `${traitText(trait, value)}: ${formatNumber(bad)} of ${plural(of, "machine")}${rest}`;
}

/** The earlier cases of an incident. `since`: the beginning of the history; null = not known. Milliseconds. */
interface EarlierCasesInput {
  readonly cases: readonly EarlierCaseInput[] | null;
  readonly since: number | null;
}

/** Returns the number of earlier cases, and the end of a single one. A history can be too short for any. `most`: the limit of the answer. `now`: milliseconds. */
export function earlierCasesTitle({ cases, since }: EarlierCasesInput, most: number, now: number): string {
  if (cases === null) return "Not compared: the history does not have this incident.";
  const [only] = cases;
  if (only === undefined) return `No similar case in the ${since === null ? "" : `${formatSpan(now - since)} of `}history.`;
  if (cases.length === 1) return `One similar case: ${earlierEndText(only)}.`;
  if (cases.length >= most) return `The last ${numberWord(cases.length)} similar cases.`;
  return `${capitalize(numberWord(cases.length))} similar cases.`;
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
export function earlierCaseText(earlier: EarlierCaseInput, time: TextTime): string {
  return joinParts([earlierSubjectText(earlier, time), earlierEndText(earlier)], earlier.machines === 0 ? ": " : ", ");
}

/** Returns an earlier incident without its end: "shop/checkout, 9 Nov 04:12:08: 6 machines". */
export function earlierSubjectText({ began, groups, moreGroups, machines }: EarlierCaseInput, time: TextTime): string {
  const subject = joinParts([listAndMore(groups, moreGroups), momentText(began, time)], ", ");
  return machines === 0 ? subject : `${subject}: ${plural(machines, "machine")}`;
}

function earlierEndText({ state, began, endedAt, machines, serving }: EarlierCaseInput): string {
  const served = serving === machines ? "all serving again" : `${formatNumber(serving)} serving again`;
  const ended = endedAt === null ? `, ${state === "open" ? "still open" : state}` : ` after ${formatSpan(endedAt - began)}`;
  return `${machines === 0 ? "a service had no endpoint" : served}${ended}`;
}
