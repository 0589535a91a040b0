import type { Metadata } from "next";
import { DeleteSeveral } from "@/components/command/delete-several";
import { PlanSeveral } from "@/components/command/plan-several";
import { SelectionBar } from "@/components/command/selection-bar";
import { EntriesView } from "@/components/entry/entries-view";
import { FIRST_WINDOW } from "@/components/table/first-window";
import { SelectableRows } from "@/components/table/selected-rows";
import { parseWindow } from "@/lib/contract/url/history-window";
import { entriesViewQuery } from "@/lib/contract/url/lost-query";
import { machinesQueryFromSearchParams, type SearchParams } from "@/lib/contract/url/page-query";
import { offeredCommands } from "@/lib/server/commands/load-commands";
import { initialView } from "@/lib/server/first-paint";
import { viewerPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "Entries" };

export default viewerPage(async ({ runtime, viewer }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  const search = await searchParams;
  const query = entriesViewQuery(machinesQueryFromSearchParams(search), parseWindow(typeof search.window === "string" ? search.window : ""));
  const { state } = await initialView(runtime, viewer, { kind: "entries", query, window: FIRST_WINDOW, at: search.at });
  const offered = await offeredCommands(viewer, "workloadentries");
  const onGroups = await offeredCommands(viewer, "workloadgroups");
  return (
    <SelectableRows active={offered.includes("delete-workloadentry")}>
      <EntriesView
        initial={state}
        initialQuery={query}
        actions={
          <SelectionBar>
            <DeleteSeveral />
            <PlanSeveral offered={onGroups} />
          </SelectionBar>
        }
      />
    </SelectableRows>
  );
});
