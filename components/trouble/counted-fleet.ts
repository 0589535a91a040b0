"use client";

import { useMemo } from "react";
import { useTense } from "@/components/table/use-tense";
import { useZone } from "@/components/table/use-zone";
import { useOfServerNow } from "@/lib/client/clock";
import { usePast } from "@/lib/client/past";
import { isLostAt, useStatus } from "@/lib/client/status";
import { useView } from "@/lib/client/use-view";
import type { FleetHead } from "@/lib/contract/views/fleet";
import type { GroupRow } from "@/lib/contract/views/groups";
import type { ViewState, ViewStateOf } from "@/lib/contract/views/view";
import type { ClusterCoverage } from "@/lib/domain/statements/clusters-in-total";
import { hourOf } from "@/lib/format/text/duration";
import { type Tense, tenseOf } from "@/lib/format/text/tense";
import { type ReachableClustersQuery, reachableClustersQuery, reachableClustersQueryAt } from "./reached-query";
import { GROUPS_IN_TROUBLE_WINDOW } from "./windows";

interface FleetState {
  readonly head: FleetHead;
  readonly rows: readonly GroupRow[];
}

/** The view of reachable clusters that the server rendered. */
export interface InitialReachableFleet {
  readonly query: string;
  readonly state: ViewStateOf<"fleet"> | null;
}

/** The numbers of reachable clusters, and the tense in which texts state them. */
export interface ReachableFleet extends FleetState, ClusterCoverage {
  /** The query for the counted clusters and namespaces. */
  readonly query: string;
  readonly tense: Tense;
}

/** The fleet on a page: groups in trouble of all clusters, those of reachable clusters first, and the numbers for headline and summary. */
export interface PageFleet extends FleetState {
  readonly counted: ReachableFleet;
  /** The number of rows at the end that belong to unreachable clusters. */
  readonly staleRows: number;
}

/** Returns the numbers of the reachable clusters. `state` is null if all are reachable, or none is: then the page's own numbers count. */
export function useReachableFleet(
  query: string,
  initial: InitialReachableFleet | null,
  then: ViewState["clusters"],
): Omit<ReachableFleet, keyof FleetState> & { readonly state: FleetState | null } {
  const isPast = usePast() !== null;
  const found = useReachedQuery(query, then);
  const painted = found !== null && initial?.query === found.query ? initial.state : null;
  const { state } = useView("fleet", found?.query ?? null, GROUPS_IN_TROUBLE_WINDOW, painted);
  const [whole, ofReached] = [useTense(), useReachedTense(found?.reached ?? [])];
  if (found === null || state === null) return { state: null, reached: [], notReached: [], tense: whole, query };
  return { state, reached: found.reached, notReached: found.notReached, tense: isPast ? whole : ofReached, query: found.query };
}

/**
 * Returns the query for reachable clusters; null if the total includes all clusters of the query. `then`: the clusters at the time of a past page.
 */
function useReachedQuery(query: string, then: ViewState["clusters"]): ReachableClustersQuery | null {
  const status = useStatus();
  const at = usePast();
  const reachedNow = (now: number) => (isLostAt(status, now) ? null : reachableClustersQuery(status, query, now));
  const found = useOfServerNow((now) => JSON.stringify(at === null ? reachedNow(now) : reachableClustersQueryAt(then, query, at)));
  return useMemo(() => JSON.parse(found) as ReachableClustersQuery | null, [found]);
}

/** Past tense while a reachable cluster is not live, for example while it reconnects. */
function useReachedTense(reached: readonly string[]): Tense {
  const zone = useZone();
  const hour = useOfServerNow(hourOf);
  const own = useStatus().clusters.filter(({ cluster }) => reached.includes(cluster));
  const old = own.find(({ freshness: { kind } }) => kind !== "live" && kind !== "absent");
  return old === undefined ? { past: false } : tenseOf(old.freshness, zone, hour);
}

/** Returns the fleet of a page: groups of clusters that are not reached come last, and the counts contain only reached clusters. */
export function reachableFirstFleet({ head, rows }: FleetState, { state, ...reached }: ReturnType<typeof useReachableFleet>): PageFleet {
  const isStale = ({ cluster }: GroupRow) => reached.notReached.some((one) => one.cluster === cluster);
  const stale = rows.filter(isStale);
  const ordered = stale.length === 0 ? rows : [...rows.filter((row) => !isStale(row)), ...stale];
  return { head, rows: ordered, staleRows: stale.length, counted: { ...(state ?? { head, rows }), ...reached } };
}
