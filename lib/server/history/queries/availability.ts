import type { BandAnswer } from "@/lib/contract/history";
import type { SizeStep } from "./band-points";
import { type Level, type LevelStep, NO_MACHINES } from "./levels";
import { lengthWithout, type Span } from "./spans";

interface Parts {
  readonly span: Span;
  readonly levels: ReadonlyMap<number, readonly LevelStep[]>;
  readonly sizes: ReadonlyMap<number, readonly SizeStep[]>;
  readonly held: ReadonlySet<number>;
  readonly holes: readonly Span[];
}

/**
 * Served machine time ÷ expected machine time, over observed time only. A group is held to its expected size; where nobody knows one, to the level
 * before its losses: registered time would make a loss invisible. A machine in doubt is not served; more machines than expected do not make up for
 * fewer at another time. `held` = the groups (by series) whose sizes are such levels.
 */
export function availabilityOf({ span, levels, sizes, held, holes }: Parts): BandAnswer["availability"] {
  let served = 0;
  let wanted = 0;
  for (const [series, steps] of levels) {
    for (const { from, to, level, size } of stretches(span, steps, sizes.get(series) ?? [])) {
      const length = lengthWithout({ from, to }, holes);
      const { serving, total } = level.mean ?? level;
      const most = size ?? total;
      wanted += most * length;
      served += Math.min(serving, most) * length;
    }
  }
  const observedMs = lengthWithout(span, holes);
  const of = held.size === 0 ? "expected" : held.size === levels.size ? "held" : "mixed";
  return wanted === 0 || observedMs === 0 ? null : { percent: flooredPercent(served, wanted), observedMs, of };
}

/** A share as percent with two digits, never rounded up: "100" only where nothing was missed. */
export function flooredPercent(part: number, whole: number): string {
  if (part >= whole) return "100";
  // A whole that is a sum of products of whole numbers and shares may be off in its last digits: what looks like all of it is not.
  return (Math.min(9_999, Math.floor((part / whole) * 10_000)) / 100).toFixed(2);
}

interface Stretch extends Span {
  readonly level: Level & { readonly mean?: LevelStep["mean"] };
  readonly size: number | null;
}

/** The whiles in which neither the level nor the expected size changed; both are in order of time. */
function* stretches(span: Span, steps: readonly LevelStep[], sizes: readonly SizeStep[]): Iterable<Stretch> {
  let [level, size]: [Stretch["level"], number | null] = [NO_MACHINES, null];
  let [nextStep, nextSize] = [0, 0];
  for (let from = span.from; from < span.to; ) {
    for (let step = steps[nextStep]; step !== undefined && step.at <= from; step = steps[++nextStep]) level = step;
    for (let step = sizes[nextSize]; step !== undefined && step.at <= from; step = sizes[++nextSize]) size = step.size;
    const to = Math.min(span.to, steps[nextStep]?.at ?? span.to, sizes[nextSize]?.at ?? span.to);
    yield { from, to, level, size };
    from = to;
  }
}
