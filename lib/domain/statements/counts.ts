import { countWithWord } from "@/lib/domain/verdict/state-code";
import type { StateWord } from "@/lib/domain/verdict/verdict";
import type { Statement } from "./statement";

/** The state words of registered machines in trouble, worst first. A lost machine is counted by the total of its group. */
const TROUBLE_WORDS = ["unhealthy", "unverified"] as const satisfies readonly StateWord[];

type TroubleWord = (typeof TROUBLE_WORDS)[number];

/** The number of machines in trouble by state word. A word without machines has no field. */
export type TroubleCounts = Readonly<Partial<Record<TroubleWord, number>>>;

/** Returns the state words of trouble with the number of their machines, worst first. */
export function troubleCountsWorstFirst(counts: TroubleCounts): readonly (readonly [word: TroubleWord, count: number])[] {
  return TROUBLE_WORDS.flatMap((word) => ((counts[word] ?? 0) > 0 ? [[word, counts[word] ?? 0] as const] : []));
}

/** Returns the number of machines in trouble by state word. `counts`: numbers of machines, indexed by state code. */
export function troubleCounts(counts: readonly number[]): TroubleCounts {
  return Object.fromEntries(TROUBLE_WORDS.flatMap((word) => (countWithWord(counts, word) > 0 ? [[word, countWithWord(counts, word)]] : [])));
}

/** Returns the number of machines in any trouble. */
export function troubleTotal(counts: TroubleCounts): number {
  return troubleCountsWorstFirst(counts).reduce((sum, [, count]) => sum + count, 0);
}

/**
 * The number of machines that receive traffic, of the total (`group-total`). `basis`: "registered" if the set has no expected size, so that its total
 * is the registered number.
 */
export interface ServingStatement extends Statement {
  readonly serving: number;
  readonly total: number;
  readonly basis: "expected" | "registered";
  readonly registered: number;
  /** The number of machines that also receive traffic, but whose connection no replica can have. */
  readonly unverified: number;
}

/** The numbers of machines of a group or of the fleet, as its roll-up counts them. */
export interface RollUpMachineCounts {
  readonly total: number;
  /** The number of registered, lost and missing machines. */
  readonly fullTotal: number;
  readonly serving: number;
  readonly doubted: number;
  readonly counts: readonly number[];
  readonly expected: number | null;
}

/** Returns the values of a statement about serving machines. */
export function servingValues({ total, fullTotal, serving, doubted, expected }: Omit<RollUpMachineCounts, "counts">): Omit<ServingStatement, "kind"> {
  return { serving, total: fullTotal, basis: expected === null ? "registered" : "expected", registered: total, unverified: doubted };
}

/** The time to which a page's statements refer: now, or the last known time in milliseconds (null = none is known). */
export type StatementTense = { readonly past: false } | { readonly past: true; readonly moment: number | null };

/** Returns the time to which a statement refers as two of its values. */
export function tenseValues(tense: StatementTense): { readonly past: boolean; readonly asOf: number | null } {
  return { past: tense.past, asOf: tense.past ? tense.moment : null };
}
