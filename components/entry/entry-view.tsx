"use client";

import type { ReactNode } from "react";
import { DeniedSources } from "@/components/table/denied-sources";
import { Elsewhere } from "@/components/table/elsewhere";
import { NO_ROWS } from "@/components/table/first-window";
import { Withdrawn } from "@/components/table/withdrawn";
import { Details } from "@/components/ui/details";
import { PageSkeleton } from "@/components/ui/page-skeleton";
import { Columns } from "@/components/ui/section";
import { usePast } from "@/lib/client/past";
import { selectingServices } from "@/lib/client/selecting-services";
import { useSelectedBy } from "@/lib/client/use-selected-by";
import { useView } from "@/lib/client/use-view";
import type { LossRow } from "@/lib/contract/answers/history";
import type { ObjectCommandName } from "@/lib/contract/commands";
import type { SelectedByHead } from "@/lib/contract/views/selected-by";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { isTrouble } from "@/lib/domain/verdict/verdict";
import { DrainMachineAction } from "./drain-machine";
import { EntryCard, machineLinkTemplateValues, needsEntryCard, useCardTextContext } from "./entry-card";
import { EntryBreadcrumb } from "./entry-crumbs";
import { ConnectionDetail, LabelsDetail, LastReportDetail, ObjectDetail } from "./entry-details";
import { GoneEntryPage } from "./entry-gone";
import { EntryHeadline } from "./entry-headline";
import { EntryMachineFacts } from "./entry-machine";
import { FlapsDetail, FormerEntriesDetail, SameAddressDetail } from "./entry-past-details";
import { NextActionNote } from "./entry-routine";
import { EntryTimeline, TimelineChange } from "./entry-timeline";
import { type EntryWithDetail, useLastSeenEntry } from "./use-last-seen";

export interface EntryViewProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  /** The query of the view "entry". */
  readonly query: string;
  readonly initial: ViewStateOf<"entry"> | null;
  /** The uid in the URL; "" = the newest entry with this name. */
  readonly uid: string;
  /** The loss of the entry, if the server knew it at page load. */
  readonly lost: LossRow | null;
  /** The services that select the entry: the query of the view "selected-by", and its state that the server rendered. */
  readonly selected: { readonly query: string; readonly initial: ViewStateOf<"selected-by"> | null };
  /** The commands that this viewer is offered; none on a read-only server. */
  readonly offered: readonly ObjectCommandName[];
  /** Dialogs of the page's menu that other folders render. */
  readonly dialogs: ReactNode;
  /** Links to the machine's incidents, and the view that has them. */
  readonly incidents: ReactNode;
  readonly incidentsOf: { readonly query: string; readonly initial: ViewStateOf<"incidents-of"> | null };
  /** Notices about the entry: a lost drain, a planned leave. */
  readonly marks: ReactNode;
  readonly selectedBy: ReactNode;
  /** The findings about the entry that the server rendered. */
  readonly found: ViewStateOf<"findings-of"> | null;
  /** Collapsed sections that other folders render. */
  readonly policies: ReactNode;
  readonly findings: ReactNode;
  readonly commands: ReactNode;
  readonly events: ReactNode;
  readonly yaml: ReactNode;
}

/** The page of one machine: headline, card if it is in trouble, timeline and details. */
export function EntryView({
  cluster,
  namespace,
  name,
  query,
  initial,
  uid,
  lost,
  selected,
  offered,
  dialogs,
  incidents,
  incidentsOf,
  marks,
  selectedBy,
  found,
  policies,
  findings,
  commands,
  events,
  yaml,
}: EntryViewProps) {
  const { state, problem, isWithdrawn = false } = useView("entry", query, NO_ROWS, initial);
  const head = state?.head ?? null;
  const selection = useSelectedBy(selected.query, selected.initial).head;
  const services = selectingServices(selection);
  const seen = useLastSeenEntry(head, usePast(), isWithdrawn);
  if (isWithdrawn) return <Withdrawn title={`Entry ${name}`} problem={problem} />;
  if (head === null && problem === null) return <PageSkeleton title={`Entry ${name}`} label="Reading the entry" />;
  if (seen.here === null) {
    const { last, goneAt } = seen;
    return (
      <TimelineChange at={lost?.endedAt ?? goneAt}>
        <GoneEntryPage {...{ cluster, namespace, name, uid, problem, last, goneAt, incidents, incidentsOf }} painted={lost} />
      </TimelineChange>
    );
  }
  const { row, detail } = seen.here;
  return (
    <TimelineChange at={lastChange(row)}>
      <EntryBreadcrumb row={row} detail={detail} services={services} offered={offered} />
      <DrainMachineAction row={row} detail={detail} offered={offered} />
      {dialogs}
      <EntryHeadline row={row} detail={detail} services={services} incidents={incidents} />
      <EntryDiagnosis row={row} detail={detail} incidents={incidentsOf} selection={selection} offered={offered} />
      {marks}
      <div className="mt-3 empty:hidden">
        <DeniedSources needed={CONNECTION_VERIFYING_SOURCES} />
      </div>
      <EntryTimeline
        cluster={cluster}
        namespace={namespace}
        name={name}
        uid={row.uid}
        createdAt={row.createdAt}
        note={<NextActionNote row={row} detail={detail} />}
      />
      <Columns
        main={selectedBy}
        side={
          <EntryMachineFacts row={row} detail={detail}>
            <LinksOfCalmMachine row={row} />
          </EntryMachineFacts>
        }
      />
      <Details>
        {row.state !== "unreadable" && (
          <>
            <LastReportDetail detail={detail} />
            <ConnectionDetail row={row} detail={detail} />
            <LabelsDetail row={row} detail={detail} />
          </>
        )}
        {policies}
        <ObjectDetail row={row} detail={detail} />
        <FlapsDetail cluster={cluster} namespace={namespace} name={name} uid={row.uid} />
        <FormerEntriesDetail cluster={cluster} namespace={namespace} name={name} uid={row.uid} shownUid={row.uid} />
        <SameAddressDetail row={row} initial={found} />
        {findings}
        {events}
        {yaml}
        {commands}
      </Details>
    </TimelineChange>
  );
}

/** Returns the start of a machine's trouble, otherwise its creation. Milliseconds; null = unknown. */
function lastChange({ state, since, createdAt }: EntryWithDetail["row"]): number | null {
  return isTrouble(state) && since !== null ? since : createdAt;
}

/** Links to external tools, for a machine without a card. A card has its own. */
function LinksOfCalmMachine({ row }: Pick<EntryWithDetail, "row">) {
  const { now } = useCardTextContext(row.cluster);
  return !needsEntryCard(row, now) && <Elsewhere about={`machine ${row.name}`} fields={machineLinkTemplateValues(row)} />;
}

interface EntryDiagnosisProps extends EntryWithDetail {
  readonly incidents: EntryViewProps["incidentsOf"];
  readonly selection: SelectedByHead | null;
  readonly offered: readonly ObjectCommandName[];
}

/** The card of a machine in trouble. */
function EntryDiagnosis({ row, detail, incidents, selection, offered }: EntryDiagnosisProps) {
  const rows = useView("incidents-of", incidents.query, NO_ROWS, incidents.initial).state?.rows ?? [];
  const { now } = useCardTextContext(row.cluster);
  if (!needsEntryCard(row, now)) return null;
  const open = rows.filter(({ state }) => state !== "over");
  return <EntryCard row={row} detail={detail} incidents={open} selection={selection} mayDrain={offered.includes("drain-workloadentry")} />;
}
