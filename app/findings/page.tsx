import type { Metadata } from "next";
import { FindingsView } from "@/components/finding/findings-view";
import { MuteOffers } from "@/components/finding/mute-offers";
import { FIRST_WINDOW } from "@/components/table/first-window";
import { FINDING_FILTER } from "@/lib/contract/url/list-filters";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { listQueryFromSearchParams, type SearchParams } from "@/lib/contract/url/page-query";
import { MUTE_ANNOTATION_RESOURCES } from "@/lib/domain/findings/mutable-object";
import { offeredCommands } from "@/lib/server/commands/load-commands";
import { initialView } from "@/lib/server/first-paint";
import { viewerPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "Findings" };

export default viewerPage(async ({ runtime, viewer }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  const search = await searchParams;
  const query = formatListQuery(listQueryFromSearchParams(FINDING_FILTER, search));
  const { state } = await initialView(runtime, viewer, { kind: "findings", query, window: FIRST_WINDOW, at: search.at });
  const offered = (await Promise.all(MUTE_ANNOTATION_RESOURCES.map((kind) => offeredCommands(viewer, kind)))).flat();
  return (
    <MuteOffers offered={offered}>
      <FindingsView initial={state} initialQuery={query} />
    </MuteOffers>
  );
});
