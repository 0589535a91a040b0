"use client";

import type { InitialReachableFleet } from "@/components/trouble/counted-fleet";
import { FleetOrEmptyState } from "@/components/trouble/fleet-or-nothing";
import { useScopeQuery } from "@/components/trouble/use-scope-query";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { FleetPage, type InitialFleetViews } from "./fleet-page";

interface FleetViewProps extends InitialFleetViews {
  readonly initialReached: InitialReachableFleet | null;
  readonly initial: ViewStateOf<"fleet"> | null;
  /** The canonical query for which the server rendered the views. */
  readonly initialQuery: string;
}

/** The Fleet page, or an explanation if there is no fleet to show. */
export function FleetView({ initial, initialReached, initialQuery, ...views }: FleetViewProps) {
  const query = useScopeQuery();
  const same = query === initialQuery;
  return (
    <FleetOrEmptyState title="Fleet" query={query} initial={same ? initial : null} initialReached={same ? initialReached : null}>
      {(fleet) => <FleetPage fleet={fleet} query={query} {...(same ? views : NO_VIEWS)} />}
    </FleetOrEmptyState>
  );
}

const NO_VIEWS: InitialFleetViews = { initialStrip: null, initialServices: null, initialIncidents: null, initialMachines: null };
