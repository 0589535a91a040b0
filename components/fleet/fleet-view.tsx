"use client";

import type { InitialReached } from "@/components/trouble/counted-fleet";
import { FleetOrNothing } from "@/components/trouble/fleet-or-nothing";
import { useScopeQuery } from "@/components/trouble/use-scope-query";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { FleetPage, type InitialFleetViews } from "./fleet-page";

interface FleetViewProps extends InitialFleetViews {
  readonly initialReached: InitialReached | null;
  readonly initial: ViewStateOf<"fleet"> | null;
  /** The canonical query for which the server rendered the views. */
  readonly initialQuery: string;
}

/** The Fleet page, or an explanation if there is no fleet to show. */
export function FleetView({ initial, initialReached, initialQuery, ...views }: FleetViewProps) {
  const query = useScopeQuery();
  const same = query === initialQuery;
  return (
    <FleetOrNothing title="Fleet" query={query} initial={same ? initial : null} initialReached={same ? initialReached : null}>
      {(fleet) => <FleetPage fleet={fleet} query={query} {...(same ? views : NO_VIEWS)} />}
    </FleetOrNothing>
  );
}

const NO_VIEWS: InitialFleetViews = { initialStrip: null, initialServices: null, initialIncidents: null, initialMachines: null };
