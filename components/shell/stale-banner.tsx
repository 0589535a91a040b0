"use client";

import type { ReactNode } from "react";
import { useNow } from "@/lib/client/clock";
import { usePast } from "@/lib/client/past";
import { usePreferences } from "@/lib/client/preferences";
import { useFreshness, useStatus } from "@/lib/client/status";
import { freshnessBanner } from "@/lib/format/freshness-words";

/** Says what is not live, since when, why, and what follows; one line a cluster, so that one that fails does not speak for the rest. */
export function StaleBanner() {
  const { clusters, problems, since } = useStatus();
  // A page of the past rests on the record: how fresh the clusters are now is no news of it.
  const isPast = usePast() !== null;
  // Without a stream, all are equally old; without a cluster, only a problem can be told.
  const together = since !== null || clusters.length === 1 || (clusters.length === 0 && problems.length === 0);
  const names = together ? [""] : clusters.map(({ cluster }) => cluster);
  if (isPast) return null;
  return (
    <>
      {problems.map(({ context, title, detail, fix }) => (
        <Line key={`${context}/${title}`} title={context === null ? title : `${context}: ${title}`} todo={fix}>
          {detail}
        </Line>
      ))}
      {names.map((cluster) => (
        <FreshnessBanner key={cluster} {...(cluster === "" ? {} : { cluster })} />
      ))}
    </>
  );
}

function FreshnessBanner({ cluster }: { readonly cluster?: string }) {
  const freshness = useFreshness(cluster);
  const now = useNow();
  const { zone } = usePreferences();
  const banner = freshnessBanner(freshness, now, zone);
  if (banner === null) return null;
  return (
    <Line title={cluster === undefined ? banner.title : `${cluster}: ${banner.title}`} todo={banner.todo}>
      {banner.sentence}
    </Line>
  );
}

function Line({ title, todo, children }: { readonly title: string; readonly todo: string; readonly children: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-l-2 border-blind-cell bg-blind-wash px-3 py-[9px]">
      <b className="font-semibold text-blind">{title}</b>
      <span className="min-w-0 flex-1 basis-80 wrap-anywhere">
        {children} <span className="text-ink-2">{todo}</span>
      </span>
    </div>
  );
}
