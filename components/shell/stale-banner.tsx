"use client";

import { useNow } from "@/lib/client/clock";
import { usePreferences } from "@/lib/client/preferences";
import { useFreshness, useStatus } from "@/lib/client/status";
import type { Freshness } from "@/lib/domain/freshness";
import { freshnessBanner } from "@/lib/format/freshness-words";

/** Says what is not live, since when, why, and what follows; one line a cluster, so that one that fails does not speak for the rest. */
export function StaleBanner() {
  const { clusters, stream } = useStatus();
  const worst = useFreshness();
  if (worst.kind === "live") return null;
  if (stream === "lost" || clusters.length < 2) return <Line name={null} freshness={worst} />;
  return clusters.map(({ cluster, freshness }) => <Line key={cluster} name={cluster} freshness={freshness} />);
}

function Line({ name, freshness }: { readonly name: string | null; readonly freshness: Freshness }) {
  const now = useNow();
  const { zone } = usePreferences();
  const banner = freshnessBanner(freshness, now, zone);
  if (banner === null) return null;
  return (
    <div className="mb-5 flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-l-2 border-blind-cell bg-blind-wash px-3 py-[9px]">
      <b className="font-semibold text-blind">
        {name !== null && `${name}: `}
        {banner.title}
      </b>
      <span className="min-w-0 flex-1 basis-80" suppressHydrationWarning>
        {banner.sentence} <span className="text-ink-2">{banner.todo}</span>
      </span>
    </div>
  );
}
