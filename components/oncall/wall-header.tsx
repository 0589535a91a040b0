"use client";

import { clsx } from "clsx";
import { useZone } from "@/components/table/use-zone";
import type { PageFleet } from "@/components/trouble/counted-fleet";
import { NotReachedClusters } from "@/components/trouble/fleet-headline";
import { useOfServerNow, useServerNow } from "@/lib/client/clock";
import { usePageActivity } from "@/lib/client/page-activity";
import { Link } from "@/lib/client/page-link";
import { useFreshness, usePartlyLive, useStatus } from "@/lib/client/status";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { PageFreshness } from "@/lib/domain/verdict/freshness";
import { liveClustersText } from "@/lib/format/freshness-label";
import { momentOf } from "@/lib/format/text/tense";
import { wallClock, wallFreshness, wallScope } from "@/lib/format/wall-words";

interface WallHeaderProps {
  /** The canonical query for clusters and namespaces. */
  readonly query: string;
  readonly counted: Pick<PageFleet["counted"], "notReached" | "tense">;
}

/** The first line of a wall display: scope, clusters that are not reached, freshness and clock. */
export function WallHeader({ query, counted: { notReached, tense } }: WallHeaderProps) {
  const context = { tense, now: momentOf(tense, useServerNow()), zone: useZone() };
  const { clusters } = parseMachinesQuery(query);
  const [only, ...others] = clusters;
  const freshness = useFreshness(others.length === 0 ? only : undefined);
  const isLive = freshness.kind === "live";
  const partly = liveClustersText(usePartlyLive(clusters));
  // The banner above a page of the past states its time, and the headline names clusters that are not reached.
  const isQuiet = isLive || freshness.kind === "past" || partly !== "";
  return (
    <section
      aria-label="Freshness"
      data-freshness={freshness.kind}
      data-as-of={freshness.asOf ?? undefined}
      className={clsx(
        "flex shrink-0 flex-wrap items-baseline gap-x-[1em] tabular-nums",
        isQuiet ? "text-[0.73rem] text-ink-2" : "-mx-4 rounded-control border-2 border-blind-cell bg-blind-wash px-4 py-1 text-xl text-blind",
      )}
    >
      {isQuiet ? <Scope query={query} /> : <FreshnessText freshness={freshness} />}
      {isQuiet && notReached.length > 0 && (
        <span className="min-w-0 truncate">
          <NotReachedClusters statements={notReached} context={context} />
        </span>
      )}
      <LeaveWallLink query={query} />
      <span className="ml-auto inline-flex items-center gap-[0.4em]">
        {isLive && <i aria-hidden="true" className="mr-[0.2em] size-[0.6em] rounded-full bg-good" />}
        {isLive && <span>{wallFreshness(freshness, 0, "utc").word} ·</span>}
        {partly !== "" && <span className="text-blind">{partly} ·</span>}
        <Clock />
      </span>
    </section>
  );
}

/** Violet and as large as the headline, because it must be readable from five metres. */
function FreshnessText({ freshness }: { readonly freshness: PageFreshness }) {
  const { word, detail } = wallFreshness(freshness, useServerNow(), useZone());
  return (
    <>
      <b className="text-2xl font-semibold whitespace-nowrap">{word}</b>
      <span suppressHydrationWarning className="min-w-0 flex-1 text-[0.83rem]">
        {detail}
      </span>
    </>
  );
}

function Scope({ query }: { readonly query: string }) {
  const { clusters, namespaces } = parseMachinesQuery(query);
  const known = useStatus().clusters.map(({ cluster }) => cluster);
  return <span className="min-w-0 truncate">{wallScope(clusters.length === 0 && known.length === 1 ? known : clusters, namespaces)}</span>;
}

function Clock() {
  const zone = useZone();
  const text = useOfServerNow((now) => wallClock(now, zone));
  return <time suppressHydrationWarning>{text}</time>;
}

/** The link that leaves the wall display. Visible only after pointer or key input. */
function LeaveWallLink({ query }: { readonly query: string }) {
  const isHidden = usePageActivity() === "quiet";
  return (
    <Link
      href={pagePaths.onCall(query)}
      prefetch={false}
      className={clsx("text-[0.73rem] text-ink-3 focus-visible:opacity-100", isHidden && "absolute opacity-0 focus-visible:static")}
    >
      Leave the wall display
    </Link>
  );
}
