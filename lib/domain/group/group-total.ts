import { type ExpectedSize, type ExpectedSizeKind, minimumExpectedSize } from "./expected-size";

/** The facts about a group that decide its total. */
export interface GroupTotalInput {
  /** The number of machines with an entry. */
  readonly registered: number;
  /** The expected size, which does not count machines that left as planned. */
  readonly expected: ExpectedSize;
  /** True if the group once had as many machines as it declares. Null = the history does not show this. The declared size then counts as reached. */
  readonly wasComplete: boolean | null;
  /** The number of recorded losses that still count (`loss-ends`). */
  readonly lost: number;
  /** The number of losses that users accepted since the size was set. The recorded losses do not contain them. */
  readonly accepted: number;
}

/** The total number of a group's machines: `registered` + `lost` + `missing`. */
export interface GroupTotal {
  readonly total: number;
  /** The smallest number that is expected. Null = not known: pages then show the total without "of". */
  readonly expected: number | null;
  readonly source: ExpectedSizeKind;
  /** The number of accepted losses that lowered the size. */
  readonly accepted: number;
  /** The number of losses that add to the total. */
  readonly lost: number;
  /** The number of expected machines that have neither an entry nor a loss in `lost`. */
  readonly missing: number;
  /** True if the declared size was never reached. Machines are then not missing, but still to come. */
  readonly arriving: boolean;
}

/**
 * Returns the total of a group: max(expected, registered), or the registered number if no size is known. Recorded losses are added if the size may
 * change by itself (a range, an elastic size), or was not reached yet.
 */
export function groupTotalWithMissing({ registered, expected: size, wasComplete, lost: recorded, accepted: decisions }: GroupTotalInput): GroupTotal {
  const known = minimumExpectedSize(size);
  const accepted = known === null || !isFixedSize(size) ? 0 : Math.min(known, decisions);
  const expected = known === null ? null : known - accepted;
  const isDeclared = size.kind === "declared" || size.kind === "range";
  const arriving = expected !== null && isDeclared && wasComplete === false && registered < expected;
  const floor = expected === null || arriving ? 0 : expected;
  // In a group with a fixed size, any registered machine replaces a lost one. Further losses do not count.
  const lost = isFixedSize(size) && !arriving ? Math.min(recorded, Math.max(0, floor - registered)) : recorded;
  const missing = Math.max(0, floor - registered - lost);
  return { total: registered + lost + missing, expected, source: size.kind, accepted, lost, missing, arriving };
}

/**
 * Returns true if a group with a fixed size has it. A machine that left it is then no loss, because its successor registered before. `registered`: without that
 * machine. `accepted`: the number of accepted losses that lower the size.
 */
export function hasExpectedSize(registered: number, size: { readonly kind: string; readonly size?: number }, accepted: number): boolean {
  return isFixedSize(size) && size.size !== undefined && registered >= size.size - accepted;
}

/**
 * Returns true if a group may shrink by itself and has its least size. A machine that left it healthy is then not lost: the group scaled in. `registered`: without
 * that machine.
 */
export function hasLeastSize(registered: number, size: { readonly kind: string; readonly size?: number }): boolean {
  return isVariableSize(size) && size.size !== undefined && registered >= size.size;
}

/** Returns true for a size that does not change by itself. */
export function isFixedSize({ kind }: { readonly kind: string }): boolean {
  return kind === "declared" || kind === "learned";
}

/** Returns true for a size that may change by itself. */
function isVariableSize({ kind }: { readonly kind: string }): boolean {
  return kind === "range" || kind === "elastic";
}

/** Returns the sum of the totals of groups. Entries without a group count as one group without an expected size. */
export function sumTotals(totals: Iterable<GroupTotal>): Pick<GroupTotal, "total" | "lost" | "missing"> {
  const sum = { total: 0, lost: 0, missing: 0 };
  for (const { total, lost, missing } of totals) {
    sum.total += total;
    sum.lost += lost;
    sum.missing += missing;
  }
  return sum;
}
