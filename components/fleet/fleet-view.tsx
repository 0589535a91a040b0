"use client";

import type { ViewStateOf } from "@/lib/contract/views/view";
import type { InitialReached } from "./counted-fleet";
import { FleetOrNothing } from "./fleet-or-nothing";
import { FleetPage } from "./fleet-page";
import { useScopeQuery } from "./use-scope-query";

interface FleetViewProps {
  readonly initialReached: InitialReached | null;
  readonly initial: ViewStateOf<"fleet"> | null;
  readonly initialStrip: ViewStateOf<"strip"> | null;
  readonly initialServices: ViewStateOf<"services-without-endpoint"> | null;
  /** The canonical query that all of them answer. */
  readonly initialQuery: string;
}

/** The whole fleet: one sentence, the worst groups, and a cell for each machine. */
export function FleetView({ initial, initialReached, initialStrip, initialServices, initialQuery }: FleetViewProps) {
  const query = useScopeQuery();
  const same = query === initialQuery;
  return (
    <FleetOrNothing title="Fleet" query={query} initial={same ? initial : null} initialReached={same ? initialReached : null}>
      {(fleet) => <FleetPage fleet={fleet} query={query} initialStrip={same ? initialStrip : null} initialServices={same ? initialServices : null} />}
    </FleetOrNothing>
  );
}
