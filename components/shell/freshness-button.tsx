"use client";

import { clsx } from "clsx";
import { usePathname, useSearchParams } from "next/navigation";
import { useZone } from "@/components/table/use-zone";
import { lazyPart, partLoader } from "@/components/ui/lazy-part";
import { Popover, PopoverContent, PopoverTrigger, popoverWith } from "@/components/ui/popover";
import { useServerNow } from "@/lib/client/clock";
import { useFreshness, usePartlyLive } from "@/lib/client/status";
import { freshnessLabel, isProvenLive, liveClustersText } from "@/lib/format/freshness-label";
import { formatMoment } from "@/lib/format/time-ticks";
import { pageSubject } from "./page-subject";

const loadDetails = partLoader(() => import("./freshness-details"));
const load = popoverWith(loadDetails);
const FreshnessDetails = lazyPart(loadDetails, (loaded) => loaded.FreshnessDetails);

/** Button with the freshness of the page. It opens the list of sources with their ages. */
export function FreshnessButton() {
  const { cluster: clusters = [] } = pageSubject(usePathname(), useSearchParams());
  const [only, ...others] = clusters;
  const freshness = useFreshness(others.length === 0 ? only : undefined);
  const now = useServerNow();
  const zone = useZone();
  const live = isProvenLive(freshness, now);
  const label = liveClustersText(usePartlyLive(clusters)) || freshnessLabel(freshness, now);
  return (
    <Popover load={load}>
      <PopoverTrigger
        data-freshness={freshness.kind}
        data-age-ms={freshness.asOf === null ? undefined : Math.max(0, now - freshness.asOf)}
        aria-label={`Freshness: ${label}`}
        className={clsx(
          "inline-flex h-7 max-desk:ml-auto shrink-0 items-center gap-[7px] rounded-control px-1.5 text-s tabular-nums hover:bg-hover max-desk:h-11 max-desk:px-0.5",
          live ? "text-ink-2" : freshness.kind === "past" ? "text-accent" : "text-blind",
        )}
        suppressHydrationWarning
      >
        <i className={clsx("size-[7px] rounded-full forced-color-adjust-none", live ? "bg-good" : "border-2 border-current")} aria-hidden="true" />
        <span suppressHydrationWarning>
          {label}
          {freshness.kind === "past" && ` · ${formatMoment(freshness.asOf, now, zone)}`}
        </span>
      </PopoverTrigger>
      <PopoverContent align="end" className="w-[430px]" aria-label="Sources of this page">
        <FreshnessDetails freshness={freshness} />
      </PopoverContent>
    </Popover>
  );
}
