"use client";

import { useZone } from "@/components/table/use-zone";
import { useNow } from "@/lib/client/clock";
import type { HistoryCoverage } from "@/lib/contract/answers/history";
import { recordedSincePhrase } from "@/lib/format/state-chart-text";
import { sentence } from "@/lib/format/text/sentence";

/** As high as its words will be. */
const WELL = "mt-2 min-h-[1lh] text-l text-ink-2 max-desk:min-h-[2lh]";

/** What the recorder says of itself: since when it records, or why it does not. */
export function RecorderLine({ recorded, problem }: { readonly recorded: HistoryCoverage | null; readonly problem: string | null }) {
  const now = useNow();
  const zone = useZone();
  const isWell = problem === null && (recorded === null || (recorded.status === "recording" && recorded.notice === ""));
  const words = problem ?? (recorded === null ? "" : sentence(recordedSincePhrase(recorded, now, zone)));
  if (words === "") return <p className={WELL} />;
  return (
    <p role="status" data-recorder={recorded?.status} className={isWell ? WELL : "mt-3 border-l-2 border-blind-cell bg-blind-wash px-3 py-[9px] text-blind"}>
      {words}
    </p>
  );
}
