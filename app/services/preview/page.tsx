import type { Metadata } from "next";
import { PreviewView } from "@/components/preview/preview-view";
import { PREVIEW_START_RESOURCES, singleQueryValue } from "@/lib/contract/answers/preview";
import type { SearchParams } from "@/lib/contract/url/page-query";
import { offeredCommands } from "@/lib/server/commands/load-commands";
import { previewStart } from "@/lib/server/preview/preview-start";
import { viewerPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "Try an edit" };

export default viewerPage(async ({ runtime, viewer }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  const search = await searchParams;
  const start = await previewStart(runtime.fleet, viewer, { from: singleQueryValue(search.from) ?? "", cluster: singleQueryValue(search.cluster) ?? "" });
  const offered = await Promise.all(PREVIEW_START_RESOURCES.map((resource) => offeredCommands(viewer, resource)));
  const mode = singleQueryValue(search.mode) === "ambient" ? "ambient" : "sidecar";
  return (
    <PreviewView
      key={singleQueryValue(search.from) ?? ""}
      start={start}
      written={singleQueryValue(search.yaml)}
      mode={mode}
      inPlace={search.inPlace === "1"}
      offered={offered.flat()}
    />
  );
});
