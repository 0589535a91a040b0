"use client";

import type { InitialReached } from "@/components/trouble/counted-fleet";
import { FleetOrNothing } from "@/components/trouble/fleet-or-nothing";
import { useScopeQuery } from "@/components/trouble/use-scope-query";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { OnCallPage } from "./on-call-page";

interface OnCallViewProps {
  readonly initialReached: InitialReached | null;
  readonly initial: ViewStateOf<"fleet"> | null;
  readonly initialServices: ViewStateOf<"services-without-endpoint"> | null;
  /** The canonical query that `initial` answers. */
  readonly initialQuery: string;
}

/** What is broken now, worst first. Nothing here changes anything. */
export function OnCallView({ initial, initialReached, initialServices, initialQuery }: OnCallViewProps) {
  const query = useScopeQuery();
  const same = query === initialQuery;
  return (
    <FleetOrNothing title="On call" query={query} initial={same ? initial : null} initialReached={same ? initialReached : null}>
      {(fleet) => <OnCallPage fleet={fleet} query={query} initialServices={same ? initialServices : null} />}
    </FleetOrNothing>
  );
}
