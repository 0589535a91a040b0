import { type ExpectedSize, type ExpectedSizeSource, minimumExpectedSize } from "./expected-size";

/** The facts about a group that decide its total. */
export interface GroupMachineCounts {
  /** Machines with an entry. */
  readonly registered: number;
  /** Without machines that left as planned. */
  readonly expected: ExpectedSize;
  /** The group has once had as many machines as it declares. Null = the history does not show it, and the size counts. */
  readonly wasComplete: boolean | null;
  /** Recorded losses that still count (`loss-ends`), by the state of the machine when it left. */
  readonly lostHealthy: number;
  readonly lostOthers: number;
  /** Losses that users accepted since the size was set. They are not among the recorded losses. */
  readonly accepted: number;
}

/** A group's one total: `registered` + `lost` + `missing`. */
export interface GroupTotal {
  readonly total: number;
  /** The least number that is expected. Null = not known: pages show the total without "of". */
  readonly expected: number | null;
  readonly source: ExpectedSizeSource;
  /** The number of accepted losses that lowered the size. */
  readonly accepted: number;
  /** Lost machines that count. */
  readonly lost: number;
  /** Expected machines without a recorded loss that counts. */
  readonly missing: number;
  /** The declared size was never reached, and no machine is missing. */
  readonly arriving: boolean;
}

/**
 * Returns the total of a group: max(expected, registered), or the registered number if no size is known. Lost machines that count are added if the size may
 * change by itself (a range, an elastic size), or was not reached yet.
 */
export function groupTotal({ registered, expected: size, wasComplete, lostHealthy, lostOthers, accepted: decisions }: GroupMachineCounts): GroupTotal {
  const known = minimumExpectedSize(size);
  const accepted = known === null || !hasFixedSize(size) ? 0 : Math.min(known, decisions);
  const expected = known === null ? null : known - accepted;
  const isDeclared = size.kind === "declared" || size.kind === "range";
  const arriving = expected !== null && isDeclared && wasComplete === false && registered < expected;
  const floor = expected === null || arriving ? 0 : expected;
  const recorded = countedLosses(size, { lostHealthy, lostOthers });
  // A fixed size replaces a lost machine by any other; the rest of its losses does not count.
  const lost = hasFixedSize(size) && !arriving ? Math.min(recorded, Math.max(0, floor - registered)) : recorded;
  const missing = Math.max(0, floor - registered - lost);
  return { total: registered + lost + missing, expected, source: size.kind, accepted, lost, missing, arriving };
}

/** True if the group always has the same number of machines. */
export function hasFixedSize({ kind }: { readonly kind: string }): boolean {
  return kind === "declared" || kind === "learned";
}

/** Counts the losses for a size. If it may change by itself, a machine that left healthy is no loss. */
function countedLosses(size: ExpectedSize, { lostHealthy, lostOthers }: Pick<GroupMachineCounts, "lostHealthy" | "lostOthers">): number {
  return isVariableSize(size) ? lostOthers : lostHealthy + lostOthers;
}

/** True for a size that may change by itself: a machine that leaves healthy is no loss then. */
export function isVariableSize({ kind }: { readonly kind: string }): boolean {
  return kind === "range" || kind === "elastic";
}

/** Adds up the totals of groups. Entries in no group count as a group without an expected size. */
export function sumTotals(totals: Iterable<GroupTotal>): Pick<GroupTotal, "total" | "lost" | "missing"> {
  const sum = { total: 0, lost: 0, missing: 0 };
  for (const { total, lost, missing } of totals) {
    sum.total += total;
    sum.lost += lost;
    sum.missing += missing;
  }
  return sum;
}
