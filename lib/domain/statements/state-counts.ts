import type { Statement } from "@/lib/domain/statements/statement";
import { countWithState } from "@/lib/domain/verdict/state-code";
import { STATE_WORDS, type State, type StateWord, statesCountedAs } from "@/lib/domain/verdict/verdict";

/** The number of machines with one state word, of a fleet. */
export interface StateCount extends Statement {
  readonly kind: "state-count";
  readonly word: StateWord;
  readonly count: number;
  /** The exact states of the machines that have an entry, each with its number. A lost machine is "vanished". */
  readonly states: readonly State[];
  readonly numbers: readonly number[];
  /** Expected machines without an entry and without a recorded loss, as a part of the lost ones. */
  readonly missing: number;
}

/** The numbers of `FleetHead` that the counts add up. */
interface CountedMachines {
  readonly rollUp: { readonly counts: readonly number[] };
  readonly lost: number;
  readonly missing: number;
}

/** Returns the number of machines for each of the eight state words, in their order, also for those without a machine. The sum is the total of the fleet. */
export function stateCounts({ rollUp: { counts }, lost, missing }: CountedMachines): readonly StateCount[] {
  return STATE_WORDS.map((word) => {
    const isLost = word === "lost";
    const ofState = (state: State) => countWithState(counts, state) + (state === "vanished" ? lost : 0);
    const states = statesCountedAs(word).filter((state) => ofState(state) > 0);
    const numbers = states.map(ofState);
    const absent = isLost ? missing : 0;
    return { kind: "state-count", word, count: numbers.reduce((sum, number) => sum + number, absent), states, numbers, missing: absent };
  });
}
