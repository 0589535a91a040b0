import type { BandPoint } from "@/lib/contract/history";
import { STATES } from "@/lib/domain/verdict";
import { type Level, type LevelStep, NO_MACHINES } from "./levels";
import type { Span } from "./spans";

/** From a moment on, so many machines are expected of a group; null = nobody knows. */
export interface SizeStep {
  readonly at: number;
  readonly size: number | null;
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

type Event = { readonly at: number; readonly series: number; readonly level?: Level; readonly size?: number | null };

const NEVER_DRAWN: ReadonlySet<number> = new Set([STATES.indexOf("unchecked"), STATES.indexOf("healthy")]);

/**
 * Groups added up, as steps: within each pixel the worst moment and the last one, so that nothing short is lost and a long window costs no more.
 * Where nobody looked nothing is said: the level there is zero, and comes back after it.
 */
export function bandPoints(parts: BandParts): BandPoint[] {
  const { span, width, holes } = parts;
  const sum = new Sum();
  const pixel = (span.to - span.from) / width;
  const drawn = holes.filter(({ from, to }) => to - from >= pixel);
  const points: BandPoint[] = [];
  let window = new Pixel();
  let current = -1;
  for (const event of eventsOf(parts, drawn)) {
    const at = Math.max(span.from, event.at);
    const now = Math.floor((at - span.from) / pixel);
    if (now !== current) {
      points.push(...window.points());
      window = new Pixel();
      current = now;
    }
    sum.apply(event);
    const blind = drawn.some(({ from, to }) => from <= at && at < to);
    window.add(blind ? { ...NOTHING, at } : sum.point(at));
  }
  points.push(...window.points());
  return points.filter((point, at) => at === 0 || !sameLevel(point, points[at - 1]));
}

const NOTHING = { counts: [...NO_MACHINES.counts], missing: 0, serving: 0, total: 0 };

/** Everything that changes the sum, in order of time; the edges of what nobody saw change it too. */
function eventsOf({ levels, sizes, span }: BandParts, drawn: readonly Span[]): Event[] {
  const events: Event[] = [{ at: span.from, series: -1 }];
  for (const [series, steps] of levels) for (const step of steps) if (step.at < span.to) events.push({ at: Math.max(span.from, step.at), series, level: step });
  for (const [series, steps] of sizes) for (const { at, size } of steps) if (at < span.to) events.push({ at: Math.max(span.from, at), series, size });
  for (const { from, to } of drawn) for (const at of [from, to]) if (at >= span.from && at < span.to) events.push({ at, series: -1 });
  return events.sort((a, b) => a.at - b.at);
}

/** The levels of all groups, kept as one. */
class Sum {
  readonly #levels = new Map<number, Level>();
  readonly #sizes = new Map<number, number | null>();
  readonly #counts = STATES.map(() => 0);
  #serving = 0;
  #total = 0;
  #missing = 0;

  apply({ series, level, size }: Event): void {
    if (series < 0) return;
    this.#add(series, -1);
    if (level !== undefined) this.#levels.set(series, level);
    if (size !== undefined) this.#sizes.set(series, size);
    this.#add(series, 1);
  }

  point(at: number): BandPoint {
    const counts = this.#counts.map((count, state) => (NEVER_DRAWN.has(state) ? 0 : count));
    return { at, counts, missing: this.#missing, serving: this.#serving, total: this.#total };
  }

  #add(series: number, sign: 1 | -1): void {
    const level = this.#levels.get(series) ?? NO_MACHINES;
    for (let state = 0; state < STATES.length; state++) this.#counts[state] = (this.#counts[state] ?? 0) + sign * (level.counts[state] ?? 0);
    this.#serving += sign * level.serving;
    this.#total += sign * level.total;
    this.#missing += sign * Math.max(0, (this.#sizes.get(series) ?? 0) - level.total);
  }
}

/** What one pixel has to show. */
class Pixel {
  #worst: BandPoint | null = null;
  #last: BandPoint | null = null;

  add(point: BandPoint): void {
    // What several groups did at one moment is one point.
    if (this.#worst?.at === point.at || this.#worst === null || badness(point) > badness(this.#worst)) this.#worst = point;
    this.#last = point;
  }

  points(): BandPoint[] {
    if (this.#last === null || this.#worst === null) return [];
    return this.#worst.at === this.#last.at ? [this.#last] : [this.#worst, this.#last];
  }
}

function badness({ counts, missing }: BandPoint): number {
  return counts.reduce((sum, count) => sum + count, missing);
}

function sameLevel(a: BandPoint, b: BandPoint | undefined): boolean {
  return (
    b !== undefined && a.missing === b.missing && a.serving === b.serving && a.total === b.total && a.counts.every((count, state) => count === b.counts[state])
  );
}
