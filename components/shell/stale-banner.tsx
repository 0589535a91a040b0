"use client";

import { useNow } from "@/lib/client/clock";
import { usePast } from "@/lib/client/past";
import { usePreferences } from "@/lib/client/preferences";
import { type Status, useFreshness, useStatus } from "@/lib/client/status";
import type { NotObservedReason } from "@/lib/domain/history/not-observed-reason";
import type { PageFreshness } from "@/lib/domain/verdict/freshness";
import { freshnessBanner } from "@/lib/format/freshness-words";
import { NOT_LET_IN } from "@/lib/format/session-words";
import { PageBanner } from "./page-banner";

/** Banners for data that is not live: since when, why, and what to do. One per cluster, because other clusters may be live. */
export function StaleBanner() {
  const { clusters, problems, since, loss, isWithdrawn } = useStatus();
  // A page of the past shows history. The current freshness of clusters does not change it.
  const isPast = usePast() !== null;
  // Without a stream all clusters are equally old, so that one banner is enough.
  const together = since !== null || clusters.length === 1 || (clusters.length === 0 && problems.length === 0);
  const names = together ? [""] : clusters.map(({ cluster }) => cluster);
  // After sign-out another banner explains the state, and the page has no data that could be old.
  if (isPast || (isWithdrawn && loss === "signed out")) return null;
  if (isWithdrawn && loss === "not allowed")
    return (
      <PageBanner banner="not-let-in" title={NOT_LET_IN.title} todo={NOT_LET_IN.todo}>
        {NOT_LET_IN.sentence}
      </PageBanner>
    );
  return (
    <>
      {problems.map(({ context, title, detail, fix, code, names, setting }) => (
        <PageBanner
          key={`${context}/${title}`}
          banner="problem"
          cluster={context ?? undefined}
          data={{ "data-problem": code, "data-names": names?.join(" "), "data-setting": setting }}
          title={context === null ? title : `${context}: ${title}`}
          todo={fix}
        >
          {detail}
        </PageBanner>
      ))}
      {names.map((cluster) => (
        <FreshnessBanner key={cluster} {...(cluster === "" ? {} : { cluster })} />
      ))}
    </>
  );
}

function FreshnessBanner({ cluster }: { readonly cluster?: string }) {
  const pageFreshness = useFreshness(cluster);
  const { loss } = useStatus();
  const freshness = withoutChecks(pageFreshness, loss);
  const now = useNow();
  const { zone } = usePreferences();
  const banner = freshnessBanner(freshness, now, zone);
  if (banner === null) return null;
  return (
    <PageBanner
      banner={codeOf(freshness)}
      cluster={cluster}
      data={{ "data-failure": "failure" in freshness ? freshness.failure : undefined }}
      reason={freshness.kind === "stale" && freshness.lost === "stolos" ? loss.replaceAll(" ", "-") : "why" in freshness ? reasonOf(freshness.why) : undefined}
      title={cluster === undefined ? banner.title : `${cluster}: ${banner.title}`}
      todo={banner.todo}
    >
      {banner.sentence}
    </PageBanner>
  );
}

/** If Stolos refuses the stream because it could not check permissions, the connection to Stolos itself works. */
function withoutChecks(freshness: PageFreshness, loss: Status["loss"]): PageFreshness {
  return freshness.kind === "stale" && freshness.lost === "stolos" && loss === "unchecked" ? { ...freshness, lost: "check" } : freshness;
}

/** Returns the code for `data-banner`: the kind of freshness, or "unchecked" if permissions could not be checked. */
function codeOf(freshness: PageFreshness): string {
  return freshness.kind === "stale" && freshness.lost === "check" ? "unchecked" : freshness.kind;
}

/** Returns the code of a reason, with the HTTP status of a failed request: "closed", "answered-500". */
function reasonOf(why: NotObservedReason | undefined): string | undefined {
  return why?.code === "answered" ? `answered-${why.status}` : why?.code;
}
