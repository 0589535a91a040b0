import { type Judged, WORDS, type Word } from "@/e2e/words/judged";
import type { Rule, Said } from "@/e2e/words/rule";
import { countOf } from "@/e2e/words/template";
import type { Truth } from "@/e2e/words/truth";

const WORD = `(${WORDS.join("|")})`;

/** Counts of machines: each must hold, all numbers of a statement together, at some moment that the page may show. */
export const COUNTS: readonly Rule[] = [
  { says: "[{words}, ]{n} machine[s]: {words}", check: ribbon },
  { says: "{n} of {n} expected machines serve.[ {words}]", check: served },
  { says: "{n} of {n} expected machines serve; {n} more (is|are) in doubt.[ {words}]", check: servedOfAndDoubted },
  { says: "{n} of {n} expected machines serve; {n} more (is|are) in doubt. {words}", check: servedOfAndDoubted },
  { says: "{n} of {n} expected machines serve. The expected size is declared on the group.", check: served },
  { says: "{n} machine[s] serve[s].[ {words}]", check: served },
  { says: "{n} machine[s] serve[s], and {n} more that nobody can vouch for. (No expected|A) size is declared{words}", check: servedAndDoubted },
  { says: "{n} machine[s] serve[s], and {n} more that nobody can vouch for. No expected size is declared.", check: servedAndDoubted },
  { says: "{n} of {n} expected machines serve[ · {n} group[s] in doubt or reconnecting]", where: { path: /^\/oncall/ }, check: served },
  {
    says: "{n} of {n} expected machines serve; {n} more (is|are) in doubt[ · {n} group[s] in doubt or reconnecting]",
    where: { path: /^\/oncall/ },
    check: servedOfAndDoubted,
  },
  { says: "{n} serving.[ {words}]", where: { path: /groups\/[^/]+\// }, check: served },
  { says: "{n} serving.{words}", where: { path: /groups\/[^/]+\// }, check: served },
  { says: "{n} / {n}", where: { column: /^serving$/ }, check: served },
  { says: "{n}/{n}", where: { column: /^serving$/ }, check: served },
  { says: "{n} serving", where: { column: /^serving$/ }, check: served },
  { says: "{n} +{n}? serving", where: { column: /^serving$/ }, check: servedAndDoubted },
  { says: "{n} machines", where: { region: /^The fleet$/ } },
  { says: "{n}", where: { region: /^Filter by state$/ }, check: (said, truth) => facet(said, truth, ({ word }) => word) },
  { says: "{n}", where: { region: /^Filter by zone$/ }, check: (said, truth) => facet(said, truth, ({ zone }) => zone) },
  { says: "{n}", where: { region: /^Filter by network$/ }, check: (said, truth) => facet(said, truth, ({ network }) => network) },
  { says: "{n}", where: { region: /^Filter by replica$/ }, check: (said, truth) => facet(said, truth, ({ replica }) => replica) },
  { says: "{n}", where: { region: /^Filter by group$/ }, check: (said, truth) => facet(said, truth, ({ namespace, group }) => `${namespace}/${group}`) },
  { says: "{n}", where: { region: /^Filter by (region|origin|revision)$/ } },
  { says: "{n} entries", where: { path: /^\/entries$/ }, check: total },
  { says: "{n} of {n} · {words}", where: { path: /^\/entries$/ }, check: total },
  { says: "{n} +{n}? /{n}", where: { column: /^serving$/ }, check: servedAndDoubted },
  { says: "{n} /{n}", where: { column: /^serving$/ }, check: served },
  {
    says: "{n} of {n} expected machines serve, and {n} more that nobody can vouch for. The expected size is declared on the group.",
    check: servedOfAndDoubted,
  },
  { says: "{n} of {n} expected machines serve.{words}", check: served },
  { says: "The expected size of {n} groups is declared on the group." },
  { says: "The expected size is declared on the group." },
  { says: "All serve" },
  { says: "{n} (error|warning|note)[s] found", where: { column: /^name$/ } },
  { says: "{n} (error|warning)[s] and {n} (warning|note)[s] found", where: { column: /^name$/ } },
  { says: "{n} error[s], {n} warning[s] and {n} note[s] found", where: { column: /^name$/ } },
  { says: `{n} ${WORD} machine[s][ and {n} ${WORD} machine[s]][, {words}].[ {words}]`, check: inState },
  { says: `{n} ${WORD} and {n} ${WORD} machine[s][, {words}].[ {words}]`, check: inState },
  { says: "{n} (vanished|not registered)" },
  { says: "{n} groups in {n} namespaces · {words}" },
  { says: "{n} groups , {n} of them here", check: groupsHere },
  { says: WORD, where: { about: /^entries\// }, check: stateOf },
  // In a legend, at a facet: nowhere that nothing is said of a machine's state.
  { says: WORD, where: { path: /^(?!\/groups\/new)/, region: /^(?!Findings$)/ } },
];

type Holds = (machines: readonly Judged[]) => boolean;

function unless(truth: Truth, holds: Holds, problem: string): string | null {
  return truth.sometime(holds) ? null : problem;
}

/** The machines that a statement is about: of the group that its row or its page names, or all. */
function subjectOf({ statement: { about } }: Said, { page }: Truth): (machines: readonly Judged[]) => readonly Judged[] {
  const [namespace, group] = (/^groups\/(.+)$/.exec(about)?.[1] ?? /^\/c\/[^/]+\/groups\/([^?]+)/.exec(page.path)?.[1] ?? "").split("/");
  if (namespace === undefined || group === undefined) return (machines) => machines;
  return (machines) => machines.filter((machine) => machine.namespace === namespace && machine.group === group);
}

function served(said: Said, truth: Truth): string | null {
  const [serving, expected] = said.counts;
  const subject = subjectOf(said, truth);
  const group = /groups\/([^/]+)\/([^/?]+)/.exec(said.statement.about || truth.page.path);
  const size = group === null ? null : truth.sizeOf(group[1] ?? "", group[2] ?? "");
  if (group !== null && expected !== undefined && size !== null && size !== expected) return `the declared size is ${size}`;
  // The fleet's sentence is about the groups that have a size.
  const counted = (machines: readonly Judged[]) =>
    group === null && expected !== undefined ? machines.filter(({ namespace, group: name }) => truth.sizeOf(namespace, name) !== null) : subject(machines);
  return unless(truth, (machines) => counted(machines).filter(({ serves }) => serves).length === serving, `never were ${serving} serving`);
}

function servedAndDoubted(said: Said, truth: Truth): string | null {
  const [serving, doubted] = said.counts;
  const subject = subjectOf(said, truth);
  const holds: Holds = (machines) => {
    const own = subject(machines);
    return own.filter(({ serves }) => serves).length === serving && own.filter(({ isDoubted }) => isDoubted).length === doubted;
  };
  return unless(truth, holds, `never were ${serving} serving and ${doubted} in doubt`);
}

/** "cart, 34 machines: 6 missing of the declared 40, 1 Disconnected, 33 Healthy" */
function ribbon(said: Said, truth: Truth): string | null {
  const text = said.statement.text;
  const [, name = "", parts = ""] = /^(?:(.+), )?[\d,]+ machines?: (.+)$/.exec(text) ?? [];
  const [total = 0] = said.counts;
  const counts = new Map<string, number>();
  for (const part of parts.split(", ")) {
    const [, count = "", word = ""] = /^([\d,]+) (.+)$/.exec(part) ?? [];
    counts.set(word.replace(/ of the (declared|learned) [\d,]+$/, ""), countOf(count));
  }
  const subject = name === "" ? subjectOf(said, truth) : null;
  const holds: Holds = (machines) => candidates(machines, name, subject).some((own) => own.length === total && hasCounts(own, counts));
  return unless(truth, holds, `never were its machines so`);
}

/** The machines of each group of that name: a ribbon does not say in which namespace it is. */
function candidates(
  machines: readonly Judged[],
  name: string,
  subject: ((all: readonly Judged[]) => readonly Judged[]) | null,
): readonly (readonly Judged[])[] {
  if (subject !== null) return [subject(machines)];
  const group = name === "no group" ? "" : name;
  const byNamespace = new Map<string, Judged[]>();
  for (const machine of machines) {
    if (machine.group !== group) continue;
    byNamespace.set(machine.namespace, [...(byNamespace.get(machine.namespace) ?? []), machine]);
  }
  return [...byNamespace.values()];
}

function hasCounts(machines: readonly Judged[], counts: ReadonlyMap<string, number>): boolean {
  return WORDS.every((word: Word) => machines.filter((machine) => machine.word === word).length === (counts.get(word) ?? 0));
}

/** The facets of the list of the vanished count those who are gone, but for that of states. */
function facet(said: Said, truth: Truth, partOf: (machine: Judged) => string): string | null {
  return truth.page.path.includes("vanished") && said.statement.region !== "Filter by state" ? lostFacet(said, truth) : liveFacet(said, truth, partOf);
}

/** No more can have gone than the watch saw go, and those that were gone before it. */
function lostFacet({ counts: [count = 0] }: Said, truth: Truth): string | null {
  const gone = truth.ended().length;
  return count <= gone ? null : `only ${gone} machines went`;
}

function liveFacet(said: Said, truth: Truth, partOf: (machine: Judged) => string): string | null {
  const { statement, counts } = said;
  const value = statement.item.replace(/ [\d,]+$/, "");
  const [count] = counts;
  if (value.startsWith("Vanished")) return lostFacet(said, truth);
  const holds: Holds = (machines) => machines.filter((machine) => (partOf(machine) || "none") === value).length === count;
  return unless(truth, holds, `never were ${count} of ${value}`);
}

/** What serves is of the groups that have a size; in doubt may be any machine. */
function servedOfAndDoubted(said: Said, truth: Truth): string | null {
  const doubted = said.counts[2];
  const subject = subjectOf(said, truth);
  const holds: Holds = (machines) => subject(machines).filter(({ isDoubted }) => isDoubted).length === doubted;
  return served(said, truth) ?? unless(truth, holds, `never were ${doubted} in doubt`);
}

/** "2 disconnected and 4 unverified machines": so many of the group that the row is about. */
function inState(said: Said, truth: Truth): string | null {
  const subject = subjectOf(said, truth);
  const named = [...said.statement.text.matchAll(new RegExp(`([\\d,]+) ${WORD}`, "gi"))].map(([, count = "", word = ""]) => ({
    count: countOf(count),
    word: word.toLowerCase(),
  }));
  const holds: Holds = (machines) =>
    named.every(({ count, word }) => subject(machines).filter((machine) => machine.word.toLowerCase() === word).length === count);
  return unless(truth, holds, "never were so many of its machines so");
}

function total({ counts: [count] }: Said, truth: Truth): string | null {
  return unless(truth, (machines) => machines.length === count, `never were there ${count} entries`);
}

/** All groups, those too that are not there and that machines name, and those whose name has what the list is filtered by. */
function groupsHere({ counts: [all, here] }: Said, truth: Truth): string | null {
  const filter = new URLSearchParams(truth.page.path.split("?")[1]).get("q") ?? "";
  const holds = (machines: readonly Judged[], moment: number) => {
    const objects = truth.raw.at("group", moment).map(({ metadata: { namespace, name } }) => `${namespace}/${name}`);
    const named = machines.filter(({ group }) => group !== "").map(({ namespace, group }) => `${namespace}/${group}`);
    const groups = [...new Set([...objects, ...named])];
    return groups.length === all && groups.filter((group) => group.split("/")[1]?.includes(filter)).length === here;
  };
  return truth.sometime(holds) ? null : "never were there so many groups";
}

function stateOf({ statement: { text, about } }: Said, truth: Truth): string | null {
  const [, namespace = "", name = ""] = about.split("/");
  const own = (machines: readonly Judged[]) => machines.filter((machine) => machine.namespace === namespace && machine.name === name);
  if (text.toLowerCase() === "vanished") return unless(truth, (machines) => own(machines).length === 0, "it is still there");
  return unless(truth, (machines) => own(machines).some(({ word }) => word.toLowerCase() === text.toLowerCase()), `it never was ${text}`);
}
