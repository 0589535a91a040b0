import { STATES, type State, type StateWord, statesCountedAs } from "./verdict";

/**
 * The number of each state on the disk and on the wire, given once and for all: a state that is added takes the next number, and one that is
 * dropped leaves its own unused. The order of STATES tells nothing but how states are shown.
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

/** The exact states in the order of their codes: columns of files keep their places when a state is added. */
export const STATES_BY_CODE: readonly State[] = [...STATES].sort((a, b) => STATE_CODES[a] - STATE_CODES[b]);

/** Between states in the order in which they are shown, and their codes. Lists of counts that are stored or sent are "coded": indexed by code. */
export interface StateCodec<Word extends string> {
  /** -1 for a word that has no code. */
  codeOf(state: Word): number;
  /** Null for a code that this version does not know, as a later one may write. */
  stateOf(code: number): Word | null;
  /** The place of a code in the order; behind all others where it is not known. */
  placeOf(code: number): number;
  /** Counts in the order of the states, coded. */
  coded(counts: readonly number[]): number[];
  /** One zero for each code. */
  zeros(): number[];
}

/** The codec of an order of states. A word without a code is neither stored nor sent. */
export function stateCodec<Word extends string>(order: readonly Word[], codes: Readonly<Partial<Record<Word, number>>>): StateCodec<Word> {
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

const CODEC = stateCodec<State>(STATES, STATE_CODES);

export const { codeOf: codeOfState, stateOf: stateOfCode, placeOf: placeOfCode, coded: codedCounts, zeros: noCounts } = CODEC;

/** The number of machines with a word, from coded counts. */
export function countInWord(counts: readonly number[], word: StateWord): number {
  return statesCountedAs(word).reduce((sum, state) => sum + countInStates(counts, state), 0);
}

/** How many of coded counts are in a state. */
export function countInStates(counts: readonly number[], state: State): number {
  return counts[STATE_CODES[state]] ?? 0;
}
