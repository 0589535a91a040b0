"use client";

import { useNow } from "@/lib/client/clock";
import { usePast } from "@/lib/client/past";
import { usePreferences } from "@/lib/client/preferences";
import { type Status, useFreshness, useStatus } from "@/lib/client/status";
import type { NotObservedReason } from "@/lib/domain/history/not-observed-reason";
import type { PageFreshness } from "@/lib/domain/verdict/freshness";
import { freshnessBanner } from "@/lib/format/freshness-words";
import { NOT_LET_IN } from "@/lib/format/session-words";
import { BannerLine } from "./banner-line";

/** Says what is not live, since when, why, and what follows; one line a cluster, so that one that fails does not speak for the rest. */
export function StaleBanner() {
  const { clusters, problems, since, loss, isWithdrawn } = useStatus();
  // A page of the past rests on the record: how fresh the clusters are now is no news of it.
  const isPast = usePast() !== null;
  // Without a stream, all are equally old; without a cluster, only a problem can be told.
  const together = since !== null || clusters.length === 1 || (clusters.length === 0 && problems.length === 0);
  const names = together ? [""] : clusters.map(({ cluster }) => cluster);
  // Where nobody is signed in any more, that is said above, and nothing is shown that could be old.
  if (isPast || (isWithdrawn && loss === "signed out")) return null;
  if (isWithdrawn && loss === "not allowed")
    return (
      <BannerLine banner="not-let-in" title={NOT_LET_IN.title} todo={NOT_LET_IN.todo}>
        {NOT_LET_IN.sentence}
      </BannerLine>
    );
  return (
    <>
      {problems.map(({ context, title, detail, fix, code, names, setting }) => (
        <BannerLine
          key={`${context}/${title}`}
          banner="problem"
          cluster={context ?? undefined}
          data={{ "data-problem": code, "data-names": names?.join(" "), "data-setting": setting }}
          title={context === null ? title : `${context}: ${title}`}
          todo={fix}
        >
          {detail}
        </BannerLine>
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
    <BannerLine
      banner={codeOf(freshness)}
      cluster={cluster}
      data={{ "data-failure": "failure" in freshness ? freshness.failure : undefined }}
      reason={freshness.kind === "stale" && freshness.lost === "stolos" ? loss.replaceAll(" ", "-") : "why" in freshness ? reasonOf(freshness.why) : undefined}
      title={cluster === undefined ? banner.title : `${cluster}: ${banner.title}`}
      todo={banner.todo}
    >
      {banner.sentence}
    </BannerLine>
  );
}

/** A stream that Stolos refuses for a missing check of permissions: Stolos is reached, and the check is what is missing. */
function withoutChecks(freshness: PageFreshness, loss: Status["loss"]): PageFreshness {
  return freshness.kind === "stale" && freshness.lost === "stolos" && loss === "unchecked" ? { ...freshness, lost: "check" } : freshness;
}

/** The kind of freshness; "unchecked" where the viewer's permissions could not be checked. */
function codeOf(freshness: PageFreshness): string {
  return freshness.kind === "stale" && freshness.lost === "check" ? "unchecked" : freshness.kind;
}

/** The code of a reason, with the status where the API server answered with a failure: "closed", "answered-500". */
function reasonOf(why: NotObservedReason | undefined): string | undefined {
  return why?.code === "answered" ? `answered-${why.status}` : why?.code;
}
