import type { Metadata } from "next";
import { OnCallView } from "@/components/oncall/on-call-view";
import { reachableClustersQuery, reachableClustersQueryAt } from "@/components/trouble/reached-query";
import { GROUPS_IN_TROUBLE_WINDOW, SERVICES_WITHOUT_ENDPOINT_WINDOW } from "@/components/trouble/windows";
import { DAY_WINDOW, parseMoment } from "@/lib/contract/url/history-window";
import { CHART_INCIDENTS, fleetIncidentsQuery } from "@/lib/contract/url/incidents-query";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { machinesQueryFromSearchParams, type SearchParams } from "@/lib/contract/url/page-query";
import { initialView } from "@/lib/server/first-paint";
import { viewerPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "On call" };

export default viewerPage(async ({ runtime, viewer }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  const search = await searchParams;
  const { clusters, namespaces } = machinesQueryFromSearchParams(search);
  const query = formatListQuery({ clusters, namespaces, terms: [], sort: "" });
  const incidentsQuery = fleetIncidentsQuery(query, DAY_WINDOW);
  const [{ state, beat }, services, incidents] = await Promise.all([
    initialView(runtime, viewer, { kind: "fleet", query, window: GROUPS_IN_TROUBLE_WINDOW, at: search.at }),
    initialView(runtime, viewer, { kind: "services-without-endpoint", query, window: SERVICES_WITHOUT_ENDPOINT_WINDOW, at: search.at }),
    initialView(runtime, viewer, { kind: "incidents", query: incidentsQuery, window: CHART_INCIDENTS, at: search.at }),
  ]);
  const at = typeof search.at === "string" ? parseMoment(search.at) : null;
  const found = at === null ? reachableClustersQuery(beat, query, beat.now) : reachableClustersQueryAt(state?.clusters, query, at);
  const reached =
    found === null ? null : await initialView(runtime, viewer, { kind: "fleet", query: found.query, window: GROUPS_IN_TROUBLE_WINDOW, at: search.at });
  const initialReached = found === null || reached === null ? null : { query: found.query, state: reached.state };
  const first = { initial: state, initialReached, initialServices: services.state, initialIncidents: incidents.state };
  return <OnCallView {...first} initialQuery={query} />;
});
