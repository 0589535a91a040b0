"use client";

import { lazy, Suspense } from "react";
import { statementAttributes } from "@/components/state/statement";
import { DeniedSources } from "@/components/table/denied-sources";
import { SavedViews } from "@/components/table/saved-views";
import { AlsoLost } from "@/components/trouble/also-lost";
import { CopyFleetSummary } from "@/components/trouble/copy-fleet-summary";
import type { ShownFleet } from "@/components/trouble/counted-fleet";
import { FleetHeadline } from "@/components/trouble/fleet-headline";
import { StaleRows } from "@/components/trouble/stale-rows";
import { troubledGroups } from "@/components/trouble/troubled-groups";
import { useFleetLosses } from "@/components/trouble/use-fleet-losses";
import { useFleetTrouble } from "@/components/trouble/use-fleet-trouble";
import { useServicesWithoutEndpoint } from "@/components/trouble/use-services-without-endpoint";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/client/page-link";
import { useIsWall } from "@/lib/client/use-is-wall";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import { wallDisplayPath } from "@/lib/contract/url/paths";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { groupsUntroubled } from "@/lib/domain/statements/fleet";
import { onCallLine, untroubledSentence } from "@/lib/format/fleet-sentence";
import { plural } from "@/lib/format/text/numbers";
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

/** The page of a fleet: headline, then a card for each group in trouble, then services without endpoints. */
export function OnCallPage({ fleet, query, initialServices }: OnCallPageProps) {
  const { head, rows, staleRows, counted } = fleet;
  const { clusters, namespaces } = parseMachinesQuery(query);
  const losses = useFleetLosses({ cluster: clusters, ns: namespaces });
  const countedLosses = useFleetLosses({ cluster: counted.reached.length === 0 ? clusters : counted.reached, ns: namespaces });
  const { tense } = counted;
  const lostServices = useServicesWithoutEndpoint(query, initialServices);
  const trouble = useFleetTrouble(counted, countedLosses, lostServices);
  const services = (
    <Suspense>
      <ServicesWithoutEndpoint query={query} initial={initialServices} />
    </Suspense>
  );
  if (useIsWall()) return <OnCallWall fleet={fleet} query={query} losses={losses} trouble={trouble} services={lostServices} />;
  return (
    <div className="mx-auto max-w-[46em]">
      <FleetHeadline counted={counted} trouble={trouble} line={onCallLine(counted.head)} />
      <DeniedSources needed={["workloadgroups", "workloadentries", ...CONNECTION_VERIFYING_SOURCES]} />
      {rows.length > 0 && (
        <ul aria-label="Groups in trouble" className="mt-4 border-t border-line">
          {rows.map((row) => (
            <TroubleCard key={row.id} row={row} losses={losses} />
          ))}
        </ul>
      )}
      <StaleRows rows={rows} count={staleRows} />
      {services}
      <p className="mt-3 text-s text-ink-3">
        {head.groupsInTrouble > rows.length && (
          <>
            <Link href={troubledGroups(query, "new")} className="text-ink-2">
              {`${plural(head.groupsInTrouble - rows.length, "more group")} in trouble`}
            </Link>
            {". "}
          </>
        )}
        <span {...statementAttributes(groupsUntroubled(counted.head), tense)}>{untroubledSentence(counted.head, tense)}</span> Nothing on this page changes
        anything.
      </p>
      {head.groupsInTrouble <= rows.length && <AlsoLost others={losses.others(rows)} />}
      <div className="sticky bottom-20 mt-5 flex justify-end gap-2 desk:bottom-4">
        <Link href={wallDisplayPath(query)} prefetch={false} className={buttonClass("plain", "max-desk:hidden")}>
          Wall display
        </Link>
        <SavedViews />
        <CopyFleetSummary counted={counted} query={query} trouble={trouble} answer={countedLosses.answer} />
      </div>
    </div>
  );
}
