import { countIn } from "@/lib/domain/state-code";
import { isTrouble } from "@/lib/domain/trouble";
import { STATES, type State } from "@/lib/domain/verdict";

type TroubleState = Exclude<State, "draining" | "awaiting" | "unchecked" | "healthy">;

/** Machines by state of trouble. A state without machines has no field. */
export type TroubleCounts = Readonly<Partial<Record<TroubleState, number>>>;

/** Worst state first. */
const TROUBLE_STATES = STATES.filter((state): state is TroubleState => isTrouble(state));

/** The states of trouble with the number of their machines, worst state first. */
export function troubleStates(counts: TroubleCounts): readonly (readonly [state: TroubleState, count: number])[] {
  return TROUBLE_STATES.flatMap((state) => ((counts[state] ?? 0) > 0 ? [[state, counts[state] ?? 0] as const] : []));
}

/** `counts` is indexed by state code. */
export function troubleCounts(counts: readonly number[]): TroubleCounts {
  return Object.fromEntries(TROUBLE_STATES.flatMap((state) => (countIn(counts, state) > 0 ? [[state, countIn(counts, state)]] : [])));
}

/** The number of machines in any state of trouble. */
export function troubleTotal(counts: TroubleCounts): number {
  return troubleStates(counts).reduce((sum, [, count]) => sum + count, 0);
}
