"use client";

import { useZone } from "@/components/table/use-zone";
import { useOfNow } from "@/lib/client/clock";
import { useFreshness } from "@/lib/client/status";
import type { BandAnswer } from "@/lib/contract/history";
import type { GroupRow } from "@/lib/contract/rows";
import { recoveryOf } from "@/lib/domain/history/recovery";
import { recoveryWords } from "@/lib/format/recovery-words";

interface GroupRecoveryProps {
  readonly row: GroupRow;
  /** The group's past as the page shows it; null = not known yet. */
  readonly band: BandAnswer | null;
}

/** Whoever waits for a group reads here since when all of it serves again. Nothing is said of a page that is not live. */
export function GroupRecovery({ row, band }: GroupRecoveryProps) {
  const zone = useZone();
  const isLive = useFreshness(row.cluster).kind === "live";
  const { serving, total, expected } = row.rollUp;
  const isWell = serving === total && serving >= (expected ?? total) && row.unvouched === 0;
  const recovery = band === null || !isLive || !isWell ? null : recoveryOf(band);
  const words = useOfNow((now) => (recovery === null || band === null ? "" : recoveryWords(serving, recovery, { stepMs: band.stepMs, now, zone })));
  return words === "" ? null : <p className="mt-2 text-l text-good tabular-nums">{words}</p>;
}
