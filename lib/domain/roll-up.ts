import { type ExpectedSize, knownSize } from "./expected-size";
import { type Connection, type Serving, STATES, type State } from "./verdict";

/** What a roll-up needs to know of one verdict. */
export interface Countable {
  readonly state: State;
  readonly serving: { readonly kind: Serving["kind"] };
  readonly connection: { readonly kind: Connection["kind"] };
}

/** Serving / expected of a set of machines, with nothing silently in either number. `counts` follows the order of STATES. */
export interface RollUp {
  readonly total: number;
  readonly serving: number;
  readonly doubted: number;
  readonly counts: number[];
  readonly expected: number | null;
  readonly expectedFrom: "declared" | "learned" | "unreadable" | "unknown";
}

/** One zero per state. */
export function emptyCounts(): number[] {
  return STATES.map(() => 0);
}

/** How a machine counts: one that Istio serves though nobody holds its connection is a number of its own (facts 3.7, 10). */
export function countsServing(serving: Serving["kind"], connection: Connection["kind"]): "serving" | "doubted" | "no" {
  if (serving !== "yes-checked" && serving !== "yes-unchecked") return "no";
  return connection === "ghost" || connection === "leaked" ? "doubted" : "serving";
}

/** Adds up verdicts. An expected size that is unknown or unreadable stays unknown: it is never the total. */
export function rollUpOf(verdicts: Iterable<Countable>, expected: ExpectedSize): RollUp {
  const counts = emptyCounts();
  const sums = { serving: 0, doubted: 0, no: 0 };
  for (const { state, serving, connection } of verdicts) {
    const index = STATES.indexOf(state);
    counts[index] = (counts[index] ?? 0) + 1;
    sums[countsServing(serving.kind, connection.kind)] += 1;
  }
  return {
    total: sums.serving + sums.doubted + sums.no,
    serving: sums.serving,
    doubted: sums.doubted,
    counts,
    expected: knownSize(expected),
    expectedFrom: expected.kind,
  };
}
