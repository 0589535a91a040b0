import { STATES, type State, type StateWord, statesCountedAs } from "./verdict";

/**
 * The code of each state on disk and on the wire. Codes never change: a new state takes the next number, and a removed state leaves its number unused. The
 * order of STATES is only the order of display.
 */
export const STATE_CODES = {
  unreadable: 0,
  vanished: 1,
  unhealthy: 2,
  disconnected: 3,
  unverified: 4,
  overdue: 5,
  reconnecting: 6,
  draining: 7,
  awaiting: 8,
  unchecked: 9,
  healthy: 10,
  "no-endpoint": 11,
} as const satisfies Record<State, number>;

/** The exact states in the order of their codes. Columns of files keep their positions when a state is added. */
export const STATES_IN_CODE_ORDER: readonly State[] = [...STATES].sort((a, b) => STATE_CODES[a] - STATE_CODES[b]);

/** Converts between states in the order of display and their codes. Lists of counts that are stored or sent are "coded": their index is the code. */
export interface StateCodeConverter<Word extends string> {
  /** Returns the code of a state, or -1 for a state without a code. */
  codeOf(state: Word): number;
  /** Returns the state of a code, or null for an unknown code, which a later version may have written. */
  stateOf(code: number): Word | null;
  /** Returns the position of a code in the order. An unknown code comes after all others. */
  placeOf(code: number): number;
  /** Returns coded counts from counts in the order of the states. */
  coded(counts: readonly number[]): number[];
  /** Returns coded counts with a zero for each code. */
  zeros(): number[];
}

/** Returns the converter for an order of states. A state without a code is neither stored nor sent. */
export function stateCodeConverter<Word extends string>(order: readonly Word[], codes: Readonly<Partial<Record<Word, number>>>): StateCodeConverter<Word> {
  const codeAt = order.map((state) => codes[state] ?? -1);
  const length = Math.max(...codeAt) + 1;
  const placeAt = Array.from({ length }, (_, code) => codeAt.indexOf(code));
  const zeros = () => Array.from({ length }, () => 0);
  return {
    codeOf: (state) => codes[state] ?? -1,
    stateOf: (code) => order[placeAt[code] ?? -1] ?? null,
    placeOf: (code) => ((placeAt[code] ?? -1) < 0 ? order.length : (placeAt[code] ?? order.length)),
    coded: (counts) => {
      const found = zeros();
      for (const [place, code] of codeAt.entries()) if (code >= 0) found[code] = counts[place] ?? 0;
      return found;
    },
    zeros,
  };
}

const CODEC = stateCodeConverter<State>(STATES, STATE_CODES);

export const { codeOf: codeOfState, stateOf: stateOfCode, placeOf: placeOfCode, coded: codedCounts, zeros: noCounts } = CODEC;

/** Returns the number of machines with a word, from coded counts. */
export function countWithWord(counts: readonly number[], word: StateWord): number {
  return statesCountedAs(word).reduce((sum, state) => sum + countWithState(counts, state), 0);
}

/** Returns the number of machines in a state, from coded counts. */
export function countWithState(counts: readonly number[], state: State): number {
  return counts[STATE_CODES[state]] ?? 0;
}
