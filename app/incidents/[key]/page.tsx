import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { IncidentView } from "@/components/incident/incident-view";
import { FIRST_WINDOW } from "@/components/table/first-window";
import { hrefAtMoment, parseMoment } from "@/lib/contract/url/history-window";
import type { SearchParams } from "@/lib/contract/url/page-query";
import { decodeSegment, pagePaths } from "@/lib/contract/url/paths";
import { incidentQuery } from "@/lib/contract/views/incidents";
import { shownText } from "@/lib/format/shown-text";
import { offeredCommands } from "@/lib/server/commands/load-commands";
import { initialView } from "@/lib/server/first-paint";
import { storedIncident } from "@/lib/server/incidents/stored-incident";
import { viewerPage } from "@/lib/server/request-checks";

interface IncidentPageProps {
  readonly params: Promise<{ readonly key: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: IncidentPageProps): Promise<Metadata> {
  return { title: shownText(`Incident ${decodeSegment((await params).key)}`) };
}

export default viewerPage(async ({ runtime, viewer }, { params, searchParams }: IncidentPageProps) => {
  const id = decodeSegment((await params).key);
  const { at } = await searchParams;
  const moment = typeof at === "string" ? parseMoment(at) : null;
  const offered = await offeredCommands(viewer, "workloadgroups");
  const { state, problem } = await initialView(runtime, viewer, { kind: "incident", query: incidentQuery(id), window: FIRST_WINDOW, at });
  const movedTo = state?.head.movedTo ?? null;
  if (movedTo !== null) redirect(hrefAtMoment(pagePaths.incident(movedTo), moment));
  const isLive = moment === null ? state === null || state.head.row !== null : runtime.fleet.incidentMemory?.find(id) != null;
  const stored = isLive ? null : await storedIncident(runtime, viewer, id);
  // The reader can go on from the past to the incident of now.
  if (moment !== null) {
    const ofNow = stored !== null && "state" in stored ? stored.state : null;
    return <IncidentView id={id} initial={state} stored={ofNow} problem={problem} offered={offered} />;
  }
  if (isLive) return <IncidentView id={id} initial={state} stored={null} problem={problem} offered={offered} />;
  // The page waits for the incidents of the history: a server that starts does not know them.
  const history = runtime.history.status().kind;
  const isBeingRead = state?.head.since === null && (stored === null ? history !== "off" : history === "starting" && "problem" in stored);
  if (isBeingRead) return <IncidentView id={id} initial={state} stored={null} problem={problem} offered={offered} />;
  if (stored === null) notFound();
  if ("movedTo" in stored) redirect(pagePaths.incident(stored.movedTo));
  return "problem" in stored ? (
    <IncidentView id={id} initial={null} stored={null} problem={stored.problem} offered={offered} />
  ) : (
    <IncidentView id={id} initial={null} stored={stored.state} problem={null} offered={offered} />
  );
});
