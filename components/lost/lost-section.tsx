"use client";

import { NothingHere } from "@/components/table/nothing-here";
import { useWindowedView, type WindowedView } from "@/components/table/use-windowed-view";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { formatWhatIf, type GroupAfterLossRow, type ServiceAfterLossRow, type WhatIfHead } from "@/lib/contract/views/what-if";
import { unreadPartSentence } from "@/lib/format/lost/part-words";
import { LostBanner } from "./lost-banner";
import { LostControlPlane } from "./lost-control-plane";
import { LostGroups } from "./lost-groups";
import { LostHeadline } from "./lost-headline";
import { LostHosts } from "./lost-hosts";
import { LostMoments } from "./lost-moments";
import { TakenForGranted } from "./taken-for-granted";
import { useWhatIfUrl } from "./use-what-if-url";

interface LostSectionProps {
  /** What the server painted, and the canonical query that it answers; null where the address supposes nothing to be lost. */
  readonly initial: ViewStateOf<"what-if"> | null;
  readonly initialQuery: string;
}

/** What would be left, were what the address names lost. It is no state of the fleet, and is marked as such; without `lost=` there is nothing. */
export function LostSection(props: LostSectionProps) {
  const url = useWhatIfUrl();
  const [unread] = url.unread;
  return (
    <>
      {unread !== undefined && (
        <Notice kind="error" subject={unread} title="What is lost was not understood">
          {unreadPartSentence(unread)}
        </Notice>
      )}
      {url.query.parts.length > 0 && <Supposed url={url} {...props} />}
    </>
  );
}

function Supposed({ url, initial, initialQuery }: LostSectionProps & { readonly url: ReturnType<typeof useWhatIfUrl> }) {
  const ofHosts = formatWhatIf({ ...url.query, of: "hosts" });
  const ofGroups = formatWhatIf({ ...url.query, of: "groups" });
  // `of` in the query decides which of the two rows come.
  const hosts = useWindowedView("what-if", ofHosts, ofHosts === initialQuery ? initial : null) as WindowedView<WhatIfHead, ServiceAfterLossRow>;
  const groups = useWindowedView("what-if", ofGroups, null) as WindowedView<WhatIfHead, GroupAfterLossRow>;
  const { head, behind } = hosts;
  const problem = head?.problem ?? hosts.problem;
  return (
    <div data-what-if="" className="mb-9 border border-dashed border-accent px-4 pb-6">
      <LostBanner url={url} head={behind ? null : head} />
      {head === null && <Headline data={{ "data-statement": "loss-awaited" }}>What would be left</Headline>}
      {problem !== null && (
        <Notice kind="error" subject="loss" title="What is lost was not understood">
          {problem}
        </Notice>
      )}
      {head === null && problem === null && (
        <NothingHere label="Working out what would be left">
          <Skeleton rows={8} label="Working out what would be left" />
        </NothingHere>
      )}
      {head !== null && (
        <div className={behind ? "opacity-60" : ""} aria-busy={behind}>
          <LostHeadline head={head} url={url} />
          <LostMoments head={head} url={url} />
          <LostHosts view={hosts} />
          <LostGroups view={groups} />
          <LostControlPlane head={head} />
          <TakenForGranted head={head} />
        </div>
      )}
      <p className="mt-6 text-s font-medium text-accent">Below is the fleet as it is.</p>
    </div>
  );
}
