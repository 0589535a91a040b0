import type { StateChartPoint } from "@/lib/contract/answers/history";
import { noCounts } from "@/lib/domain/verdict/state-code";
import { type Level, type LevelStep, NO_MACHINES } from "./levels";
import { SERVING_CODES } from "./row-buckets";
import type { Span } from "./spans";

/** From a moment on, so many machines are expected of a group; null = not known. */
export interface SizeStep {
  readonly at: number;
  readonly size: number | null;
  /** Lost machines that count although the size does not contain them. */
  readonly lost?: number;
}

export interface BandParts {
  readonly span: Span;
  /** Pixels: at most two points come out for each. */
  readonly width: number;
  readonly levels: ReadonlyMap<number, readonly LevelStep[]>;
  readonly sizes: ReadonlyMap<number, readonly SizeStep[]>;
  /** When nobody looked, in order, not touching. */
  readonly holes: readonly Span[];
}

/**
 * Groups added up, as steps: within each pixel the worst moment and the last one, so that nothing short is lost and a long window costs no more.
 * Where nobody looked nothing is said: the level there is zero, and comes back after it.
 */
export function bandPoints(parts: BandParts): StateChartPoint[] {
  const { span, width, holes } = parts;
  const sum = new Sum();
  const pixel = (span.to - span.from) / width;
  const drawn = holes.filter(({ from, to }) => to - from >= pixel);
  const points: StateChartPoint[] = [];
  let window = new Pixel();
  let current = -1;
  for (const [at, { levels, sizes }] of momentsOf(parts, drawn)) {
    const now = Math.floor((at - span.from) / pixel);
    if (now !== current) {
      points.push(...window.points());
      window = new Pixel();
      current = now;
    }
    for (const level of levels) sum.level(level);
    for (const size of sizes) sum.size(size.series, size);
    const blind = drawn.some(({ from, to }) => from <= at && at < to);
    window.add(blind ? { ...NOTHING, at } : sum.point(at));
  }
  points.push(...window.points());
  return points.filter((point, at) => at === 0 || !sameLevel(point, points[at - 1]));
}

const NOTHING = { counts: [...NO_MACHINES.counts], missing: 0, serving: 0, total: 0 };

/** What becomes of the sum at a moment. */
interface Change {
  readonly levels: LevelStep[];
  readonly sizes: (Omit<SizeStep, "at"> & { readonly series: number })[];
}

/** Everything that changes the sum, in order of time; the edges of what nobody saw change it too. What several groups did at one moment is one point. */
function momentsOf({ levels, sizes, span }: BandParts, drawn: readonly Span[]): (readonly [at: number, change: Change])[] {
  const moments = new Map<number, Change>();
  const moment = (at: number) => {
    const held = moments.get(at) ?? { levels: [], sizes: [] };
    moments.set(at, held);
    return held;
  };
  moment(span.from);
  for (const steps of levels.values()) for (const step of steps) if (step.at < span.to) moment(Math.max(span.from, step.at)).levels.push(step);
  for (const [series, steps] of sizes) for (const { at, ...size } of steps) if (at < span.to) moment(Math.max(span.from, at)).sizes.push({ series, ...size });
  for (const { from, to } of drawn) for (const at of [from, to]) if (at >= span.from && at < span.to) moment(at);
  return [...moments].sort(([one], [other]) => one - other);
}

/** The levels of all groups, kept as one. */
class Sum {
  readonly #levels = new Map<number, Level>();
  readonly #sizes = new Map<number, Omit<SizeStep, "at">>();
  readonly #counts = noCounts();
  #serving = 0;
  #total = 0;
  #missing = 0;

  level(next: LevelStep): void {
    const before = this.#levels.get(next.series) ?? NO_MACHINES;
    const size = this.#sizes.get(next.series);
    this.#levels.set(next.series, next);
    for (let state = 0; state < this.#counts.length; state++)
      this.#counts[state] = (this.#counts[state] ?? 0) + (next.counts[state] ?? 0) - (before.counts[state] ?? 0);
    this.#serving += next.serving - before.serving;
    this.#total += next.total - before.total;
    this.#missing += awayOf(size, next.total) - awayOf(size, before.total);
  }

  size(series: number, next: Omit<SizeStep, "at">): void {
    const { total } = this.#levels.get(series) ?? NO_MACHINES;
    this.#missing += awayOf(next, total) - awayOf(this.#sizes.get(series), total);
    this.#sizes.set(series, next);
  }

  point(at: number): StateChartPoint {
    const counts = this.#counts.map((count, state) => (SERVING_CODES.has(state) ? 0 : count));
    return { at, counts, missing: this.#missing, serving: this.#serving, total: this.#total };
  }
}

/** Lost and missing machines of a group with so many registered ones, as `groupTotalWithMissing` adds them up. */
export function awayOf(size: Omit<SizeStep, "at"> | undefined, registered: number): number {
  return Math.max(size?.lost ?? 0, (size?.size ?? 0) - registered);
}

/** What one pixel has to show. */
class Pixel {
  #worst: StateChartPoint | null = null;
  #last: StateChartPoint | null = null;

  add(point: StateChartPoint): void {
    if (this.#worst === null || badness(point) > badness(this.#worst)) this.#worst = point;
    this.#last = point;
  }

  points(): StateChartPoint[] {
    if (this.#last === null || this.#worst === null) return [];
    return this.#worst.at === this.#last.at ? [this.#last] : [this.#worst, this.#last];
  }
}

function badness({ counts, missing }: StateChartPoint): number {
  return counts.reduce((sum, count) => sum + count, missing);
}

function sameLevel(a: StateChartPoint, b: StateChartPoint | undefined): boolean {
  return (
    b !== undefined && a.missing === b.missing && a.serving === b.serving && a.total === b.total && a.counts.every((count, state) => count === b.counts[state])
  );
}
