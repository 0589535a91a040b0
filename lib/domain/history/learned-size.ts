/** A span of time, in milliseconds; `to` null = the span continues. */
interface HeldSpan {
  readonly from: number;
  readonly to: number | null;
}

/**
 * Returns the last span in which a group always had at least `level` machines; null = never. A gap neither counts nor breaks the span. `steps` are in
 * order of time.
 */
export function lastSpanOfMinSize(steps: readonly SizeStep[], level: number): HeldSpan | null {
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

/** The number of machines of a group from the time `at` on, in milliseconds. `size` null = a gap in observation. */
export interface SizeStep {
  readonly at: number;
  readonly size: number | null;
}

/** The durations of the rule for learned sizes, in milliseconds. A run with a faster clock scales them. */
export interface LearnedSizeRule {
  /** The time after which a constant size is the learned size, whatever the size was before. */
  readonly settledMs: number;
  /** The time for which the group must have a size so that the size counts. */
  readonly heldMs: number;
  /** The age after which steps are ignored. */
  readonly spanMs: number;
}

export const LEARNED_SIZE_RULE: LearnedSizeRule = { settledMs: 24 * 3_600_000, heldMs: 30 * 60_000, spanMs: 7 * 24 * 3_600_000 };

/** A stretch of observed time with one size. `size` is reduced by later planned leaves, as if these had happened before the stretch. */
interface Stretch {
  readonly size: number;
  readonly from: number;
  readonly ms: number;
}

/**
 * Returns the learned size of a group without a declared size; null = not known yet. It is the current size if that was constant for 24 observed
 * hours. Otherwise it is the largest size that the group had or exceeded for 30 minutes without a break, within 7 days. `planned`: the times of
 * planned leaves, which lower every earlier size. A gap neither counts nor breaks a size. Times are in milliseconds.
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

/**
 * Returns the largest size that consecutive stretches have or exceed together for `heldMs`; null = none. Each stretch is the minimum of the widest
 * run around it.
 */
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

/** The number of falls, each with a later rise, within the span of the rule, from which a size is elastic. */
const ELASTIC_SWINGS = 3;

/**
 * Returns the floor of an elastic size: the smallest size that lasted 30 minutes within 7 days. Null = the size is not elastic. A size is elastic if
 * it fell and rose again three times, and each level lasted 30 minutes. A fall does not count if a machine in trouble left in it (`failed`: the times
 * of such leaves).
 */
export function elasticSizeFloor(steps: readonly SizeStep[], failed: readonly number[], now: number, rule: LearnedSizeRule = LEARNED_SIZE_RULE): number | null {
  const first = steps.findIndex(({ size }) => (size ?? 0) > 0);
  const stretches = first < 0 ? [] : stretchesOf(steps.slice(first), [], now, now - rule.spanMs);
  if (swingsIn(stretches, failed, rule.heldMs) < ELASTIC_SWINGS) return null;
  const floor = largestHeld(
    stretches.map(({ size, ...rest }) => ({ ...rest, size: -size })),
    rule.heldMs,
  );
  return floor === null ? null : Math.abs(floor);
}

/** Consecutive stretches that are all above or all below a level. */
interface Run {
  readonly from: number;
  readonly ms: number;
  /** The size in the run that is nearest to the level. */
  readonly nearest: number;
}

/**
 * Returns the number of falls that were followed by a rise. A fall or a rise is a run of stretches below or above the last level that lasts `heldMs`.
 */
function swingsIn(stretches: readonly Stretch[], failed: readonly number[], heldMs: number): number {
  let swings = 0;
  let level = stretches[0]?.size ?? 0;
  let runs: readonly Run[] = [];
  let isRising = false;
  /** Null = no fall since the last rise. True = all machines left healthy in the fall. */
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
