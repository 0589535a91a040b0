"use client";

import { useZone } from "@/components/table/use-zone";
import type { PageBand } from "@/components/timeline/use-page-band";
import { useOfNow } from "@/lib/client/clock";
import { useFreshness } from "@/lib/client/status";
import type { GroupRow } from "@/lib/contract/rows";
import { recoveryOf } from "@/lib/domain/history/recovery";
import { recoveryWords } from "@/lib/format/recovery-words";

interface GroupRecoveryProps {
  readonly row: GroupRow;
  /** The group's past as the page shows it. */
  readonly band: PageBand;
}

/**
 * Whoever waits for a group reads here since when all of it serves again. Nothing is said of a page that is not live, of a group whose size nobody
 * knows, and beside a window that ended before now: what came after it is not in its band.
 */
export function GroupRecovery({ row, band }: GroupRecoveryProps) {
  const zone = useZone();
  const isLive = useFreshness(row.cluster).kind === "live";
  const { serving, total, expected } = row.rollUp;
  const isWell = expected !== null && serving === total && serving >= expected && row.unvouched === 0;
  const told = isLive && isWell && band.url.asked?.kind !== "between" ? band.value : null;
  const recovery = told === null ? null : recoveryOf(told);
  const words = useOfNow((now) => (told === null || recovery === null ? "" : recoveryWords(expected ?? 0, recovery, { stepMs: told.stepMs, now, zone })));
  return words === "" ? null : <p className="mt-2 text-l text-good tabular-nums">{words}</p>;
}
