import { EXPECTED_SIZE_ANNOTATION } from "@/lib/domain/group/expected-size";
import { troubleTotal } from "@/lib/domain/statements/counts";
import type { GroupLinePart, GroupTrouble } from "@/lib/domain/statements/group";
import { pacePhrase } from "./pace-words";
import { probeErrorText } from "./probe-error";
import { formatSpan } from "./text/duration";
import { joinParts, listOf } from "./text/lists";
import { formatNumber, numberWord, plural, pluralWord } from "./text/numbers";
import { capitalize, sentence } from "./text/sentence";
import { be, momentOf, type Tense, verb } from "./text/tense";
import { commonPhrase, doubtPhrase, troublePhrase } from "./trouble-phrase";

/** Returns a sentence about the trouble of a group; "" = none. `now` in milliseconds; null = without the age of the latest rise. */
export function groupTroubleText(statement: GroupTrouble, tense: Tense, now: number | null = null): string {
  const { lost, notRegistered, common, message, deletedAt } = statement;
  if (deletedAt !== undefined) return `The group was deleted, with its ${plural(lost, "machine")}.`;
  const phrase = troublePhrase(statement);
  const total = troubleTotal(statement);
  const past = tense.past ? `There ${be(total, tense)} ` : "";
  const span = now === null ? "" : risenSpan(statement, momentOf(tense, now));
  const isAbsent = lost > 0 || notRegistered > 0;
  const newer = span === "" || isAbsent ? "" : `, ${formatNumber(statement.risen ?? 0)} of them for ${span}`;
  const trouble = phrase === "" ? "" : `${past}${phrase}${newer}${commonPhrase(common, total)}${message === "" ? "" : `: ${probeErrorText(message)}`}`;
  const risen = span === "" || !isAbsent ? "" : risenSentence(statement, span);
  const sentences = [sentence(trouble), notServingSentence(statement, tense.past), lostSentence(lost), notRegisteredSentence(statement, tense.past), risen];
  return joinParts(sentences, " ");
}

/** The time since the latest rise; "" if all machines in trouble are part of it. */
function risenSpan({ risen, since }: GroupTrouble, now: number): string {
  return risen === null || since === null ? "" : formatSpan(now - since);
}

function risenSentence({ risen, notServing }: GroupTrouble, span: string): string {
  return `Of the ${formatNumber(notServing ?? 0)} that do not serve, ${formatNumber(risen ?? 0)} for ${span}.`;
}

/** "8 machines do not serve: 6 starting and 2 draining." */
function notServingSentence(statement: GroupTrouble, past: boolean): string {
  const { waiting } = statement;
  return waiting === 0 ? "" : `${plural(waiting, "machine")} ${verb(waiting, "do", { past }, "did")} not serve: ${startingAndDrainingText(statement)}.`;
}

/** Returns the machines that do not serve but are not in trouble: "6 starting and 2 draining"; "" = none. */
export function startingAndDrainingText({ awaiting, draining }: Pick<GroupTrouble, "awaiting" | "draining">): string {
  const reasons = [awaiting > 0 ? `${formatNumber(awaiting)} starting` : "", draining > 0 ? `${formatNumber(draining)} draining` : ""];
  return listOf(reasons.filter((words) => words !== ""));
}

/** Returns the same as a sentence about a group without trouble: "Six are starting and two are draining." */
export function startingAndDrainingSentence({ awaiting, draining }: Pick<GroupTrouble, "awaiting" | "draining">, tense: Tense): string {
  const parts = [
    { count: awaiting, state: "starting" },
    { count: draining, state: "draining" },
  ].flatMap(({ count, state }) => (count === 0 ? [] : [`${numberWord(count)} ${be(count, tense)} ${state}`]));
  return sentence(capitalize(listOf(parts)));
}

function lostSentence(lost: number): string {
  return lost === 0 ? "" : sentence(`${pluralWord(lost, "machine")} ${be(lost, { past: true })} lost`);
}

function notRegisteredSentence({ notRegistered, learnedSize }: GroupTrouble, past: boolean): string {
  if (notRegistered === 0) return "";
  const learned = learnedSize === null ? "" : ` of the learned ${formatNumber(learnedSize)}`;
  return `${plural(notRegistered, "expected machine")}${learned} ${be(notRegistered, { past })} missing.`;
}

/** Returns the text of one part of the line below a group's headline. */
export function groupLineText(part: GroupLinePart): string {
  switch (part.kind) {
    case "group-pace":
      return pacePhrase({ kind: part.pace, count: part.count, total: part.total, lastedMs: part.lastedMs });
    case "group-object":
      return objectPhrase(part);
    case "group-message":
      return part.message;
    case "machines-arrived":
      return `${formatNumber(part.count)} of ${formatNumber(part.expected)} arrived`;
    case "expected-size":
      return expectedPhrase(part);
    case "machines-unverified":
      return doubtPhrase(part.count);
    case "machines-above-expected":
      return `${formatNumber(part.count)} more registered than expected`;
  }
}

function objectPhrase({ status, problem }: Extract<GroupLinePart, { readonly kind: "group-object" }>): string {
  if (status === "outside") return "entries that belong to no group";
  if (status === "absent") return "no WorkloadGroup of this name can be seen: it was deleted, or never was, or is not visible to you";
  return `the group cannot be read: ${problem}`;
}

function expectedPhrase({ expected, most, source, text, heldMs }: Extract<GroupLinePart, { readonly kind: "expected-size" }>): string {
  if (source === "range") return `the declared size is ${formatNumber(expected ?? 0)}–${formatNumber(most ?? 0)}`;
  if (source === "elastic") return `the size goes up and down: at least ${formatNumber(expected ?? 0)} ${be(expected ?? 0)} expected`;
  if (source === "declared") return `expected ${formatNumber(expected ?? 0)} is declared on the group`;
  if (source === "learned") return `expected ${formatNumber(expected ?? 0)} is learned: ${heldPhrase(heldMs)}`;
  if (source === "unreadable") return `the declared size ${JSON.stringify(text ?? "")} is neither a whole number nor a range`;
  return `no expected size is declared (annotation ${EXPECTED_SIZE_ANNOTATION})`;
}

function heldPhrase(heldMs: number | null): string {
  return heldMs === null ? "the level that it held" : `the level held for ${formatSpan(heldMs)}`;
}
