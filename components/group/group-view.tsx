"use client";

import type { ReactNode } from "react";
import { StateBadge } from "@/components/state/state-badge";
import { StateExplanation } from "@/components/state/state-explanation";
import { DeniedSources } from "@/components/table/denied-sources";
import { NO_ROWS } from "@/components/table/first-window";
import { LineParts } from "@/components/table/line-parts";
import { useZone } from "@/components/table/use-zone";
import { Headline, Of } from "@/components/ui/headline";
import { Columns } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { useFreshness } from "@/lib/client/status";
import { useView } from "@/lib/client/use-view";
import type { GroupHead } from "@/lib/contract/heads";
import { typedView } from "@/lib/contract/typed-view";
import type { ViewState } from "@/lib/contract/view";
import { groupSentence } from "@/lib/format/group-sentence";
import { tenseOf } from "@/lib/format/tense";
import { GroupBreakdown } from "./group-breakdown";
import { GroupCrumbs } from "./group-crumbs";
import { GroupGone } from "./group-gone";
import { GroupProbe } from "./group-probe";
import { GroupTemplate } from "./group-template";

export interface GroupViewProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly query: string;
  readonly initial: ViewState | null;
  /** Its machines, those that only look like them, and what is common to all objects. */
  readonly machines: ReactNode;
  readonly labelOnly: ReactNode;
  readonly commands: ReactNode;
  readonly events: ReactNode;
  readonly yaml: ReactNode;
}

/** One group: what serves of what is expected, its machines worst first, and what it is made of. */
export function GroupView({ cluster, namespace, name, query, initial, machines, labelOnly, commands, events, yaml }: GroupViewProps) {
  const { state, problem } = useView<GroupHead, { readonly id: string }>("group", query, NO_ROWS, typedView(initial));
  const head = state?.head ?? null;
  const zone = useZone();
  const tense = tenseOf(useFreshness(cluster), zone);
  if (head === null && problem === null) return <Skeleton rows={8} label="Reading the group" />;
  if (head === null || !head.found || head.row === null) return <GroupGone cluster={cluster} namespace={namespace} name={name} problem={problem} />;
  const { row, detail } = head;
  const vouched = row.state !== "healthy" || row.unvouched === 0;
  const { headline, trouble, line } = groupSentence(row, detail?.expectedSizeText ?? null, tense);
  return (
    <>
      <GroupCrumbs row={row} head={head} />
      <Headline
        sub={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {row.state !== null && (row.state !== "healthy" || !vouched) && (
              <>
                <StateBadge state={row.state} vouched={vouched} cluster={cluster} />
                <StateExplanation state={row.state} vouched={vouched} cluster={cluster} />
              </>
            )}
            <span>
              <LineParts parts={line} />
            </span>
          </span>
        }
      >
        <b>{headline.strong}</b> <Of>{headline.rest}</Of> {trouble}
      </Headline>
      <div className="mt-3">
        <DeniedSources kinds={["workloadgroups", "workloadentries", "pods"]} />
      </div>
      <Columns
        main={
          <>
            {machines}
            {labelOnly}
          </>
        }
        side={
          detail !== null && (
            <>
              <GroupBreakdown cluster={cluster} namespace={namespace} name={name} detail={detail} />
              <GroupTemplate row={row} detail={detail} />
              <GroupProbe detail={detail} />
            </>
          )
        }
      />
      {commands}
      {events}
      {yaml}
    </>
  );
}
