/** The reason for which a list takes a new order: first rows, a change of tier 1, a viewer who did nothing for 10 s, or its next turn. */
export type ReorderReason = "load" | "tier-1" | "quiet" | "turn";

/** The facts that decide whether a list may take a new order. */
export interface OrderSituation {
  /** Names the rows that are listed. Another list takes its own order. */
  readonly list: string;
  /** The ids of the rows of tier 1, in a fixed order. */
  readonly tier1: string;
  /** Changes as often as the order may change while it is held. */
  readonly turn: number;
  /** A pressed pointer fixes the order, because the target of a link is fixed with it. */
  readonly hold: "free" | "held" | "pressed";
}

/** Returns the reason to take a new order now; null = the rows keep their places. `before` is null for the first rows. */
export function reorderReason(before: Omit<OrderSituation, "hold"> | null, now: OrderSituation): ReorderReason | null {
  if (before === null || before.list !== now.list) return "load";
  if (now.hold === "pressed") return null;
  if (before.tier1 !== now.tier1) return "tier-1";
  if (now.hold === "free") return "quiet";
  return before.turn === now.turn ? null : "turn";
}

interface Identified {
  readonly id: string;
}

/** Rows in the order that the viewer sees, with their current values. */
export interface OrderedRows<R> {
  readonly rows: readonly R[];
  /** Ids of rows that left the list. Their values are the last known ones. */
  readonly gone: ReadonlySet<string>;
  /** The number of rows that would come, leave or move in the new order. */
  readonly changes: number;
}

/**
 * Returns the rows in their new order if there is a reason, else in the order of `before`. Without a reason a new row waits, except at the end of the last tier:
 * there it moves no other row. `tierOf` returns null if the order has no tiers.
 */
export function orderRows<R extends Identified>(
  before: readonly R[],
  now: readonly R[],
  reason: ReorderReason | null,
  tierOf: (row: R) => number | null = () => null,
): OrderedRows<R> {
  if (reason !== null || before.length === 0) return { rows: now, gone: NONE, changes: 0 };
  const current = new Map(now.map((row) => [row.id, row]));
  const shown = new Set(before.map(({ id }) => id));
  const stayed = before.map((row) => current.get(row.id) ?? row);
  const last = stayed.at(-1);
  const lastTier = last === undefined ? null : tierOf(last);
  const isLast = (row: R) => !shown.has(row.id) && lastTier !== null && (tierOf(row) ?? 0) >= lastTier;
  const rows = [...stayed, ...now.filter(isLast)];
  return { rows, gone: new Set(before.flatMap(({ id }) => (current.has(id) ? [] : [id]))), changes: changesBetween(rows, now) };
}

const NONE: ReadonlySet<string> = new Set();

/** The number of rows that come, leave or move: those outside of the longest part whose order is the same in both lists. */
function changesBetween(shown: readonly Identified[], now: readonly Identified[]): number {
  const places = new Map(now.map(({ id }, index) => [id, index]));
  const kept = shown.flatMap(({ id }) => places.get(id) ?? []);
  const left = shown.length - kept.length;
  const came = now.length - kept.length;
  return left + came + kept.length - longestRise(kept);
}

/** The length of the longest increasing part of different numbers: `ends` has the smallest last number of an increasing part of each length. */
function longestRise(numbers: readonly number[]): number {
  const ends: number[] = [];
  for (const number of numbers) {
    const at = ends.findIndex((end) => end > number);
    ends[at === -1 ? ends.length : at] = number;
  }
  return ends.length;
}
