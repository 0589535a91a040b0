import type { Statement, StatementValue } from "@/lib/domain/statements/statement";
import { type StatementTense, tenseValues } from "./counts";

/** The numbers in the headline of the findings page. */
export interface FindingsCounts {
  readonly total: number;
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  readonly machines: number;
  readonly groups: number;
  readonly hosts: number;
  /** The number of all rules. `untold`: the number of those without data somewhere. */
  readonly rules: number;
  readonly untold: number;
  /** False until every rule has checked every object. */
  readonly settled: boolean;
  /** The number of findings on the page that this browser mutes. `mutedForAll`: the number of those that their objects mute for all users. */
  readonly muted: number;
  readonly mutedForAll: number;
}

/** The headline of the findings page. */
export interface FindingsCountStatement extends Statement, FindingsCounts {
  readonly kind: "findings-found";
  readonly past: boolean;
  readonly asOf: number | null;
}

/** Makes the headline of the findings page. */
export function findingsCountStatement(counts: FindingsCounts, tense: StatementTense): FindingsCountStatement {
  const { total, errors, warnings, notes, machines, groups, hosts, rules, untold, settled, muted, mutedForAll } = counts;
  return {
    ...{ kind: "findings-found", total, errors, warnings, notes, machines, groups, hosts, rules, untold, settled, muted, mutedForAll },
    ...tenseValues(tense),
  };
}

/** The number of findings that match the filter of the list. */
export interface FindingsMatched extends Statement {
  readonly kind: "findings-matched";
  readonly count: number;
  readonly total: number;
}

/** States how many findings of a list the filter matches. */
export function findingsMatched({ matched, total }: { readonly matched: number; readonly total: number }): FindingsMatched {
  return { kind: "findings-matched", count: matched, total };
}

/** The number of findings of one rule. */
export interface RuleFindingCount extends Statement {
  readonly kind: "rule-found";
  readonly rule: string;
  readonly count: number;
}

/** States the number of findings of one rule. */
export function ruleFindingCount({ code, matched }: { readonly code: string; readonly matched: number }): RuleFindingCount {
  return { kind: "rule-found", rule: code, count: matched };
}

/** The fields of a finding's row that its statement uses. */
interface FoundRow {
  readonly code: string;
  readonly objects: readonly { readonly name: string }[];
  readonly evidence: Readonly<Record<string, StatementValue>>;
}

/** The statement of one finding: its rule, its objects, and each value of its evidence. */
export interface FindingStatement extends Statement {
  readonly kind: "found";
  readonly rule: string;
  readonly objects: readonly string[];
}

/** The keys of evidence that can be part of an HTML attribute's name. A later version of Stolos may have stored others. */
const KEY = /^[a-z][A-Za-z0-9]{0,40}$/;

/** States one finding with its evidence. Evidence under a key that no HTML attribute can have is left out. */
export function findingStatement({ code, objects, evidence }: FoundRow): FindingStatement {
  const known = Object.fromEntries(Object.entries(evidence).filter(([key]) => KEY.test(key)));
  return { ...known, kind: "found", rule: code, objects: objects.map(({ name }) => name) };
}

/** A comparison of the findings now with those at an earlier time, for the rules that existed then. Times are in milliseconds. */
export interface FindingsCompared extends Statement {
  readonly kind: "findings-compared";
  /** The earlier time of the comparison: the beginning of the window or of the history; null = no history. */
  readonly from: number | null;
  readonly fromHistory: boolean;
  /** The number of findings now minus the earlier number; negative = fewer. `difference` is `net` without its sign. */
  readonly net: number;
  readonly difference: number;
  readonly appeared: number;
  readonly resolved: number;
  readonly newRules: readonly string[];
}

interface Comparison {
  readonly from: number;
  readonly comparedFrom: number | null;
  readonly rules: readonly {
    readonly code: string;
    readonly before: number | null;
    readonly now: number;
    readonly appeared: number;
    readonly resolved: number;
  }[];
}

/** Compares the findings at the start of a window with those of now. Rules without a count at the start are left out. Milliseconds. */
export function findingsCompared({ from, comparedFrom, rules }: Comparison): FindingsCompared {
  const known = rules.flatMap(({ before, ...rule }) => (before === null ? [] : [{ ...rule, before }]));
  const sum = (of: (rule: (typeof known)[number]) => number) => known.reduce((total, rule) => total + of(rule), 0);
  const net = sum(({ before, now }) => now - before);
  return {
    kind: "findings-compared",
    ...{ from: comparedFrom, fromHistory: comparedFrom !== null && comparedFrom > from },
    ...{ net, difference: Math.abs(net) },
    appeared: sum(({ appeared }) => appeared),
    resolved: sum(({ resolved }) => resolved),
    newRules: known.filter(({ before, now }) => before === 0 && now > 0).map(({ code }) => code),
  };
}
