import type { Total } from "@/lib/server/derive/totals";
import { type Counting, type MutableMachineCounts, noCounts } from "./host-counts";
import type { Matching } from "./host-matching";
import type { HostObject } from "./host-reader";

/** One version of a Service or a ServiceEntry, with what it takes: another version is another record, so that what was counted in one is taken out of it. */
export interface HostRecord extends Total, Matching {
  readonly host: HostObject;
  readonly counts: Counting;
  /** Its machines by the number of their class (`ClassNumbers`). */
  readonly classes: Map<number, MutableMachineCounts>;
  /** There is another version, or none any more. */
  isOver: boolean;
  /** How much of what it may take waits to be counted: machines, Pods. */
  pending: number;
  /** What is shown meanwhile: the counts of the version before; null = its own. */
  shown: Counting | null;
}

/** A record that has counted nothing yet; `before`: the record whose counts are shown meanwhile. */
export function hostRecord(host: HostObject, matching: Matching, before: HostRecord | null): HostRecord {
  const counts = noCounts(host.selector);
  const shown = before === null ? null : { ...structuredClone(before.shown ?? before.counts), inline: counts.inline };
  return { ...matching, host, counts, classes: new Map(), isOver: false, pending: 0, shown, version: (before?.version ?? 0) + 1 };
}
