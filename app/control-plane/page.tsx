import type { Metadata } from "next";
import { ControlPlaneView } from "@/components/control-plane/control-plane-view";
import { FIRST_WINDOW } from "@/components/table/first-window";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { machinesQueryFromSearchParams, type SearchParams } from "@/lib/contract/url/page-query";
import { initialView } from "@/lib/server/first-paint";
import { viewerPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "Control plane" };

export default viewerPage(async ({ runtime, viewer }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  const search = await searchParams;
  const query = formatListQuery({ ...machinesQueryFromSearchParams(search), terms: [], sort: "" });
  const { state } = await initialView(runtime, viewer, { kind: "control-plane", query, window: FIRST_WINDOW, at: search.at });
  return <ControlPlaneView initial={state} initialQuery={query} />;
});
