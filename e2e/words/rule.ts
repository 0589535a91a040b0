import type { Statement } from "./page-text";
import { countOf, type Filled, momentOf, templateOf } from "./template";
import type { Truth } from "./truth";

/** What a page may say, and how that is checked against the objects. */
export interface Rule {
  readonly says: string;
  /** Where it may be said; everywhere where nothing is named. */
  readonly where?: Partial<Record<"region" | "column" | "about" | "item" | "path", RegExp>>;
  /** What is wrong with it, or null. Moments and names are checked without it. */
  readonly check?: (said: Said, truth: Truth) => string | null;
  /** Set where the moments in it are of something that no object dates. */
  readonly undated?: true;
}

/** A statement beside the rule that it matched. */
export interface Said {
  readonly statement: Statement;
  /** Counts in the order of the text. */
  readonly counts: readonly number[];
  /** Moments in the order of the text, milliseconds. */
  readonly times: readonly number[];
  readonly filled: readonly Filled[];
  of(kind: string): readonly string[];
}

export interface Judgement {
  readonly rule: string;
  /** True where the rule compares the text with the objects. */
  readonly compares: boolean;
  readonly problem: string | null;
}

type Compiled = readonly [rule: Rule, match: ReturnType<typeof templateOf>];

/**
 * Reads rules once; the answer judges statements: null where no rule knows such a text. Rules that compare with the objects come first: one of
 * those that know the text must find it true, and only where there is none does a rule without a check count.
 */
export function judgeOf(rules: readonly Rule[]): (statement: Statement, truth: Truth) => Judgement | null {
  const compiled = rules.map((rule): Compiled => [rule, templateOf(rule.says)]);
  const [comparing, knowing] = [compiled.filter(([{ check }]) => check !== undefined), compiled.filter(([{ check }]) => check === undefined)];
  return (statement, truth) => firstOf(comparing, statement, truth) ?? firstOf(knowing, statement, truth);
}

/** The judgement of the first of these rules that finds the statement true, else of the first that knows it; null where none does. */
function firstOf(rules: readonly Compiled[], statement: Statement, truth: Truth): Judgement | null {
  let wrong: Judgement | null = null;
  for (const [rule, match] of rules) {
    if (!isThere(rule, statement, truth)) continue;
    const filled = match(statement.text);
    if (filled === null) continue;
    const judgement = { rule: rule.says, compares: rule.check !== undefined, problem: problemOf(rule, saidOf(statement, filled, truth), truth) };
    if (judgement.problem === null) return judgement;
    wrong ??= judgement;
  }
  return wrong;
}

function isThere({ where = {} }: Rule, { region, column, about, item }: Statement, { page }: Truth): boolean {
  const places = { region, column, about, item, path: page.path };
  return Object.entries(where).every(([place, pattern]) => pattern.test(places[place as keyof typeof places]));
}

function saidOf(statement: Statement, filled: readonly Filled[], truth: Truth): Said {
  const of = (kind: string) => filled.filter((one) => one.kind === kind).map(({ text }) => text);
  const counts = filled.filter(({ kind }) => kind === "n" || kind === "number").map(({ text }) => countOf(text));
  return { statement, filled, of, counts, times: filled.filter(isTime).map(({ text }) => momentOf(text, truth.readAt)) };
}

function isTime({ kind }: Filled): boolean {
  return kind === "time" || kind === "stamp";
}

function problemOf(rule: Rule, said: Said, truth: Truth): string | null {
  const unknownName = said.of("name").find((name) => !truth.isValue(name) && !truth.isValue(name.replace(/[.:]$/, "")));
  if (unknownName !== undefined) return `no object holds ${unknownName}`;
  const undated = rule.undated === true ? -1 : said.times.findIndex((moment) => !truth.isKnownMoment(moment));
  if (undated >= 0) return `nothing happened at ${said.filled.filter(isTime)[undated]?.text}`;
  return rule.check?.(said, truth) ?? null;
}
