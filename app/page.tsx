import { FleetView } from "@/components/fleet/fleet-view";
import { reachableClustersQuery, reachableClustersQueryAt } from "@/components/trouble/reached-query";
import { GROUPS_IN_TROUBLE_WINDOW, SERVER_RENDERED_RIBBONS, SERVICES_WITHOUT_ENDPOINT_WINDOW, SMALL_FLEET_WINDOW } from "@/components/trouble/windows";
import { DAY_WINDOW, parseMoment } from "@/lib/contract/url/history-window";
import { CHART_INCIDENTS, fleetIncidentsQuery } from "@/lib/contract/url/incidents-query";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { machinesQueryFromSearchParams, type SearchParams } from "@/lib/contract/url/page-query";
import { initialView } from "@/lib/server/first-paint";
import { viewerPage } from "@/lib/server/request-checks";

export default viewerPage(async ({ runtime, viewer }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  const search = await searchParams;
  const { clusters, namespaces } = machinesQueryFromSearchParams(search);
  const query = formatListQuery({ clusters, namespaces, terms: [], sort: "" });
  const incidentsQuery = fleetIncidentsQuery(query, DAY_WINDOW);
  const [fleet, strip, services, incidents] = await Promise.all([
    initialView(runtime, viewer, { kind: "fleet", query, window: GROUPS_IN_TROUBLE_WINDOW, at: search.at }),
    initialView(runtime, viewer, { kind: "strip", query, window: SERVER_RENDERED_RIBBONS, at: search.at }),
    initialView(runtime, viewer, { kind: "services-without-endpoint", query, window: SERVICES_WITHOUT_ENDPOINT_WINDOW, at: search.at }),
    initialView(runtime, viewer, { kind: "incidents", query: incidentsQuery, window: CHART_INCIDENTS, at: search.at }),
  ]);
  const at = typeof search.at === "string" ? parseMoment(search.at) : null;
  const found = at === null ? reachableClustersQuery(fleet.beat, query, fleet.beat.now) : reachableClustersQueryAt(fleet.state?.clusters, query, at);
  const reached =
    found === null ? null : await initialView(runtime, viewer, { kind: "fleet", query: found.query, window: GROUPS_IN_TROUBLE_WINDOW, at: search.at });
  const initialReached = found === null || reached === null ? null : { query: found.query, state: reached.state };
  const machines = fleet.state?.head.rollUp.fullTotal ?? 0;
  const isSmall = machines > 0 && machines <= SMALL_FLEET_WINDOW.limit;
  const list = isSmall ? await initialView(runtime, viewer, { kind: "entries", query, window: SMALL_FLEET_WINDOW, at: search.at }) : null;
  const first = {
    initial: fleet.state,
    initialReached,
    initialStrip: strip.state,
    initialServices: services.state,
    initialIncidents: incidents.state,
    initialMachines: list?.state ?? null,
  };
  return <FleetView {...first} initialQuery={query} />;
});
