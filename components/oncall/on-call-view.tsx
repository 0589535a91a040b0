"use client";

import type { InitialReachableFleet } from "@/components/trouble/counted-fleet";
import { FleetOrEmptyState } from "@/components/trouble/fleet-or-nothing";
import { useScopeQuery } from "@/components/trouble/use-scope-query";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { type InitialOnCallViews, OnCallPage } from "./on-call-page";

interface OnCallViewProps extends InitialOnCallViews {
  readonly initialReached: InitialReachableFleet | null;
  readonly initial: ViewStateOf<"fleet"> | null;
  /** The canonical query for which the server rendered the views. */
  readonly initialQuery: string;
}

/** The page On call or its wall display; an explanation if there is no fleet to show. Read-only. */
export function OnCallView({ initial, initialReached, initialQuery, ...views }: OnCallViewProps) {
  const query = useScopeQuery();
  const same = query === initialQuery;
  return (
    <FleetOrEmptyState title="On call" query={query} initial={same ? initial : null} initialReached={same ? initialReached : null}>
      {(fleet) => <OnCallPage fleet={fleet} query={query} {...(same ? views : NO_VIEWS)} />}
    </FleetOrEmptyState>
  );
}

const NO_VIEWS: InitialOnCallViews = { initialServices: null, initialIncidents: null };
