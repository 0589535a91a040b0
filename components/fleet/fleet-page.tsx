"use client";

import { PageActions } from "@/components/table/page-actions";
import type { PageAction } from "@/components/table/page-menu";
import { StateChartSection } from "@/components/timeline/state-chart-section";
import { useChartIncidentNumbers, usePageStateChart } from "@/components/timeline/use-page-state-chart";
import type { PageFleet } from "@/components/trouble/counted-fleet";
import { FleetHeadline } from "@/components/trouble/fleet-headline";
import { HeadlineBar } from "@/components/trouble/headline-bar";
import { StateCounts } from "@/components/trouble/state-counts";
import { NonShrinkingList } from "@/components/trouble/steady-rows";
import { MOST_INCIDENTS, useFleetIncidents } from "@/components/trouble/use-fleet-incidents";
import { type LossesByGroup, useFleetLosses } from "@/components/trouble/use-fleet-losses";
import { useFleetSummary } from "@/components/trouble/use-fleet-summary";
import { useFleetTrouble } from "@/components/trouble/use-fleet-trouble";
import { useServicesWithoutEndpoint } from "@/components/trouble/use-services-without-endpoint";
import { SMALL_FLEET_WINDOW } from "@/components/trouble/windows";
import { lazyPart, partLoader } from "@/components/ui/lazy-part";
import { LoadedLater } from "@/components/ui/loaded-later";
import { Halves } from "@/components/ui/section";
import { BroadColumns } from "@/components/ui/side-columns";
import { Skeleton } from "@/components/ui/skeleton";
import { DAY_WINDOW } from "@/lib/contract/url/history-window";
import { formatListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { fleetQuietLine } from "@/lib/domain/statements/fleet";
import { expectedSizeSourcesText, fleetLineText } from "@/lib/format/fleet-sentence";
import { lineParts } from "@/lib/format/headline";
import { formatNumber } from "@/lib/format/text/numbers";
import { FleetRibbons } from "./fleet-ribbons";
import { useDeletions } from "./use-deletions";

/** Lazy, but rendered on the server. */
const loadDeniedSources = partLoader(() => import("@/components/table/denied-sources"));
const DeniedSources = lazyPart(loadDeniedSources, (loaded) => loaded.DeniedSources);
const loadServices = partLoader(() => import("@/components/trouble/services-without-endpoint"));
const ServicesWithoutEndpoint = lazyPart(loadServices, (loaded) => loaded.ServicesWithoutEndpoint);
const loadIncidents = partLoader(() => import("@/components/trouble/incident-rows"));
const IncidentRows = lazyPart(loadIncidents, (loaded) => loaded.IncidentRows);
const loadGroups = partLoader(() => import("@/components/trouble/groups-without-incident"));
const GroupsWithoutIncident = lazyPart(loadGroups, (loaded) => loaded.GroupsWithoutIncident);
const loadEnded = partLoader(() => import("./ended-incidents"));
const EndedIncidents = lazyPart(loadEnded, (loaded) => loaded.EndedIncidents);
/** Loaded only while no istiod replica runs. */
const loadIstiodGone = partLoader(() => import("@/components/trouble/istiod-gone-card"));
const IstiodGoneCard = lazyPart(loadIstiodGone, (loaded) => loaded.IstiodGoneCard);
/** Loaded only for a small fleet. */
const loadMachines = partLoader(() => import("./machine-list"));
const MachineList = lazyPart(loadMachines, (loaded) => loaded.MachineList);

/** View states that the server rendered. */
export interface InitialFleetViews {
  readonly initialStrip: ViewStateOf<"strip"> | null;
  readonly initialServices: ViewStateOf<"services-without-endpoint"> | null;
  readonly initialIncidents: ViewStateOf<"incidents"> | null;
  /** The machines of a small fleet. */
  readonly initialMachines: ViewStateOf<"entries"> | null;
}

interface FleetPageProps extends InitialFleetViews {
  readonly fleet: PageFleet;
  /** The canonical query for clusters and namespaces. */
  readonly query: string;
}

/** The Fleet page: headline, counts by state, incidents, services without endpoints, groups, fleet strip, and the chart of the last day. */
export function FleetPage({ fleet, query, initialStrip, initialServices, initialIncidents, initialMachines }: FleetPageProps) {
  const { counted, head } = fleet;
  const { clusters, namespaces } = parseMachinesQuery(query);
  const place = { cluster: clusters, ns: namespaces };
  const band = usePageStateChart(place);
  const losses = useFleetLosses(place);
  const countedLosses = useFleetLosses(counted.reached.length === 0 ? place : { ...place, cluster: counted.reached });
  const services = useServicesWithoutEndpoint(query, initialServices);
  const trouble = useFleetTrouble(counted, countedLosses, services);
  const line = [...lineParts(fleetQuietLine(counted.head), fleetLineText), ...useDeletions(place)];
  const summary = useFleetSummary({ counted, query, trouble, answer: countedLosses.answer });
  const incidents = useFleetIncidents(query, band.url.asked, initialIncidents);
  const numbers = useChartIncidentNumbers(band);
  const known = typeof incidents === "string" ? 0 : incidents.active.length;
  const isCalm = counted.head.groupsInTrouble + counted.head.longRunning.count === 0;
  return (
    <>
      <HeadlineBar
        headline={<FleetHeadline counted={counted} trouble={trouble} line={line} />}
        actions={
          <PageActions primary={{ label: "Copy summary", copy: summary }} actions={fleetActions(fleet, losses, query)} files={{ what: "groups" }} hasViews />
        }
      />
      <StateCounts counted={counted} />
      <LoadedLater load={loadDeniedSources}>
        <DeniedSources needed={["workloadgroups", "workloadentries", ...CONNECTION_VERIFYING_SOURCES]} />
      </LoadedLater>
      <BroadColumns
        state={
          <>
            <LoadedLater load={loadIncidents} fallback={<SectionRoom rows={Math.min(known, MOST_INCIDENTS)} />}>
              <IncidentRows incidents={incidents} numbers={numbers} query={query} isCalm={isCalm} counted={counted} />
            </LoadedLater>
            {head.istiodGone !== null && (
              <LoadedLater load={loadIstiodGone}>
                <IstiodGoneCard gone={head.istiodGone} incidents={incidents} tense={counted.tense} />
              </LoadedLater>
            )}
            <Halves>
              <LoadedLater load={loadServices} fallback={<SectionRoom rows={services.services.length} />}>
                <ServicesWithoutEndpoint query={query} counted={counted} initial={initialServices} istiodGoneSince={head.istiodGone?.since ?? null} />
              </LoadedLater>
              <LoadedLater load={loadGroups} fallback={<SectionRoom rows={head.withoutIncident.rows.length} />}>
                <GroupsWithoutIncident fleet={fleet} losses={losses} query={query} />
              </LoadedLater>
            </Halves>
            {head.rollUp.fullTotal > 0 && head.rollUp.fullTotal <= SMALL_FLEET_WINDOW.limit ? (
              <LoadedLater load={loadMachines} fallback={<Skeleton rows={8} label="Reading machines" />}>
                <MachineList fleet={fleet} losses={losses} query={query} initial={initialMachines} />
              </LoadedLater>
            ) : (
              <FleetRibbons query={query} initial={initialStrip} />
            )}
          </>
        }
        time={
          <div className="grid grid-cols-1 gap-x-[34px] min-[1100px]:grid-cols-[minmax(0,7fr)_minmax(0,6fr)] broad:grid-cols-1">
            <StateChartSection band={band} now={counted.head.rollUp} counted={counted} isTight hasSizes={false} />
            <LoadedLater load={loadEnded}>
              <EndedIncidents incidents={incidents} numbers={numbers} window={band.url.asked ?? DAY_WINDOW} query={query} />
            </LoadedLater>
          </div>
        }
      />
    </>
  );
}

/** Reserves the height of a section, because the server streams large sections later than the rest of the page. */
function SectionRoom({ rows }: { readonly rows: number }) {
  return (
    <div className="pt-12">
      <NonShrinkingList list="" rows={rows} />
    </div>
  );
}

/** The page's menu: facts about the fleet that are not visible on the page. */
function fleetActions({ head, rows }: PageFleet, losses: LossesByGroup, query: string): readonly PageAction[] {
  const servingAgain = losses.others(rows).reduce((sum, { count }) => sum + count, 0);
  const lost = [{ kind: "facet", facet: "state", value: "vanished", negated: false }] as const;
  return [
    { label: "Sizes", note: expectedSizeSourcesText(head), href: pagePaths.groups(query) },
    {
      label: "Lost within 24 h, serving now",
      note: formatNumber(servingAgain),
      href: pagePaths.entries(formatListQuery({ ...parseMachinesQuery(query), terms: lost })),
    },
  ];
}
