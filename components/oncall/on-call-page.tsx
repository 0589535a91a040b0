"use client";

import { lazy, Suspense } from "react";
import { statementAttributes } from "@/components/state/statement";
import { DeniedSources } from "@/components/table/denied-sources";
import { PageActions } from "@/components/table/page-actions";
import { AlsoLost } from "@/components/trouble/also-lost";
import type { ShownFleet } from "@/components/trouble/counted-fleet";
import { FleetHeadline } from "@/components/trouble/fleet-headline";
import { StaleRows } from "@/components/trouble/stale-rows";
import { StateCounts } from "@/components/trouble/state-counts";
import { troubledGroups } from "@/components/trouble/troubled-groups";
import { useFleetLosses } from "@/components/trouble/use-fleet-losses";
import { useFleetSummary } from "@/components/trouble/use-fleet-summary";
import { useFleetTrouble } from "@/components/trouble/use-fleet-trouble";
import { useServicesWithoutEndpoint } from "@/components/trouble/use-services-without-endpoint";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import { useIsWall } from "@/lib/client/use-is-wall";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import { wallDisplayPath } from "@/lib/contract/url/paths";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { groupsUntroubled } from "@/lib/domain/statements/fleet";
import { onCallLine, untroubledSentence } from "@/lib/format/fleet-sentence";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { OnCallWall } from "./on-call-wall";
import { TroubleCard } from "./trouble-card";

/** Loaded after the headline. */
const ServicesWithoutEndpoint = lazy(() =>
  import("@/components/trouble/services-without-endpoint").then((loaded) => ({ default: loaded.ServicesWithoutEndpoint })),
);

interface OnCallPageProps {
  readonly fleet: ShownFleet;
  /** The canonical query of clusters and namespaces. */
  readonly query: string;
  readonly initialServices: ViewStateOf<"services-without-endpoint"> | null;
}

/** The page of a fleet for a pocket or a desk, in the order of Fleet: headline, counts, incidents, services without endpoints, groups. It has no controls. */
export function OnCallPage({ fleet, query, initialServices }: OnCallPageProps) {
  const { head, rows, staleRows, counted } = fleet;
  const { clusters, namespaces } = parseMachinesQuery(query);
  const losses = useFleetLosses({ cluster: clusters, ns: namespaces });
  const countedLosses = useFleetLosses({ cluster: counted.reached.length === 0 ? clusters : counted.reached, ns: namespaces });
  const { tense } = counted;
  const lostServices = useServicesWithoutEndpoint(query, initialServices);
  const trouble = useFleetTrouble(counted, countedLosses, lostServices);
  const summary = useFleetSummary({ counted, query, trouble, answer: countedLosses.answer });
  if (useIsWall()) return <OnCallWall fleet={fleet} query={query} losses={losses} trouble={trouble} services={lostServices} />;
  return (
    <>
      <div className="flex items-start justify-between gap-x-6 max-desk:gap-x-2">
        <div className="min-w-0">
          <FleetHeadline counted={counted} trouble={trouble} line={onCallLine(counted.head)} />
        </div>
        <PageActions primary={{ label: "Copy summary", copy: summary }} actions={[{ label: "Wall display", href: wallDisplayPath(query) }]} hasViews />
      </div>
      <StateCounts counted={counted} />
      <DeniedSources needed={["workloadgroups", "workloadentries", ...CONNECTION_VERIFYING_SOURCES]} />
      <div className="grid grid-cols-1 gap-x-14 broad:grid-cols-2">
        <Section name="trouble" title="Groups in trouble" aside={formatNumber(head.groupsInTrouble)}>
          <ul aria-label="Groups in trouble">
            {rows.map((row) => (
              <TroubleCard key={row.id} row={row} losses={losses} />
            ))}
          </ul>
          <StaleRows rows={rows} count={staleRows} />
          {head.groupsInTrouble > rows.length && (
            <p className="mt-2.5 text-s">
              <Link href={troubledGroups(query, "new")} className="text-ink-2">
                {`${plural(head.groupsInTrouble - rows.length, "more group")} in trouble`}
              </Link>
            </p>
          )}
          {head.groupsInTrouble <= rows.length && <AlsoLost others={losses.others(rows)} />}
        </Section>
        <Suspense>
          <ServicesWithoutEndpoint query={query} initial={initialServices} />
        </Suspense>
      </div>
      <p className="mt-4 text-ink-3">
        <span {...statementAttributes(groupsUntroubled(counted.head), tense)}>{untroubledSentence(counted.head, tense)}</span> This page only reads.
      </p>
    </>
  );
}
