import type { Metadata } from "next";
import { GroupsView } from "@/components/group/groups-view";
import { FIRST_WINDOW } from "@/components/table/first-window";
import { formatListQuery } from "@/lib/contract/list-query";
import { listQueryOf, type SearchParams } from "@/lib/contract/page-query";
import { viewerPage } from "@/lib/server/access/door";
import { initialView } from "@/lib/server/first-paint";

export const metadata: Metadata = { title: "Groups" };

export default viewerPage(async ({ runtime, viewer }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  const search = await searchParams;
  const query = formatListQuery(listQueryOf(search));
  const { state } = await initialView(runtime, viewer, { kind: "groups", query, window: FIRST_WINDOW, at: search.at });
  return <GroupsView initial={state} initialQuery={query} />;
});
