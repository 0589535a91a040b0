import { countWithWord } from "@/lib/domain/verdict/state-code";
import type { StateWord } from "@/lib/domain/verdict/verdict";
import type { Statement } from "./statement";

/** The words of trouble of machines that are registered, worst first. A lost machine is counted by the total of its group. */
const TROUBLE_WORDS = ["unhealthy", "unverified"] as const satisfies readonly StateWord[];

type TroubleWord = (typeof TROUBLE_WORDS)[number];

/** Machines by word of trouble. A word without machines has no field. */
export type TroubleCounts = Readonly<Partial<Record<TroubleWord, number>>>;

/** The words of trouble with the number of their machines, worst first. */
export function troubleStates(counts: TroubleCounts): readonly (readonly [word: TroubleWord, count: number])[] {
  return TROUBLE_WORDS.flatMap((word) => ((counts[word] ?? 0) > 0 ? [[word, counts[word] ?? 0] as const] : []));
}

/** `counts` is indexed by state code. */
export function troubleCounts(counts: readonly number[]): TroubleCounts {
  return Object.fromEntries(TROUBLE_WORDS.flatMap((word) => (countWithWord(counts, word) > 0 ? [[word, countWithWord(counts, word)]] : [])));
}

/** The number of machines in any trouble. */
export function troubleTotal(counts: TroubleCounts): number {
  return troubleStates(counts).reduce((sum, [, count]) => sum + count, 0);
}

/** Machines that receive traffic, of the total (`group-total`). `basis`: the total of a group without an expected size is the registered number. */
export interface ServingStatement extends Statement {
  readonly serving: number;
  readonly total: number;
  readonly basis: "expected" | "registered";
  readonly registered: number;
  /** Istio sends them traffic too, but no replica can hold their connection. */
  readonly unverified: number;
}

/** The machines of a set, as its roll-up counts them. */
export interface RollUpCounts {
  readonly total: number;
  /** Registered, lost and missing machines. */
  readonly fullTotal: number;
  readonly serving: number;
  readonly doubted: number;
  readonly counts: readonly number[];
  readonly expected: number | null;
}

/** The values of a serving statement. */
export function servingValues({ total, fullTotal, serving, doubted, expected }: Omit<RollUpCounts, "counts">): Omit<ServingStatement, "kind"> {
  return { serving, total: fullTotal, basis: expected === null ? "registered" : "expected", registered: total, unverified: doubted };
}

/** The time that a page's statements refer to: now, or the last known moment (null = none is known). Milliseconds. */
export type StatementTense = { readonly past: false } | { readonly past: true; readonly moment: number | null };

/** The tense of a statement as two of its values. */
export function tenseValues(tense: StatementTense): { readonly past: boolean; readonly asOf: number | null } {
  return { past: tense.past, asOf: tense.past ? tense.moment : null };
}
