"use client";

import { useMemo } from "react";
import { StateIcon } from "@/components/state/state-icon";
import { Sentence } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { DeniedSources } from "@/components/table/denied-sources";
import { LineParts } from "@/components/table/line-parts";
import { Age } from "@/components/table/times";
import { LONGEST_ORDER_MS, useRowOrder } from "@/components/table/use-row-order";
import { useZone } from "@/components/table/use-zone";
import { StateChartPicture } from "@/components/timeline/state-chart";
import { withLiveCounts } from "@/components/timeline/state-chart-values";
import { type PageStateChart, useChartIncidentNumbers, usePageStateChart } from "@/components/timeline/use-page-state-chart";
import type { PageFleet } from "@/components/trouble/counted-fleet";
import { FleetHeadline } from "@/components/trouble/fleet-headline";
import { StateCounts } from "@/components/trouble/state-counts";
import type { FleetIncidentsState } from "@/components/trouble/use-fleet-incidents";
import type { LossesByGroup } from "@/components/trouble/use-fleet-losses";
import type { FleetTroubleState } from "@/components/trouble/use-fleet-trouble";
import type { ServicesWithoutEndpointList } from "@/components/trouble/use-services-without-endpoint";
import { useNow } from "@/lib/client/clock";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { usePast } from "@/lib/client/past";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import type { RollUp } from "@/lib/contract/views/groups";
import { CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { fleetQuietLineParts } from "@/lib/format/fleet-trouble";
import { lostServiceName } from "@/lib/format/services-without-endpoint";
import { plural } from "@/lib/format/text/numbers";
import { momentOf } from "@/lib/format/text/tense";
import { WallCards, wallCards } from "./wall-cards";
import { WallHeader } from "./wall-header";

interface OnCallWallProps {
  readonly fleet: PageFleet;
  /** The canonical query for clusters and namespaces. */
  readonly query: string;
  readonly losses: LossesByGroup;
  readonly trouble: FleetTroubleState;
  readonly services: ServicesWithoutEndpointList;
  readonly incidents: FleetIncidentsState;
}

/** The wall display: the fleet's incidents in large type. Sizes are relative to the screen's height (`app/wall.css`), and nothing scrolls. */
export function OnCallWall({ fleet, query, losses, trouble, services, incidents }: OnCallWallProps) {
  const { counted } = fleet;
  const { clusters, namespaces } = parseMachinesQuery(query);
  const band = usePageStateChart({ cluster: clusters, ns: namespaces });
  const numbers = useChartIncidentNumbers(band);
  const cards = useMemo(() => wallCards(fleet, incidents, numbers), [fleet, incidents, numbers]);
  const order = useRowOrder(cards, { list: "wall", tierOf: ({ tier }) => tier, isWall: true, turnMs: LONGEST_ORDER_MS });
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-[0.73rem]">
      <WallHeader query={query} counted={counted} />
      <FleetHeadline counted={counted} trouble={trouble} line={[]} />
      <DeniedSources needed={["workloadgroups", "workloadentries", ...CONNECTION_VERIFYING_SOURCES]} />
      <WallCards cards={order.rows} gone={order.gone} losses={losses} />
      <WallNote counted={counted} trouble={trouble} services={services} />
      <WallChart band={band} now={counted.head.rollUp} />
      <StateCounts counted={counted} />
    </div>
  );
}

/** One line with services without endpoints and other facts that the headline leaves out. */
function WallNote({ counted: { tense }, trouble, services: { services, more } }: Pick<OnCallWallProps, "trouble" | "services"> & Pick<PageFleet, "counted">) {
  const context = { tense, now: momentOf(tense, useNow()), zone: useZone(), severalClusters: useSeveralClusters() };
  const all = services.map(({ statement }) => statement);
  const [first] = all;
  const count = services.length + more;
  return (
    <p className="flex shrink-0 items-center gap-[0.6em] overflow-hidden border-t border-line-2 pt-[0.5rem] text-[0.73rem] whitespace-nowrap text-ink-2">
      {first !== undefined && (
        <>
          <StateIcon state="unhealthy" className={`size-[0.95em] ${toneText[tense.past ? "idle" : "bad"]}`} />
          <Sentence of={first} className="min-w-0 truncate">
            {`${plural(count, "service")} without endpoints: `}
            <b className="font-mono font-medium text-ink">{lostServiceName(first, context, all)}</b>
            {count > 1 && ` and ${plural(count - 1, "more service")}`}
          </Sentence>
          <Age at={first.since} atLeast={first.sinceAtLeast} />
        </>
      )}
      <span className="ml-auto min-w-0 truncate">
        <LineParts parts={fleetQuietLineParts(trouble.quiet, context)} />
      </span>
    </p>
  );
}

/** The last 24 h. Its height in pixels is that of a desk: `app/wall.css` enlarges it with the screen. */
function WallChart({ band: { value, box, incidents, rollouts }, now }: { readonly band: PageStateChart; readonly now: RollUp }) {
  const zone = useZone();
  const isPast = usePast() !== null;
  const answer = value === null ? null : { ...(isPast ? value : withLiveCounts(value, now)), expected: [] };
  return (
    <div ref={box} data-wall-chart="" className="h-[167px] shrink-0">
      {answer !== null && <StateChartPicture answer={answer} incidents={incidents} rollouts={rollouts} past={isPast} widthPx={1000} zone={zone} isStill />}
    </div>
  );
}
