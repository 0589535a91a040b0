"use client";

import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/lib/client/clock";
import { useFreshness } from "@/lib/client/status";
import { freshnessBanner } from "@/lib/format/freshness-words";
import { useZone } from "./use-zone";

interface NothingHereProps {
  readonly cluster?: string;
  /** What is being read, for the ear. */
  readonly label: string;
  /** What to say when there is truly nothing. */
  readonly children: ReactNode;
}

/** Nothing to show may mean not read yet, not allowed, not installed, not known, or none: they never look alike. */
export function NothingHere({ cluster, label, children }: NothingHereProps) {
  const freshness = useFreshness(cluster);
  const now = useNow();
  const zone = useZone();
  const banner = freshnessBanner(freshness, now, zone);
  if (banner === null || (freshness.asOf !== null && freshness.kind !== "denied" && freshness.kind !== "absent")) return children;
  if (freshness.kind === "starting" || freshness.kind === "catching-up") return <Skeleton rows={8} label={label} />;
  // Why, and what to do, is said above every page.
  return (
    <p data-nothing={freshness.kind} className="text-blind">
      Nothing can be shown: {banner.title.toLowerCase()}.
    </p>
  );
}
