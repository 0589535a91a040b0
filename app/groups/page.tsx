import type { Metadata } from "next";
import { GroupsView } from "@/components/group/groups-view";
import { CloneRow } from "@/components/new-group/clone-row";
import { FIRST_WINDOW } from "@/components/table/first-window";
import { GROUP_FILTER } from "@/lib/contract/url/list-filters";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { listQueryFromSearchParams, type SearchParams } from "@/lib/contract/url/page-query";
import { offeredCommands } from "@/lib/server/commands/load-commands";
import { initialView } from "@/lib/server/first-paint";
import { viewerPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "Groups" };

export default viewerPage(async ({ runtime, viewer }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  const search = await searchParams;
  const query = formatListQuery(listQueryFromSearchParams(GROUP_FILTER, search));
  const { state } = await initialView(runtime, viewer, { kind: "groups", query, window: FIRST_WINDOW, at: search.at });
  const offered = await offeredCommands(viewer, "workloadgroups");
  const rowActions = offered.includes("create-workloadgroup") ? <CloneRow offered={offered} /> : null;
  return <GroupsView initial={state} initialQuery={query} rowActions={rowActions} />;
});
