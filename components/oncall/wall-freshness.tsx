"use client";

import { clsx } from "clsx";
import { useZone } from "@/components/table/use-zone";
import { useServerNow } from "@/lib/client/clock";
import { Link } from "@/lib/client/page-link";
import { useFreshness } from "@/lib/client/status";
import { pagePaths } from "@/lib/contract/url/paths";
import { wallFreshness } from "@/lib/format/wall-words";

/** How fresh a wall display is, across its whole width: violet from the moment that it is not live. `query`: the choice that the way back keeps. */
export function WallFreshness({ query }: { readonly query: string }) {
  const freshness = useFreshness();
  const now = useServerNow();
  const { word, rest } = wallFreshness(freshness, now, useZone());
  const isLive = freshness.kind === "live";
  return (
    <section
      aria-label="Freshness"
      data-freshness={freshness.kind}
      data-as-of={freshness.asOf ?? undefined}
      className={clsx(
        "fixed inset-x-0 bottom-0 flex flex-wrap items-baseline gap-x-6 border-t px-page py-3 text-xl tabular-nums",
        isLive ? "border-line bg-raised text-ink-2" : "border-blind-cell bg-blind-wash text-blind",
      )}
    >
      <b className={clsx("font-semibold", isLive && "text-good")}>{word}</b>
      <span suppressHydrationWarning>{rest}</span>
      <Link href={pagePaths.onCall(query)} prefetch={false} className="ml-auto text-s text-ink-3">
        Leave the wall display
      </Link>
    </section>
  );
}
