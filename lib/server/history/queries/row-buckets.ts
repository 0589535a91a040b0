import type { RowStateChart } from "@/lib/contract/answers/history";
import { codeOfState, placeOfCode } from "@/lib/domain/verdict/state-code";
import { isServingWord, STATES, wordOfState } from "@/lib/domain/verdict/verdict";
import { lengthWithout, type Span } from "./spans";

/** A state, by its code, over a while, of so much of the row (0–1). */
export interface Weighed extends Span {
  readonly state: number;
  readonly share: number;
}

/** The codes of the states that serve plainly. */
export const SERVING_CODES: ReadonlySet<number> = new Set<number>(STATES.filter((state) => isServingWord(wordOfState(state))).map(codeOfState));
const NOTHING_THERE = -1;
const NOT_RECORDED = -2;

/** A row's band: in each bucket the worst state that was, and how much of the row did not plainly serve over it. */
export function bucketed(all: readonly Weighed[], { from, to }: Span, buckets: number, holes: readonly Span[]): Pick<RowStateChart, "worst" | "share"> {
  const worst: number[] = [];
  const share: number[] = [];
  for (let bucket = 0; bucket < buckets; bucket++) {
    const span = { from: from + ((to - from) * bucket) / buckets, to: from + ((to - from) * (bucket + 1)) / buckets };
    const observed = lengthWithout(span, holes);
    const here = observed === 0 ? [] : all.filter((one) => one.from < span.to && one.to > span.from && one.state >= 0);
    const states = here.map(({ state }) => state);
    worst.push(observed === 0 ? NOT_RECORDED : states.length === 0 ? NOTHING_THERE : worstOf(states));
    share.push(observed === 0 ? 0 : Math.min(100, Math.ceil((100 * troubled(here, span, holes)) / observed)));
  }
  return { worst, share };
}

function worstOf(codes: readonly number[]): number {
  return codes.reduce((worst, code) => (placeOfCode(code) < placeOfCode(worst) ? code : worst));
}

function troubled(here: readonly Weighed[], span: Span, holes: readonly Span[]): number {
  return here
    .filter(({ state }) => !SERVING_CODES.has(state))
    .reduce((sum, { from, to, share }) => sum + share * lengthWithout({ from: Math.max(from, span.from), to: Math.min(to, span.to) }, holes), 0);
}
