"use client";

import { lazy, Suspense } from "react";
import { PageActions } from "@/components/table/page-actions";
import { BandSection } from "@/components/timeline/band-section";
import { usePageBand } from "@/components/timeline/use-page-band";
import type { ShownFleet } from "@/components/trouble/counted-fleet";
import { FleetHeadline } from "@/components/trouble/fleet-headline";
import { StateCounts } from "@/components/trouble/state-counts";
import { useFleetLosses } from "@/components/trouble/use-fleet-losses";
import { useFleetSummary } from "@/components/trouble/use-fleet-summary";
import { useFleetTrouble } from "@/components/trouble/use-fleet-trouble";
import { useServicesWithoutEndpoint } from "@/components/trouble/use-services-without-endpoint";
import { Columns } from "@/components/ui/section";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { fleetLine } from "@/lib/domain/statements/fleet";
import { fleetLineText } from "@/lib/format/fleet-sentence";
import { lineParts } from "@/lib/format/headline";
import { FleetRibbons } from "./fleet-ribbons";
import { TroubleTable } from "./trouble-table";
import { useDeletions } from "./use-deletions";

/** Loaded after the headline: they have no controls, and are part of the HTML. */
const DeniedSources = lazy(() => import("@/components/table/denied-sources").then((loaded) => ({ default: loaded.DeniedSources })));
const ServicesWithoutEndpoint = lazy(() =>
  import("@/components/trouble/services-without-endpoint").then((loaded) => ({ default: loaded.ServicesWithoutEndpoint })),
);

/** Loaded after the headline: its rows come from the history, which a browser asks once the page is there. */
const Lately = lazy(() => import("./lately").then((loaded) => ({ default: loaded.Lately })));

interface FleetPageProps {
  readonly fleet: ShownFleet;
  /** The canonical query of clusters and namespaces. */
  readonly query: string;
  readonly initialStrip: ViewStateOf<"strip"> | null;
  readonly initialServices: ViewStateOf<"services-without-endpoint"> | null;
}

/** The page of a fleet: headline, history, groups in trouble, services without endpoints, recent changes, and a cell for each machine. */
export function FleetPage({ fleet: { head, rows, staleRows, counted }, query, initialStrip, initialServices }: FleetPageProps) {
  const { clusters, namespaces } = parseMachinesQuery(query);
  const place = { cluster: clusters, ns: namespaces };
  const band = usePageBand(place);
  const losses = useFleetLosses(place);
  const countedLosses = useFleetLosses(counted.reached.length === 0 ? place : { ...place, cluster: counted.reached });
  const deletions = useDeletions(place);
  const trouble = useFleetTrouble(counted, countedLosses, useServicesWithoutEndpoint(query, initialServices));
  const line = [...lineParts(fleetLine(counted.head), fleetLineText), ...deletions];
  const summary = useFleetSummary({ counted, query, trouble, answer: countedLosses.answer });
  return (
    <>
      <div className="flex items-start justify-between gap-x-6 max-desk:gap-x-2">
        {/* The block keeps the room of two lines, so that nothing below moves if trouble comes or goes. */}
        <div className="min-w-0 desk:min-h-[120px]">
          <FleetHeadline counted={counted} trouble={trouble} line={line} />
        </div>
        <PageActions primary={{ label: "Copy summary", copy: summary }} files={{ what: "groups" }} hasViews />
      </div>
      <StateCounts counted={counted} />
      <div className="mt-3">
        <Suspense>
          <DeniedSources needed={["workloadgroups", "workloadentries", ...CONNECTION_VERIFYING_SOURCES]} />
        </Suspense>
      </div>
      <BandSection band={band} className="mt-5" hasSizes={false} />
      <Columns
        main={<TroubleTable rows={rows} staleRows={staleRows} total={head.groupsInTrouble} groups={head.groups} query={query} losses={losses} />}
        side={
          <Suspense>
            <Lately place={place} query={query} />
          </Suspense>
        }
      />
      <Suspense>
        <ServicesWithoutEndpoint query={query} initial={initialServices} />
      </Suspense>
      <FleetRibbons query={query} initial={initialStrip} />
    </>
  );
}
