import { type ExpectedSize, knownSize, type SizeSource } from "./expected-size";
import { groupTotal } from "./group-total";
import { isServingWord, type Serving, STATES, type State, wordOfState } from "./verdict";

/** Serving / expected of a set of machines, with nothing silently in either number. `counts` follows the order of STATES. */
export interface RollUp {
  /** Registered machines. */
  readonly total: number;
  /** Registered and missing machines: verdicts alone show no loss. */
  readonly fullTotal: number;
  readonly serving: number;
  readonly doubted: number;
  readonly counts: number[];
  readonly expected: number | null;
  readonly expectedFrom: SizeSource;
}

/** One zero per state. */
export function emptyCounts(): number[] {
  return STATES.map(() => 0);
}

/** The count to which a machine of a state adds. `doubted`: it is unverified. */
export function countsServing(state: State): "serving" | "doubted" | "no" {
  const word = wordOfState(state);
  if (isServingWord(word)) return "serving";
  return word === "unverified" ? "doubted" : "no";
}

/**
 * The count of a machine, and if Istio sends it to callers, as one number: 0 = it does not serve, 1 = it serves, 2 = unverified and sent, 3 = unverified
 * and not sent (draining, without a report or unreadable).
 */
export function servingClassOf({ state, serving }: { readonly state: State; readonly serving: Pick<Serving, "kind"> }): number {
  const counts = countsServing(state);
  if (counts !== "doubted") return counts === "serving" ? 1 : 0;
  return serving.kind === "yes-checked" || serving.kind === "yes-unchecked" ? 2 : 3;
}

/** Does Istio send the machines of a serving class to callers? */
export function isSentClass(servingClass: number): boolean {
  return servingClass === 1 || servingClass === 2;
}

/** Are the machines of a serving class unverified? */
export function isDoubtedClass(servingClass: number): boolean {
  return servingClass >= 2;
}

/** Adds up verdicts. An expected size that is unknown or unreadable stays unknown: it is never the total. */
export function rollUpOf(verdicts: Iterable<{ readonly state: State }>, expected: ExpectedSize): RollUp {
  const counts = emptyCounts();
  const sums = { serving: 0, doubted: 0, no: 0 };
  for (const { state } of verdicts) {
    const index = STATES.indexOf(state);
    counts[index] = (counts[index] ?? 0) + 1;
    sums[countsServing(state)] += 1;
  }
  const total = sums.serving + sums.doubted + sums.no;
  return {
    total,
    fullTotal: groupTotal({ registered: total, expected, wasComplete: null, lostHealthy: 0, lostOthers: 0, accepted: 0 }).total,
    serving: sums.serving,
    doubted: sums.doubted,
    counts,
    expected: knownSize(expected),
    expectedFrom: expected.kind,
  };
}
