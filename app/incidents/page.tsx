import type { Metadata } from "next";
import { IncidentsView } from "@/components/incident/incidents-view";
import { FIRST_WINDOW } from "@/components/table/first-window";
import { INCIDENT_FILTER } from "@/lib/contract/url/list-filters";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { listQueryFromSearchParams, type SearchParams } from "@/lib/contract/url/page-query";
import { initialView } from "@/lib/server/first-paint";
import { viewerPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "Incidents" };

export default viewerPage(async ({ runtime, viewer }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  const search = await searchParams;
  const query = formatListQuery({ ...listQueryFromSearchParams(INCIDENT_FILTER, search), sort: "" });
  const { state } = await initialView(runtime, viewer, { kind: "incidents", query, window: FIRST_WINDOW, at: search.at });
  return <IncidentsView initial={state} initialQuery={query} />;
});
