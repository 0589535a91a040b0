import { countOfWord } from "@/lib/domain/state-code";
import type { StateWord } from "@/lib/domain/verdict";

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
  return Object.fromEntries(TROUBLE_WORDS.flatMap((word) => (countOfWord(counts, word) > 0 ? [[word, countOfWord(counts, word)]] : [])));
}

/** The number of machines in any trouble. */
export function troubleTotal(counts: TroubleCounts): number {
  return troubleStates(counts).reduce((sum, [, count]) => sum + count, 0);
}
