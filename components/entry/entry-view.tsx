"use client";

import type { ReactNode } from "react";
import { DeniedSources } from "@/components/table/denied-sources";
import { Elsewhere } from "@/components/table/elsewhere";
import { NO_ROWS } from "@/components/table/first-window";
import { Withdrawn } from "@/components/table/withdrawn";
import { PageSkeleton } from "@/components/ui/page-skeleton";
import { Columns } from "@/components/ui/section";
import { usePast } from "@/lib/client/past";
import { selectingServices } from "@/lib/client/selecting-services";
import { useSelectedBy } from "@/lib/client/use-selected-by";
import { useView } from "@/lib/client/use-view";
import type { LossRow } from "@/lib/contract/answers/history";
import type { ObjectCommandName } from "@/lib/contract/commands";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { EntryBelonging } from "./entry-belonging";
import { EntryCrumbs } from "./entry-crumbs";
import { EntryEvidence } from "./entry-evidence";
import { EntryGone } from "./entry-gone";
import { EntryHealth } from "./entry-health";
import { EntryIncarnations } from "./entry-incarnations";
import { EntryLabels } from "./entry-labels";
import { EntryMachine } from "./entry-machine";
import { EntryNext } from "./entry-next";
import { EntryTimeline } from "./entry-timeline";
import { EntryVerdict } from "./entry-verdict";
import { useLastSeen } from "./use-last-seen";

export interface EntryViewProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  /** The query of the view "entry". */
  readonly query: string;
  readonly initial: ViewStateOf<"entry"> | null;
  /** What the address asks for; "" = the newest incarnation. */
  readonly uid: string;
  /** How the entry was lost, where it is no more and the server knew it when it painted the page. */
  readonly lost: LossRow | null;
  /** Who selects it: the query of the view "selected-by", and what the server painted of it. */
  readonly selected: { readonly query: string; readonly initial: ViewStateOf<"selected-by"> | null };
  /** The commands that the viewer is offered on this page; none on a server that only reads. */
  readonly offered: readonly ObjectCommandName[];
  readonly deletion: ReactNode;
  /** Links to the incidents of the machine. */
  readonly incidents: ReactNode;
  /** What somebody said of it and what became of that: a drain that was lost, a plan that it goes. */
  readonly marks: ReactNode;
  readonly selectedBy: ReactNode;
  readonly findings: ReactNode;
  readonly commands: ReactNode;
  readonly events: ReactNode;
  readonly yaml: ReactNode;
}

/** One machine: its verdict as a sentence with the evidence, and what Istio does next. */
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
  deletion,
  incidents,
  marks,
  selectedBy,
  findings,
  commands,
  events,
  yaml,
}: EntryViewProps) {
  const { state, problem, isWithdrawn = false } = useView("entry", query, NO_ROWS, initial);
  const head = state?.head ?? null;
  const services = selectingServices(useSelectedBy(selected.query, selected.initial).head);
  const seen = useLastSeen(head, usePast(), isWithdrawn);
  if (isWithdrawn) return <Withdrawn title={`Entry ${name}`} problem={problem} />;
  if (head === null && problem === null) return <PageSkeleton title={`Entry ${name}`} label="Reading the entry" />;
  if (seen.here === null) {
    const { last, goneAt } = seen;
    return <EntryGone {...{ cluster, namespace, name, uid, problem, last, goneAt, incidents }} painted={lost} />;
  }
  const { row, detail } = seen.here;
  return (
    <>
      <EntryCrumbs row={row} detail={detail} services={services} offered={offered} deletion={deletion} />
      <EntryVerdict row={row} detail={detail} services={services} incidents={incidents} />
      <Elsewhere about={`machine ${name}`} fields={{ cluster, namespace, entry: name, group: row.group, address: row.address, network: row.network }} />
      <EntryNext row={row} detail={detail} />
      {marks}
      <DeniedSources needed={CONNECTION_VERIFYING_SOURCES} />
      <EntryTimeline cluster={cluster} namespace={namespace} name={name} uid={row.uid} />
      <Columns
        main={
          <>
            <EntryEvidence row={row} detail={detail} />
            {findings}
            {selectedBy}
            <EntryHealth detail={detail} />
            <EntryIncarnations cluster={cluster} namespace={namespace} name={name} uid={row.uid} shownUid={row.uid} />
            <EntryLabels row={row} detail={detail} />
          </>
        }
        side={
          <>
            <EntryMachine row={row} detail={detail} />
            <EntryBelonging row={row} detail={detail} />
          </>
        }
      />
      {commands}
      {events}
      {yaml}
    </>
  );
}
