import { declaredSize } from "@/e2e/words/judged";
import { muteMarks, type PlannedMark, plannedMarks } from "@/e2e/words/marks";
import type { RawObject } from "@/e2e/words/raw-objects";
import type { Rule, Said } from "@/e2e/words/rule";
import { CLOCK_SLACK_MS, type Truth } from "@/e2e/words/truth";

const region = /^Planned to go$/;

/** What people noted at objects: machines that are planned to go, and findings that are muted. Each is compared with the annotation. */
export const MARKS: readonly Rule[] = [
  { says: "{n} marked, {n} left", where: { region }, check: markedAndLeft },
  { says: "[was ]planned to go by {stamp}(; it is here|, and is still here)", where: { region }, undated: true, check: isHereAsPlanned },
  { says: "planned to go, no end given; it is here", where: { region }, check: isHereAsPlanned },
  { says: "not here: it left as planned, and is not counted as missing", where: { region }, check: leftAsPlanned },
  { says: "{n} machine[s] left as planned. Once that is final, lower the expected size by {n} and take the mark[s] away.", check: soManyLeft },
  { says: "{words}", where: { region, about: /^entries\// }, check: isReasonOrName },
  { says: "{n}, declared. (One more is declared: it left|{n} more are declared: they left) as planned and (is|are) not counted.", check: sizeLessPlanned },
  {
    says: "This machine (is planned|was planned) to go[ by {stamp}[, and is still here]]: {words}. When it leaves, its group does not miss it.[ {words}]",
    where: { path: /^\/c\/[^/]+\/entries/ },
    undated: true,
    check: planOfMachine,
  },
  {
    says: "[disconnected {time}, ]gone {time} as planned: its group marks it in stolos.dev/planned-leaves[.][[ ]It was planned.]",
    check: goneAsPlanned,
  },
  { says: "[(was|were) taken away: ]gone as planned: its group marked it[, planned][ · {words}]", check: wentAsPlanned },
  // What the record says of a group that somebody edited.
  { says: "[{time} ]group edited[: {words}]", check: someGroupEdited },
  { says: "metadata.{words}", check: isAnnotated },
  {
    says: "The expected size is declared on the group. (One more is declared: it left|{n} more are declared: they left) as planned and (is|are) not counted.",
    check: soManyMore,
  },
  { says: "{name} names machines that were to be gone by now and are here: {words}.", check: namesLate },
  {
    says: "Muted for everybody by the object's annotation stolos.dev/mute-findings, until {time}: {words}",
    undated: true,
    check: isMuted,
  },
];

/** Namespace and name of the object whose page it is. */
function subjectOf({ page }: Truth): readonly [namespace: string, name: string] {
  const [, namespace = "", name = ""] = /^\/c\/[^/]+\/[^/]+\/([^/?]+)\/([^/?]+)/.exec(page.path) ?? [];
  return [decodeURIComponent(namespace), decodeURIComponent(name)];
}

/** The group that a row, or else the page, is about. */
function groupOf({ statement: { about } }: Said, truth: Truth): RawObject | undefined {
  const [namespace = "", name = ""] = about.startsWith("groups/") ? about.split("/").slice(1) : subjectOf(truth);
  return truth.raw.at("group", truth.readAt).find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
}

function isThere(truth: Truth, namespace: string, entry: string): boolean {
  return truth.raw.at("entry", truth.readAt).some(({ metadata }) => metadata.namespace === namespace && metadata.name === entry);
}

/** The marks of that group, and those of them whose machine is not there. */
function marksOf(said: Said, truth: Truth): { readonly all: readonly PlannedMark[]; readonly left: readonly PlannedMark[] } {
  const group = groupOf(said, truth);
  const all = group === undefined ? [] : plannedMarks(group);
  return { all, left: all.filter(({ entry }) => !isThere(truth, group?.metadata.namespace ?? "", entry)) };
}

/** The mark of the machine that a row of the group's page leads to. */
function markOfRow(said: Said, truth: Truth): PlannedMark | undefined {
  return marksOf(said, truth).all.find(({ entry }) => entry === said.statement.about.split("/")[2]);
}

function markedAndLeft(said: Said, truth: Truth): string | null {
  const [marked, gone] = said.counts;
  const { all, left } = marksOf(said, truth);
  return all.length === marked && left.length === gone ? null : `${all.length} are marked and ${left.length} are not there`;
}

function soManyLeft(said: Said, truth: Truth): string | null {
  const { left } = marksOf(said, truth);
  return said.counts.every((count) => count === left.length) ? null : `${left.length} are marked and not there`;
}

/** The end that is told is the mark's, it is over where that is said, and the machine is there. */
function isHereAsPlanned(said: Said, truth: Truth): string | null {
  const mark = markOfRow(said, truth);
  if (mark === undefined) return "its group does not mark it";
  if (!isThere(truth, subjectOf(truth)[0], mark.entry)) return "it is not there";
  return problemOfEnd(said, mark, truth);
}

function problemOfEnd({ statement: { text }, times: [by] }: Said, mark: PlannedMark, truth: Truth): string | null {
  if ((mark.by === null) !== (by === undefined) || Math.abs((mark.by ?? 0) - (by ?? 0)) >= 1_000) return `its mark says ${mark.by}`;
  return text.includes("was planned") === (mark.by !== null && mark.by < truth.readAt) ? null : "whether the plan is over is told wrong";
}

function leftAsPlanned(said: Said, truth: Truth): string | null {
  const mark = markOfRow(said, truth);
  if (mark === undefined) return "its group does not mark it";
  return isThere(truth, subjectOf(truth)[0], mark.entry) ? "it is there" : null;
}

/** A row holds the name of the machine, what became of the plan, and a person's reason. */
function isReasonOrName(said: Said, truth: Truth): string | null {
  const mark = markOfRow(said, truth);
  return mark !== undefined && [mark.reason, mark.entry].includes(said.statement.text) ? null : "its mark does not say so";
}

function sizeLessPlanned(said: Said, truth: Truth): string | null {
  const [size = 0, more = 1] = said.counts;
  const group = groupOf(said, truth);
  const declared = group === undefined ? null : declaredSize(group);
  const { left } = marksOf(said, truth);
  return declared === size + left.length && more === left.length ? null : `${declared} are declared, and ${left.length} left as planned`;
}

function soManyMore(said: Said, truth: Truth): string | null {
  const [more = 1] = said.counts;
  const { left } = marksOf(said, truth);
  return more === left.length ? null : `${left.length} left as planned`;
}

/** Any group of the namespace that marks a machine of this name. */
function markOf(truth: Truth, namespace: string, entry: string): PlannedMark | undefined {
  const groups = truth.raw.at("group", truth.readAt).filter(({ metadata }) => metadata.namespace === namespace);
  return groups.flatMap(plannedMarks).find((mark) => mark.entry === entry);
}

function planOfMachine(said: Said, truth: Truth): string | null {
  const mark = markOf(truth, ...subjectOf(truth));
  if (mark === undefined) return "no group marks it";
  return said.statement.text.includes(`: ${mark.reason}. `) ? problemOfEnd(said, mark, truth) : "its mark gives another reason";
}

/** Its group marks it, and its entry went then. */
function goneAsPlanned({ statement: { about }, times }: Said, truth: Truth): string | null {
  const [namespace = "", name = ""] = about.startsWith("entries/") ? about.split("/").slice(1) : subjectOf(truth);
  if (markOf(truth, namespace, name) === undefined) return "no group marks it";
  const ends = truth.ended().filter(({ last: { metadata } }) => metadata.namespace === namespace && metadata.name === name);
  return ends.some(({ at }) => Math.abs(at - (times.at(-1) ?? 0)) <= CLOCK_SLACK_MS) ? null : "it did not go then";
}

/** All machines that are named are marked with an end that is over, and are there; and no other is. */
function namesLate(said: Said, truth: Truth): string | null {
  const { all, left } = marksOf(said, truth);
  const late = all.filter((mark) => mark.by !== null && mark.by < truth.readAt && !left.includes(mark)).map(({ entry }) => entry);
  const named = (/are here: (.+)\.$/.exec(said.statement.text)?.[1] ?? "").split(/, | and /);
  return late.length === named.length && late.every((entry) => named.includes(entry)) ? null : `late and there are ${late.join(", ")}`;
}

/** The group mutes a finding until then and for this reason. */
function isMuted(said: Said, truth: Truth): string | null {
  const [, until = "", reason = ""] = /, until ([^:]+:\d\d:\d\d): (.+)$/.exec(said.statement.text) ?? [];
  const group = groupOf(said, truth);
  const marks = group === undefined ? [] : muteMarks(group);
  return marks.some((mark) => mark.reason === reason && mark.until - (mark.until % 1_000) === Date.parse(`${until} UTC`))
    ? null
    : "its annotation does not say so";
}

/** The machine of the row or the page went, and its group marks it. */
function wentAsPlanned({ statement: { about } }: Said, truth: Truth): string | null {
  const [namespace = "", name = ""] = about.startsWith("entries/") ? about.split("/").slice(1) : subjectOf(truth);
  if (markOf(truth, namespace, name) === undefined) return "no group marks it";
  return truth.ended().some(({ last: { metadata } }) => metadata.namespace === namespace && metadata.name === name) ? null : "its entry did not go";
}

/** Some group had a second version; where a moment is told, then. */
function someGroupEdited({ times: [moment] }: Said, truth: Truth): string | null {
  const edits = truth.raw.histories("group").flatMap((versions) => versions.slice(1).map(({ from }) => from));
  return edits.some((at) => moment === undefined || Math.abs(at - moment) <= CLOCK_SLACK_MS) ? null : "no group was edited then";
}

/** Some group has the annotation of that name. */
function isAnnotated({ statement: { text } }: Said, truth: Truth): string | null {
  const name = /^metadata\.annotations\[([^\]]+)\]/.exec(text)?.[1] ?? "";
  return truth.raw.at("group", truth.readAt).some(({ metadata }) => metadata.annotations?.[name] !== undefined) ? null : `no group has ${name}`;
}
