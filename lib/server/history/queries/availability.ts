import type { StateChartAnswer } from "@/lib/contract/answers/history";
import type { GroupCountStep } from "@/lib/domain/history/time-to-recover";
import { countWithWord } from "@/lib/domain/verdict/state-code";
import { awayOf, type SizeStep } from "./band-points";
import { whileCounted } from "./counted-time";
import { type Level, type LevelStep, NO_MACHINES } from "./levels";
import { joined, type Span } from "./spans";

/** Groups with their machines and sizes over a window. */
export interface MeasuredGroups {
  readonly span: Span;
  readonly levels: ReadonlyMap<number, readonly LevelStep[]>;
  readonly sizes: ReadonlyMap<number, readonly SizeStep[]>;
  /** The times in which each group counts for nothing, in order, not touching. */
  readonly uncounted: (series: number) => readonly Span[];
}

type Measured = Omit<NonNullable<StateChartAnswer["availability"]>, "total">;

/**
 * Serving machine time ÷ total machine time, of each group while it is watched and has machines or misses some. The total is that of `groupTotalWithMissing` at
 * each moment: more machines than expected do not make up for fewer at another time, and the time before a group existed counts for nothing.
 */
export function availabilityOf({ span, levels, sizes, uncounted }: MeasuredGroups): Measured | null {
  let [served, wanted] = [0, 0];
  const counted: Span[] = [];
  const gaps: Span[] = [];
  const sources = new Set<"expected" | "held">();
  for (const series of new Set([...levels.keys(), ...sizes.keys()])) {
    const away = uncounted(series);
    const registered = whileCounted(levels.get(series) ?? [], away, (at) => ({ ...NO_MACHINES, at, series }));
    const expected = whileCounted(sizes.get(series) ?? [], away, (at) => ({ at, size: null }));
    const own: { readonly from: number; to: number }[] = [];
    for (const { from, to, level, away: awayOfLevel } of machineTimes(span, registered, expected)) {
      const { serving, total: present } = level.mean ?? level;
      const total = present + awayOfLevel(present);
      if (total === 0) continue;
      served += serving * (to - from);
      wanted += total * (to - from);
      const last = own.at(-1);
      if (last?.to === from) last.to = to;
      else own.push({ from, to });
    }
    const [first] = own;
    if (first === undefined) continue;
    sources.add(expected.some(({ size }) => size !== null) ? "expected" : "held");
    counted.push(...own);
    gaps.push(...away.map(({ from, to }) => ({ from: Math.max(from, first.from), to: Math.min(to, span.to) })));
  }
  const [first] = joined(counted);
  if (first === undefined) return null;
  const [source = "expected"] = sources;
  const of = sources.size > 1 ? "mixed" : source;
  return { percent: flooredPercent(served, wanted), observedMs: lengthOf(counted), of, since: first.from, unseenMs: lengthOf(gaps) };
}

/** A share as percent with two digits, never rounded up: "100" only where nothing was missed. */
function flooredPercent(part: number, whole: number): string {
  if (part >= whole) return "100";
  // A whole that is a sum of products of whole numbers and shares may be off in its last digits: what looks like all of it is not.
  return (Math.min(9_999, Math.floor((part / whole) * 10_000)) / 100).toFixed(2);
}

/**
 * The steps of one group within the window. A machine is down if it is lost, missing or failed. Without machines there is no step. Nothing is missing before the
 * group existed, or before the first complete list.
 */
export function groupSteps({ span, levels, sizes, uncounted }: MeasuredGroups, series: number): readonly GroupCountStep[] {
  const [first] = uncounted(series);
  const from = first === undefined || first.from > span.from ? span.from : Math.min(first.to, span.to);
  return [...machineTimes({ from, to: span.to }, levels.get(series) ?? [], sizes.get(series) ?? [])].flatMap(
    ({ from, level: { counts, serving, total }, away }) => {
      const missing = away(total);
      const down = missing + countWithWord(counts, "unhealthy") + countWithWord(counts, "lost");
      return total + missing === 0 ? [] : [{ at: from, serving, total: total + missing, down }];
    },
  );
}

function lengthOf(spans: readonly Span[]): number {
  return joined(spans).reduce((sum, { from, to }) => sum + to - from, 0);
}

interface MachineTime extends Span {
  readonly level: Level & Pick<LevelStep, "mean">;
  /** Lost and missing machines among so many registered ones. */
  readonly away: (registered: number) => number;
}

/** The times in which neither the level of a group nor its size changed. Steps are in order of time. */
function* machineTimes(span: Span, steps: readonly LevelStep[], sizes: readonly SizeStep[]): Iterable<MachineTime> {
  let level: MachineTime["level"] = NO_MACHINES;
  let size: SizeStep | undefined;
  let [nextStep, nextSize] = [0, 0];
  for (let from = span.from; from < span.to; ) {
    for (let step = steps[nextStep]; step !== undefined && step.at <= from; step = steps[++nextStep]) level = step;
    for (let step = sizes[nextSize]; step !== undefined && step.at <= from; step = sizes[++nextSize]) size = step;
    const to = Math.min(span.to, steps[nextStep]?.at ?? span.to, sizes[nextSize]?.at ?? span.to);
    const own = size;
    yield { from, to, level, away: (registered) => awayOf(own, registered) };
    from = to;
  }
}
