import type { Metadata } from "next";
import { OnCallView } from "@/components/fleet/on-call-view";
import { TROUBLE_WINDOW } from "@/components/fleet/windows";
import { formatListQuery } from "@/lib/contract/list-query";
import { listQueryOf, type SearchParams } from "@/lib/contract/page-query";
import { viewerPage } from "@/lib/server/access/door";
import { initialView } from "@/lib/server/first-paint";

export const metadata: Metadata = { title: "On call" };

export default viewerPage(async ({ runtime, viewer }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  const search = await searchParams;
  const { clusters, namespaces } = listQueryOf(search);
  const query = formatListQuery({ clusters, namespaces, terms: [], sort: "" });
  const { state } = await initialView(runtime, viewer, { kind: "fleet", query, window: TROUBLE_WINDOW, at: search.at });
  return <OnCallView initial={state} initialQuery={query} />;
});
