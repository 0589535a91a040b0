/** How many machines a group had from a moment on. Milliseconds. */
interface TotalStep {
  readonly at: number;
  readonly total: number;
}

/**
 * The size of a group without an expected size: the number of machines before any was lost. Planned leaves (`planned`: their moments) lower it, and more
 * machines raise it. Steps and moments are in order of time. A step sums up the changes of `stepMs`, and has the first moment of these.
 */
export function levelBeforeLosses(steps: readonly TotalStep[], planned: readonly number[], stepMs = 0): { readonly at: number; readonly size: number }[] {
  const held: { readonly at: number; readonly size: number }[] = [];
  let passed = 0;
  for (const [index, { at, total }] of steps.entries()) {
    // What went before the first step is not among those that it counts.
    const from = passed;
    while (passed < planned.length && (planned[passed] ?? 0) <= at) passed++;
    const before = held.at(-1)?.size ?? 0;
    const isMissing = () => total < before - (passed - from);
    while (index > 0 && isMissing() && passed < planned.length && (planned[passed] ?? 0) <= at + stepMs) passed++;
    const size = Math.max(total, index === 0 ? 0 : before - (passed - from));
    if (index === 0 || size !== before) held.push({ at, size });
  }
  return held;
}
