"use client";

import { NothingHere } from "@/components/table/nothing-here";
import { useUnseen } from "@/components/table/use-unseen";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useView } from "@/lib/client/use-view";
import type { FleetHead } from "@/lib/contract/heads";
import type { GroupRow } from "@/lib/contract/rows";
import { typedView } from "@/lib/contract/typed-view";
import type { ViewState } from "@/lib/contract/view";
import { EmptyFleet } from "./empty-fleet";
import { FleetPage } from "./fleet-page";
import { useScopeQuery } from "./use-scope-query";
import { TROUBLE_WINDOW } from "./windows";

interface FleetViewProps {
  readonly initial: ViewState | null;
  readonly initialStrip: ViewState | null;
  /** The canonical query that both answer. */
  readonly initialQuery: string;
}

/** The whole fleet: one sentence, the worst groups, and a cell for each machine. */
export function FleetView({ initial, initialStrip, initialQuery }: FleetViewProps) {
  const query = useScopeQuery();
  const same = query === initialQuery;
  const { state, problem } = useView<FleetHead, GroupRow>("fleet", query, TROUBLE_WINDOW, same ? typedView(initial) : null);
  const isUnseen = useUnseen();
  if (state === null) {
    if (problem === null) return <Skeleton rows={10} label="Reading the fleet" />;
    return (
      <>
        <Headline small>Fleet</Headline>
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
        {isUnseen && <Headline small>Fleet</Headline>}
        <NothingHere label="Reading the fleet">
          <EmptyFleet filtered={query !== ""} />
        </NothingHere>
      </>
    );
  }
  return <FleetPage head={head} rows={rows} query={query} initialStrip={same ? initialStrip : null} />;
}
