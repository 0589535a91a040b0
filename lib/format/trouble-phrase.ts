import { type TroubleCounts, troubleCountsWorstFirst } from "@/lib/domain/statements/counts";
import { WORDS } from "./state-words";
import { listOf } from "./text/lists";
import { formatNumber, oneOrMany } from "./text/numbers";

/** Machines in trouble, worst first: "2 unhealthy and 6 unverified machines"; "" if there are none. */
export function troublePhrase(counts: TroubleCounts): string {
  const states = troubleCountsWorstFirst(counts);
  const last = states.at(-1);
  if (last === undefined) return "";
  const parts = states.map(([state, count]) => `${formatNumber(count)} ${WORDS[state].toLowerCase()}`);
  return `${listOf(parts)} ${oneOrMany(last[1], "machine")}`;
}

const PREPOSITIONS: Readonly<Record<string, string>> = { zone: "in", network: "in", replica: "held by", version: "of" };

/** The traits that all of `count` machines share: ", all in zone a and held by replica b"; "" if they share none or are one. */
export function commonPhrase(common: readonly string[], count: number): string {
  if (common.length === 0 || count < 2) return "";
  const shared = common.map((trait) => `${PREPOSITIONS[trait.split(" ", 1)[0] ?? ""] ?? "with"} ${trait}`);
  return `, ${count === 2 ? "both" : "all"} ${listOf(shared)}`;
}

/** Unverified machines; "" if there are none. */
export function doubtPhrase(count: number): string {
  return count > 0 ? `${formatNumber(count)} unverified ${oneOrMany(count, "machine")}` : "";
}
