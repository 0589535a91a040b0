"use client";

import { NothingHere } from "@/components/table/nothing-here";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useView } from "@/lib/client/use-view";
import type { FleetHead } from "@/lib/contract/heads";
import type { GroupRow } from "@/lib/contract/rows";
import { typedView } from "@/lib/contract/typed-view";
import type { ViewState } from "@/lib/contract/view";
import { EmptyFleet } from "./empty-fleet";
import { OnCallPage } from "./on-call-page";
import { useScopeQuery } from "./use-scope-query";
import { TROUBLE_WINDOW } from "./windows";

interface OnCallViewProps {
  readonly initial: ViewState | null;
  /** The canonical query that `initial` answers. */
  readonly initialQuery: string;
}

/** What is broken now, worst first, for whoever was just woken. Nothing here changes anything. */
export function OnCallView({ initial, initialQuery }: OnCallViewProps) {
  const query = useScopeQuery();
  const { state, problem } = useView<FleetHead, GroupRow>("fleet", query, TROUBLE_WINDOW, query === initialQuery ? typedView(initial) : null);
  if (state === null && problem === null) return <Skeleton rows={6} label="Reading the fleet" />;
  if (state === null) {
    return (
      <>
        <Headline small>On call</Headline>
        <Notice kind="error" title="The fleet cannot be shown">
          {problem}
        </Notice>
      </>
    );
  }
  const { head, rows } = state;
  if (head.rollUp.total === 0 && head.groups === 0) {
    return (
      <>
        <Headline small>On call</Headline>
        <NothingHere label="Reading the fleet">
          <EmptyFleet filtered={query !== ""} />
        </NothingHere>
      </>
    );
  }
  return <OnCallPage head={head} rows={rows} query={query} />;
}
