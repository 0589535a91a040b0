"use client";

import { useSearchParams } from "next/navigation";
import { DeniedSources } from "@/components/table/denied-sources";
import { NothingHere } from "@/components/table/nothing-here";
import { PageHead } from "@/components/table/page-head";
import { useUnseen } from "@/components/table/use-unseen";
import { useWindowedView } from "@/components/table/use-windowed-view";
import { ViewProblem } from "@/components/table/view-problem";
import { Headline } from "@/components/ui/headline";
import { Columns } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { useRollouts } from "@/lib/client/rollouts";
import { formatMoment } from "@/lib/contract/url/history-window";
import { formatListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { missingOf } from "@/lib/format/control-plane/rollout-words";
import { ControlPlaneHeadline } from "./control-plane-headline";
import { IstiodFacts } from "./istiod-facts";
import { ReplicaSection } from "./replica-section";
import { RevisionSection } from "./revision-section";
import { RolloutSection } from "./rollout-section";
import { StillOut } from "./still-out";
import { useRolloutUrl } from "./use-rollout-url";

interface ControlPlaneViewProps {
  readonly initial: ViewStateOf<"control-plane"> | null;
  /** The canonical query that `initial` answers. */
  readonly initialQuery: string;
}

/** Who holds the machines, how a rollout went, and what istiod is told. */
export function ControlPlaneView({ initial, initialQuery }: ControlPlaneViewProps) {
  const { clusters, namespaces } = parseMachinesQuery(useSearchParams());
  const query = formatListQuery({ clusters, namespaces, terms: [], sort: "" });
  const view = useWindowedView("control-plane", query, query === initialQuery ? initial : null);
  const url = useRolloutUrl();
  const baseline = url.baseline === null ? null : formatMoment(url.baseline);
  const remembered = useRollouts({ cluster: clusters, ns: namespaces }, { rollout: url.rollout, baseline });
  const { head, problem } = view;
  const isEmpty = useUnseen() && head?.total === 0;
  const isThere = head !== null && !isEmpty && head.clusters.length > 0;
  const board = remembered.value?.board ?? null;
  return (
    <>
      <PageHead files={{ what: "control-plane" }} hasViews className="desk:min-h-[104px]">
        {isThere ? <ControlPlaneHeadline head={head} board={board} isAsked={url.isAsked} /> : <Headline>Control plane</Headline>}
      </PageHead>
      <DeniedSources needed={["workloadentries", ...CONNECTION_VERIFYING_SOURCES, "istiod-deployments"]} />
      <ViewProblem problem={problem} isWithdrawn={view.isWithdrawn} title="This cannot be shown" />
      {head === null && problem === null && <Skeleton rows={8} label="Reading the control plane" />}
      {head !== null && !isThere && (
        <NothingHere label="Reading the control plane">{<p className="mt-4 text-ink-2">No cluster is in your sight here.</p>}</NothingHere>
      )}
      {isThere && (
        <>
          <RolloutSection remembered={remembered} url={url} isVisible={head.clusters.some(({ replicas }) => replicas.kind !== "denied")} />
          {board === null || missingOf(board) === 0 ? (
            <ReplicaSection view={view} head={head} />
          ) : (
            <Columns main={<ReplicaSection view={view} head={head} />} side={<StillOut board={board} />} />
          )}
          <IstiodFacts clusters={head.clusters} />
          <RevisionSection head={head} />
        </>
      )}
    </>
  );
}
