import type { Metadata } from "next";
import { IncidentsView } from "@/components/incident/incidents-view";
import { FIRST_WINDOW } from "@/components/table/first-window";
import { mainIncidentsQuery } from "@/lib/contract/url/incidents-query";
import { type SearchParams, toUrlSearchParams } from "@/lib/contract/url/page-query";
import { initialView } from "@/lib/server/first-paint";
import { viewerPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "Incidents" };

export default viewerPage(async ({ runtime, viewer }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  const search = await searchParams;
  const query = mainIncidentsQuery(toUrlSearchParams(search));
  const { state } = await initialView(runtime, viewer, { kind: "incidents", query, window: FIRST_WINDOW, at: search.at });
  return <IncidentsView initial={state} initialQuery={query} />;
});
