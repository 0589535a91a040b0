"use client";

import { useState } from "react";
import { FleetStrip } from "@/components/strip/fleet-strip";
import { MAX_STRIP_RIBBONS, SERVER_RENDERED_RIBBONS } from "@/components/trouble/windows";
import { Skeleton } from "@/components/ui/skeleton";
import { useView } from "@/lib/client/use-view";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { useDeletedGroups } from "./use-deletions";

interface FleetRibbonsProps {
  readonly query: string;
  readonly initial: ViewStateOf<"strip"> | null;
}

/** The fleet strip with its data. A large fleet shows the worst namespaces first, and more on request. */
export function FleetRibbons({ query, initial }: FleetRibbonsProps) {
  const { clusters, namespaces } = parseMachinesQuery(query);
  const deletions = useDeletedGroups({ cluster: clusters, ns: namespaces });
  const [limit, setLimit] = useState<number>(SERVER_RENDERED_RIBBONS.limit);
  const { state } = useView("strip", query, { offset: 0, limit }, limit === SERVER_RENDERED_RIBBONS.limit ? initial : null);
  const [kept, setKept] = useState<{ readonly state: ViewStateOf<"strip">; readonly query: string } | null>(null);
  if (state !== null && state !== kept?.state) setKept({ state, query });
  const shown = state ?? (kept?.query === query ? kept.state : null);
  if (shown === null) return <Skeleton rows={6} label="Reading the fleet strip" />;
  return (
    <FleetStrip head={shown.head} rows={shown.rows} deletions={deletions} {...(limit < MAX_STRIP_RIBBONS && { onMore: () => setLimit(MAX_STRIP_RIBBONS) })} />
  );
}
