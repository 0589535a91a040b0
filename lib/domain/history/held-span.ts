import type { SizeStep } from "./learned-size";

/** A while, in milliseconds; `to` null = it goes on. */
interface HeldSpan {
  readonly from: number;
  readonly to: number | null;
}

/**
 * When a group last held a level without a break: as many machines or more. Time that nobody watched neither counts nor breaks.
 * Null where it never did. Steps are in order of time.
 */
export function heldSpan(steps: readonly SizeStep[], level: number): HeldSpan | null {
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
