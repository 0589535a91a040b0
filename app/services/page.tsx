import type { Metadata } from "next";
import { HostsView } from "@/components/host/hosts-view";
import { FIRST_WINDOW } from "@/components/table/first-window";
import { SERVICE_FILTER } from "@/lib/contract/url/list-filters";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { listQueryFromSearchParams, type SearchParams } from "@/lib/contract/url/page-query";
import { initialView } from "@/lib/server/first-paint";
import { viewerPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "Services" };

export default viewerPage(async ({ runtime, viewer }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  const search = await searchParams;
  const asked = listQueryFromSearchParams(SERVICE_FILTER, search);
  const query = formatListQuery(asked);
  const places = formatListQuery({ ...asked, terms: [], sort: "" });
  const [{ state }, unselected] = await Promise.all([
    initialView(runtime, viewer, { kind: "services", query, window: FIRST_WINDOW, at: search.at }),
    initialView(runtime, viewer, { kind: "unselected", query: places, window: FIRST_WINDOW, at: search.at }),
  ]);
  return <HostsView initial={state} initialUnselected={unselected.state} initialQuery={query} initialPlaces={places} />;
});
