import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ReadyView } from "@/components/new-group/ready-view";
import { parseGroupDraftAddress } from "@/lib/contract/answers/drafts";
import type { SearchParams } from "@/lib/contract/url/page-query";
import { offeredCommands } from "@/lib/server/commands/load-commands";
import { viewerPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "New group" };

/** Where nothing may be written there is no such page. */
export default viewerPage(async ({ viewer }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  if ((await offeredCommands(viewer, "workloadgroups")).length === 0) notFound();
  return <ReadyView place={parseGroupDraftAddress(await searchParams)} />;
});
