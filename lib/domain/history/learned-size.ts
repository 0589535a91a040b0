/** A while, in milliseconds; `to` null = it goes on. */
interface HeldSpan {
  readonly from: number;
  readonly to: number | null;
}

/**
 * When a group last held a level without a break: as many machines or more. Time that nobody watched neither counts nor breaks.
 * Null where it never did. Steps are in order of time.
 */
export function longestHeldSpan(steps: readonly SizeStep[], level: number): HeldSpan | null {
  let from: number | null = null;
  let last: HeldSpan | null = null;
  for (const { at, size } of steps) {
    if (size === null) continue;
    if (size >= level) from ??= at;
    else if (from !== null) {
      last = { from, to: at };
      from = null;
    }
  }
  return from === null ? last : { from, to: null };
}

/** How many machines a group had from a moment on; null = nobody was looking. Milliseconds, ascending. */
export interface SizeStep {
  readonly at: number;
  readonly size: number | null;
}

/** Durations of the rule in milliseconds; a run with a faster clock scales them. */
export interface LearnedSizeRule {
  /** A size unchanged for so long is the size, whatever was before. */
  readonly settledMs: number;
  /** A size must be held for so long to count at all. */
  readonly heldMs: number;
  /** What is longer ago is forgotten. */
  readonly spanMs: number;
}

export const LEARNED_SIZE_RULE: LearnedSizeRule = { settledMs: 24 * 3_600_000, heldMs: 30 * 60_000, spanMs: 7 * 24 * 3_600_000 };

/** A stretch of observed time with one size, as it would be had the planned endings after it been before it. */
interface Stretch {
  readonly size: number;
  readonly from: number;
  readonly ms: number;
}

/**
 * The size a group is held to where nobody declared one; null = not known yet. It is the size of now where that did not change for 24 hours
 * that somebody watched; else the largest that was held for 30 minutes within 7 days: that many were there without a break, more or less
 * for moments. Machines that went as somebody meant them to (`planned`: the moments) lower every earlier size. Time that nobody watched
 * neither counts nor breaks.
 */
export function learnedSize(steps: readonly SizeStep[], planned: readonly number[], now: number, rule: LearnedSizeRule = LEARNED_SIZE_RULE): number | null {
  const stretches = stretchesOf(steps, planned, now, now - rule.spanMs);
  const current = stretches.at(-1)?.size;
  if (current === undefined) return null;
  let settledMs = 0;
  for (let at = stretches.length - 1; stretches[at]?.size === current; at--) settledMs += stretches[at]?.ms ?? 0;
  return settledMs >= rule.settledMs ? current : largestHeld(stretches, rule.heldMs);
}

function stretchesOf(steps: readonly SizeStep[], planned: readonly number[], now: number, since: number): readonly Stretch[] {
  const endings = [...planned].sort((a, b) => a - b);
  const stretches: Stretch[] = [];
  let passed = 0;
  for (const [index, { at, size }] of steps.entries()) {
    const until = Math.min(now, steps[index + 1]?.at ?? now);
    const from = Math.max(at, since);
    while (passed < endings.length && (endings[passed] ?? 0) <= at) passed++;
    if (size === null || until <= from) continue;
    const later = endings.slice(passed).filter((ending) => ending <= now).length;
    stretches.push({ size: Math.max(0, size - later), from, ms: until - from });
  }
  return stretches;
}

/** The largest size that neighbouring stretches reach together for long enough: each stretch is the least of the widest run around it. */
function largestHeld(stretches: readonly Pick<Stretch, "size" | "ms">[], heldMs: number): number | null {
  let best: number | null = null;
  const open: { size: number; ms: number }[] = [];
  const close = (below: number): number => {
    let ms = 0;
    for (let top = open.at(-1); top !== undefined && top.size > below; top = open.at(-1)) {
      open.pop();
      ms += top.ms;
      if (ms >= heldMs && (best === null || top.size > best)) best = top.size;
    }
    return ms;
  };
  for (const { size, ms } of stretches) {
    const carried = close(size);
    const top = open.at(-1);
    if (top?.size === size) top.ms += carried + ms;
    else open.push({ size, ms: carried + ms });
  }
  close(Number.NEGATIVE_INFINITY);
  return best;
}

/** A size is elastic after so many falls and rises within the span of the rule. */
const ELASTIC_SWINGS = 3;

/**
 * The floor of an elastic size: the smallest size that was held for 30 minutes within 7 days; null = the size is not elastic. It is elastic if it fell
 * and rose again three times, each level held for 30 minutes, and no machine was in trouble when it left in a fall (`failed`: the moments).
 */
export function elasticFloor(steps: readonly SizeStep[], failed: readonly number[], now: number, rule: LearnedSizeRule = LEARNED_SIZE_RULE): number | null {
  const first = steps.findIndex(({ size }) => (size ?? 0) > 0);
  const stretches = first < 0 ? [] : stretchesOf(steps.slice(first), [], now, now - rule.spanMs);
  if (swingsIn(stretches, failed, rule.heldMs) < ELASTIC_SWINGS) return null;
  const floor = largestHeld(
    stretches.map(({ size, ...rest }) => ({ ...rest, size: -size })),
    rule.heldMs,
  );
  return floor === null ? null : Math.abs(floor);
}

/** Neighbouring stretches above or below a level. */
interface Run {
  readonly from: number;
  readonly ms: number;
  /** The size of the run that is nearest to the level. */
  readonly nearest: number;
}

/** Counts falls that were followed by a rise. A fall or a rise is a run of stretches below or above the last level for long enough. */
function swingsIn(stretches: readonly Stretch[], failed: readonly number[], heldMs: number): number {
  let swings = 0;
  let level = stretches[0]?.size ?? 0;
  let runs: readonly Run[] = [];
  let isRising = false;
  /** Null = the size did not fall since it rose last; else: did all machines leave healthy? */
  let fell: boolean | null = null;
  for (const stretch of stretches) {
    if (stretch.size === level || isRising !== stretch.size > level) runs = [];
    if (stretch.size === level) continue;
    isRising = stretch.size > level;
    const run = longer(runs[0], stretch, isRising);
    runs = [run];
    if (run.ms < heldMs) continue;
    if (!isRising) fell = fell !== false && !failed.some((at) => at >= run.from && at <= stretch.from + stretch.ms);
    else {
      if (fell === true) swings++;
      fell = null;
    }
    level = run.nearest;
    runs = [];
  }
  return swings;
}

function longer(run: Run | undefined, { size, ms, from }: Stretch, isRising: boolean): Run {
  if (run === undefined) return { from, ms, nearest: size };
  return { from: run.from, ms: run.ms + ms, nearest: isRising ? Math.min(run.nearest, size) : Math.max(run.nearest, size) };
}
