import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BundleView } from "@/components/bundle/bundle-view";
import { StepBar } from "@/components/new-group/step-bar";
import { NO_ROWS } from "@/components/table/first-window";
import { decodeObjectParams, type ObjectParams, objectViewQuery } from "@/lib/contract/url/page-query";
import { offeredCommands } from "@/lib/server/commands/load-commands";
import { initialView } from "@/lib/server/first-paint";
import { isNotInSight } from "@/lib/server/missing-object";
import { objectTitle, viewerPage } from "@/lib/server/request-checks";

interface BundlePageProps {
  readonly params: Promise<ObjectParams>;
}

export function generateMetadata({ params }: BundlePageProps): Promise<Metadata> {
  return objectTitle(params, "Bundle of ");
}

/** Where nothing may be written there is no such page. */
export default viewerPage(async ({ runtime, viewer }, { params }: BundlePageProps) => {
  const words = decodeObjectParams(await params);
  const group = await initialView(runtime, viewer, { kind: "group", query: objectViewQuery(words), window: NO_ROWS, at: undefined });
  const offered = await offeredCommands(viewer, "serviceaccounts");
  if (isNotInSight(words, group, undefined) || !offered.includes("issue-token")) notFound();
  const { cluster, namespace, name } = words;
  return <BundleView cluster={cluster} namespace={namespace} name={name} steps={<StepBar current="bundle" of={{ group: { cluster, namespace, name } }} />} />;
});
