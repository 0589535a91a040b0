"use client";

import { clsx } from "clsx";
import { usePathname, useSearchParams } from "next/navigation";
import { useZone } from "@/components/table/use-zone";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useServerNow } from "@/lib/client/clock";
import { useFreshness, useStatus } from "@/lib/client/status";
import { useViewer } from "@/lib/client/viewer";
import { freshnessLine, freshnessSentence, PROOF_WORDS } from "@/lib/format/freshness-words";
import { actingWords, auditNameWords } from "@/lib/format/session-words";
import { formatMoment } from "@/lib/format/time-ticks";
import { ClusterSources } from "./cluster-sources";
import { placeOfPage } from "./page-place";

/** How fresh everything on the page is, always in sight; what it rests on, source by source, when pressed. */
export function FreshnessLine() {
  const { cluster: [only, ...others] = [] } = placeOfPage(usePathname(), useSearchParams());
  const freshness = useFreshness(others.length === 0 ? only : undefined);
  const { clusters } = useStatus();
  const viewer = useViewer();
  const now = useServerNow();
  const zone = useZone();
  const live = freshness.kind === "live";
  return (
    <Popover>
      <PopoverTrigger
        aria-label={`Freshness: ${freshnessSentence(freshness, now)}`}
        className={clsx(
          "ml-auto inline-flex h-7 shrink-0 items-center gap-[7px] rounded-control px-1.5 text-s tabular-nums hover:bg-hover max-desk:h-11 max-desk:px-0.5",
          live ? "text-ink-2" : freshness.kind === "past" ? "text-accent" : "text-blind",
        )}
        suppressHydrationWarning
      >
        <i className={clsx("size-[7px] rounded-full forced-color-adjust-none", live ? "bg-good" : "border-2 border-current")} aria-hidden="true" />
        <span suppressHydrationWarning>
          {freshnessLine(freshness, now)}
          {freshness.kind === "past" && ` · ${formatMoment(freshness.asOf, now, zone)}`}
        </span>
      </PopoverTrigger>
      <PopoverContent align="end" className="w-[430px]" aria-label="What the page rests on">
        <p>{freshnessSentence(freshness, now)}</p>
        <p className="mt-1.5 text-ink-2">{PROOF_WORDS}</p>
        <p className="mt-1.5 text-ink-2">
          {actingWords(viewer)} {auditNameWords(viewer)}
        </p>
        {freshness.kind === "past" && <p className="mt-1.5 text-ink-2">What is watched is of now:</p>}
        {clusters.map((cluster) => (
          <ClusterSources key={cluster.cluster} status={cluster} page={freshness} now={now} />
        ))}
      </PopoverContent>
    </Popover>
  );
}
