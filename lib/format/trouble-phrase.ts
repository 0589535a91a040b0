import { countIn } from "@/lib/domain/state-code";
import { isTrouble } from "@/lib/domain/trouble";
import { STATES } from "@/lib/domain/verdict";
import { formatCount, listPhrase, plural } from "./count";
import { stateWords } from "./state-words";

/** The machines in trouble, worst first: "2 unhealthy and 6 disconnected machines"; "" where there are none. `counts` by the codes of states. */
export function troublePhrase(counts: readonly number[]): string {
  const parts = STATES.flatMap((state) => {
    const count = countIn(counts, state);
    return count > 0 && isTrouble(state) ? [{ count, words: `${formatCount(count)} ${stateWords[state].word.toLowerCase()}` }] : [];
  });
  const [only] = parts;
  if (only === undefined) return "";
  return `${listPhrase(parts.map(({ words }) => words))} ${parts.at(-1)?.count === 1 ? "machine" : "machines"}`;
}

/** How many machines of these counts are in trouble. */
export function troubleCount(counts: readonly number[]): number {
  return STATES.reduce((sum, state) => sum + (isTrouble(state) ? countIn(counts, state) : 0), 0);
}

const PREPOSITIONS: Readonly<Record<string, string>> = { zone: "in", network: "in", replica: "held by", version: "of" };

/** What they share, as the end of a sentence: ", all in zone a and held by replica b"; "" where they share nothing or are one. */
export function commonPhrase(common: readonly string[], count: number): string {
  if (common.length === 0 || count < 2) return "";
  const shared = common.map((trait) => `${PREPOSITIONS[trait.split(" ", 1)[0] ?? ""] ?? "with"} ${trait}`);
  return `, ${count === 2 ? "both" : "all"} ${listPhrase(shared)}`;
}

/** How many nobody can vouch for; "" where there are none. */
export function doubtPhrase(doubted: number): string {
  return doubted > 0 ? `${plural(doubted, "machine")} that nobody can vouch for` : "";
}
