import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ArriveView } from "@/components/arrival/arrive-view";
import { StepBar } from "@/components/new-group/step-bar";
import { NO_ROWS } from "@/components/table/first-window";
import { decodeObjectParams, type ObjectParams, objectViewQuery } from "@/lib/contract/url/page-query";
import { initialView } from "@/lib/server/first-paint";
import { isNotInSight } from "@/lib/server/missing-object";
import { objectTitle, viewerPage } from "@/lib/server/request-checks";

interface ArrivePageProps {
  readonly params: Promise<ObjectParams>;
}

export function generateMetadata({ params }: ArrivePageProps): Promise<Metadata> {
  return objectTitle(params, "Arrival in ");
}

export default viewerPage(async ({ runtime, viewer }, { params }: ArrivePageProps) => {
  const words = decodeObjectParams(await params);
  const group = await initialView(runtime, viewer, { kind: "group", query: objectViewQuery(words), window: NO_ROWS, at: undefined });
  if (isNotInSight(words, group, undefined)) notFound();
  const { cluster, namespace, name } = words;
  const steps = viewer.mayWrite ? <StepBar current="arrive" of={{ group: { cluster, namespace, name } }} /> : null;
  return <ArriveView cluster={cluster} namespace={namespace} name={name} steps={steps} />;
});
