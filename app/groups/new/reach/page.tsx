import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ReachView } from "@/components/new-group/reach-view";
import { parseGroupDraftAddress } from "@/lib/contract/answers/drafts";
import type { SearchParams } from "@/lib/contract/url/page-query";
import { offeredCommands } from "@/lib/server/commands/load-commands";
import { viewerPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "New group: reach" };

/** Where nothing may be written there is no such page. */
export default viewerPage(async ({ viewer }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  if ((await offeredCommands(viewer, "workloadgroups")).length === 0) notFound();
  const place = parseGroupDraftAddress(await searchParams);
  return <ReachView key={place.draft} place={place} />;
});
