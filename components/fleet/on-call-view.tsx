"use client";

import { useIsWall } from "@/lib/client/use-is-wall";
import type { ViewState } from "@/lib/contract/view";
import { FleetOrNothing } from "./fleet-or-nothing";
import { OnCallPage } from "./on-call-page";
import { useScopeQuery } from "./use-scope-query";
import { WallFreshness } from "./wall-freshness";

interface OnCallViewProps {
  readonly initial: ViewState | null;
  /** The canonical query that `initial` answers. */
  readonly initialQuery: string;
}

/** What is broken now, worst first. Nothing here changes anything. */
export function OnCallView({ initial, initialQuery }: OnCallViewProps) {
  const query = useScopeQuery();
  const isWall = useIsWall();
  return (
    <>
      <FleetOrNothing title="On call" query={query} initial={query === initialQuery ? initial : null}>
        {(head, rows) => <OnCallPage head={head} rows={rows} query={query} />}
      </FleetOrNothing>
      {isWall && <WallFreshness query={query} />}
    </>
  );
}
