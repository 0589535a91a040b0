"use client";

import { useMemo } from "react";
import { statementAttributes } from "@/components/state/statement";
import { DeniedSources } from "@/components/table/denied-sources";
import { PageActions } from "@/components/table/page-actions";
import type { PageFleet } from "@/components/trouble/counted-fleet";
import { FleetHeadline } from "@/components/trouble/fleet-headline";
import { GroupsWithoutIncident } from "@/components/trouble/groups-without-incident";
import { HeadlineBar } from "@/components/trouble/headline-bar";
import { IncidentRows } from "@/components/trouble/incident-rows";
import { IstiodGoneCard } from "@/components/trouble/istiod-gone-card";
import { ServicesWithoutEndpoint } from "@/components/trouble/services-without-endpoint";
import { StateCounts } from "@/components/trouble/state-counts";
import { type FleetIncidentsState, useFleetIncidents } from "@/components/trouble/use-fleet-incidents";
import { useFleetLosses } from "@/components/trouble/use-fleet-losses";
import { useFleetSummary } from "@/components/trouble/use-fleet-summary";
import { useFleetTrouble } from "@/components/trouble/use-fleet-trouble";
import { useServicesWithoutEndpoint } from "@/components/trouble/use-services-without-endpoint";
import { BroadColumns } from "@/components/ui/side-columns";
import { useOfNow } from "@/lib/client/clock";
import type { Place } from "@/lib/client/remembered";
import { useRollouts } from "@/lib/client/rollouts";
import { useIsWall } from "@/lib/client/use-is-wall";
import { NO_ROLLOUT } from "@/lib/contract/answers/rollouts";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import { wallDisplayPath } from "@/lib/contract/url/paths";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { chartNumbers, incidentEvents, rolloutEvents } from "@/lib/domain/incidents/chart-number";
import { CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { groupsUntroubled } from "@/lib/domain/statements/fleet";
import { onCallLine, untroubledSentence } from "@/lib/format/fleet-sentence";
import { DAY_MS, minuteOf } from "@/lib/format/text/duration";
import { OnCallWall } from "./on-call-wall";

/** View states that the server rendered. */
export interface InitialOnCallViews {
  readonly initialServices: ViewStateOf<"services-without-endpoint"> | null;
  readonly initialIncidents: ViewStateOf<"incidents"> | null;
}

interface OnCallPageProps extends InitialOnCallViews {
  readonly fleet: PageFleet;
  /** The canonical query for clusters and namespaces. */
  readonly query: string;
}

/** The read-only page On call: headline, counts by state, incidents, services without endpoints and groups, like the page Fleet. */
export function OnCallPage({ fleet, query, initialServices, initialIncidents }: OnCallPageProps) {
  const { counted, head } = fleet;
  const { clusters, namespaces } = parseMachinesQuery(query);
  const losses = useFleetLosses({ cluster: clusters, ns: namespaces });
  const countedLosses = useFleetLosses({ cluster: counted.reached.length === 0 ? clusters : counted.reached, ns: namespaces });
  const services = useServicesWithoutEndpoint(query, initialServices);
  const trouble = useFleetTrouble(counted, countedLosses, services);
  const incidents = useFleetIncidents(query, null, initialIncidents);
  const numbers = useDayNumbers({ cluster: clusters, ns: namespaces }, incidents);
  const summary = useFleetSummary({ counted, query, trouble, answer: countedLosses.answer });
  if (useIsWall()) return <OnCallWall fleet={fleet} query={query} losses={losses} trouble={trouble} services={services} incidents={incidents} />;
  const isCalm = counted.head.groupsInTrouble + counted.head.longRunning.count === 0;
  return (
    <>
      <HeadlineBar
        headline={<FleetHeadline counted={counted} trouble={trouble} line={onCallLine(counted.head)} />}
        actions={
          <PageActions primary={{ label: "Copy summary", copy: summary }} actions={[{ label: "Wall display", href: wallDisplayPath(query) }]} hasViews />
        }
      />
      <StateCounts counted={counted} />
      <DeniedSources needed={["workloadgroups", "workloadentries", ...CONNECTION_VERIFYING_SOURCES]} />
      <BroadColumns
        state={
          <>
            <IncidentRows incidents={incidents} numbers={numbers} query={query} isCalm={isCalm} counted={counted} />
            {head.istiodGone !== null && <IstiodGoneCard gone={head.istiodGone} incidents={incidents} tense={counted.tense} />}
          </>
        }
        time={
          <>
            <ServicesWithoutEndpoint query={query} counted={counted} initial={initialServices} istiodGoneSince={head.istiodGone?.since ?? null} />
            <GroupsWithoutIncident fleet={fleet} losses={losses} query={query} />
          </>
        }
      />
      <p className="mt-3.5 text-ink-3">
        <span {...statementAttributes(groupsUntroubled(counted.head), counted.tense)}>{untroubledSentence(counted.head, counted.tense)}</span> This page only
        reads.
      </p>
    </>
  );
}

/**
 * Returns the number of each incident in the Fleet page's chart of the last day, by incident key; null = not loaded yet. Rollouts have numbers there,
 * too.
 */
function useDayNumbers(place: Place, incidents: FleetIncidentsState): ReadonlyMap<string, number> | null {
  const to = useOfNow(minuteOf);
  const { value } = useRollouts(place, NO_ROLLOUT);
  return useMemo(() => {
    if (typeof incidents === "string" || value === null) return null;
    const rolled = value.rollouts.filter(({ kind }) => kind === "rolled").map(({ id, from }) => ({ rollout: id, at: from }));
    return chartNumbers([...incidentEvents(incidents.all), ...rolloutEvents(rolled)], { from: to - DAY_MS, to });
  }, [incidents, value, to]);
}
