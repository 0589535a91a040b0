import type { Metadata } from "next";
import { NetworksView } from "@/components/network/networks-view";
import { FIRST_WINDOW } from "@/components/table/first-window";
import { formatNetworksQuery, parseNetworksQuery } from "@/lib/contract/url/networks-query";
import { type SearchParams, toUrlSearchParams } from "@/lib/contract/url/page-query";
import { initialView } from "@/lib/server/first-paint";
import { viewerPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "Networks" };

export default viewerPage(async ({ runtime, viewer }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  const search = await searchParams;
  const query = formatNetworksQuery(parseNetworksQuery(toUrlSearchParams(search)));
  const { state } = await initialView(runtime, viewer, { kind: "networks", query, window: FIRST_WINDOW, at: search.at });
  return <NetworksView initial={state} initialQuery={query} kiali={runtime.config.kialiUrl} />;
});
