"use client";

import type { ReactNode } from "react";
import { NothingHere } from "@/components/table/nothing-here";
import { useUnseen } from "@/components/table/use-unseen";
import { ViewProblem } from "@/components/table/view-problem";
import { Headline } from "@/components/ui/headline";
import { lazyPart, partLoader } from "@/components/ui/lazy-part";
import { LoadedLater } from "@/components/ui/loaded-later";
import { PageSkeleton } from "@/components/ui/page-skeleton";
import { useView } from "@/lib/client/use-view";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { type InitialReachableFleet, type PageFleet, reachableFirstFleet, useReachableFleet } from "./counted-fleet";
import { GROUPS_IN_TROUBLE_WINDOW } from "./windows";

/** Loaded only for a fleet without machines. */
const loadEmptyFleet = partLoader(() => import("./empty-fleet"));
const EmptyFleet = lazyPart(loadEmptyFleet, (loaded) => loaded.EmptyFleet);

interface FleetOrNothingProps {
  /** The page's name, used as title if there is no headline. */
  readonly title: string;
  /** The canonical query for clusters and namespaces. */
  readonly query: string;
  /** The view that the server rendered for this query; null = none. */
  readonly initial: ViewStateOf<"fleet"> | null;
  /** The view of reachable clusters that the server rendered; null = all clusters are reachable. */
  readonly initialReached: InitialReachableFleet | null;
  readonly children: (fleet: PageFleet) => ReactNode;
}

/** Renders a page about the fleet, or explains why there is none: not loaded yet, refused, not visible to the viewer, or empty. */
export function FleetOrEmptyState({ title, query, initial, initialReached, children }: FleetOrNothingProps) {
  const { state, problem, isWithdrawn } = useView("fleet", query, GROUPS_IN_TROUBLE_WINDOW, initial);
  const counted = useReachableFleet(query, initialReached, state?.clusters);
  const isUnseen = useUnseen();
  if (state === null) {
    if (problem === null) return <PageSkeleton title={title} rows={10} label="Reading the fleet" />;
    return (
      <>
        <Headline small>{title}</Headline>
        <ViewProblem problem={problem} isWithdrawn={isWithdrawn} title="The fleet cannot be shown" />
      </>
    );
  }
  const { head, rows } = state;
  // The total includes machines of deleted groups.
  if (head.rollUp.fullTotal > 0 || head.groups > 0) return children(reachableFirstFleet({ head, rows }, counted));
  return (
    <>
      {isUnseen && <Headline small>{title}</Headline>}
      <NothingHere label="Reading the fleet">
        <LoadedLater load={loadEmptyFleet} fallback={<Headline small>{title}</Headline>}>
          <EmptyFleet filtered={query !== ""} istiod={head.istiod} />
        </LoadedLater>
      </NothingHere>
    </>
  );
}
