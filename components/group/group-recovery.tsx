"use client";

import { useZone } from "@/components/table/use-zone";
import type { PageBand } from "@/components/timeline/use-page-band";
import { useOfNow } from "@/lib/client/clock";
import { useFreshness } from "@/lib/client/status";
import type { BandAnswer } from "@/lib/contract/history";
import type { GroupRow } from "@/lib/contract/rows";
import { fewestSinceWhole, levelRegained, mostServed, recoveryOf } from "@/lib/domain/history/recovery";
import type { Zone } from "@/lib/format/clock";
import { recoveryWords, unknownSizeWords, waitingWords } from "@/lib/format/recovery-words";

interface GroupRecoveryProps {
  readonly row: GroupRow;
  /** The group's past as the page shows it. */
  readonly band: PageBand;
}

/**
 * Whoever waits for a group reads here for how many it waits, and then since when all of it serves again. Nothing is said of a page that is not live,
 * and beside a window that ended before now: what came after it is not in its band.
 */
export function GroupRecovery({ row, band }: GroupRecoveryProps) {
  const zone = useZone();
  const isLive = useFreshness(row.cluster).kind === "live";
  const isNow = isLive && band.url.asked?.kind !== "between";
  const words = useOfNow((now) => (isNow ? wordsOf(row, band.value, now, zone) : ""));
  if (words === "") return null;
  return <p className={`mt-2 text-l tabular-nums ${awaitedOf(row) === 0 && row.rollUp.expected !== null ? "text-good" : "text-ink-2"}`}>{words}</p>;
}

function wordsOf(row: GroupRow, band: BandAnswer | null, now: number, zone: Zone): string {
  const { serving, expected } = row.rollUp;
  const clock = { stepMs: band?.stepMs ?? 0, now, zone };
  const awaited = awaitedOf(row);
  if (awaited > 0) return waitingWords(serving, awaited, band === null ? null : fewestSinceWhole(band), clock);
  // Whom nobody can vouch for may not be back.
  if (band === null || row.unvouched > 0) return "";
  if (expected === null) return unknownSizeWords(serving, { regained: levelRegained(serving, band), most: mostServed(band) }, clock);
  const recovery = recoveryOf(band);
  return recovery === null ? "" : recoveryWords(expected, recovery, clock);
}

/** How many do not serve: of the expected, or of those that are there, where these are more or nobody knows how many there should be. */
function awaitedOf({ rollUp: { serving, total, expected } }: GroupRow): number {
  return Math.max(expected ?? 0, total) - serving;
}
