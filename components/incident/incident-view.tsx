"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useWindowedView } from "@/components/table/use-windowed-view";
import { Withdrawn } from "@/components/table/withdrawn";
import { buttonClass } from "@/components/ui/button";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { PageSkeleton } from "@/components/ui/page-skeleton";
import { Link } from "@/lib/client/page-link";
import { useKeptRouter, usePast } from "@/lib/client/past";
import { useWithdrawnWords } from "@/lib/client/withdrawn";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { pagePaths } from "@/lib/contract/url/paths";
import { incidentQuery } from "@/lib/contract/views/incidents";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { IncidentPage } from "./incident-page";
import { useIncidentsUnknown } from "./use-incidents-unknown";

interface IncidentViewProps {
  /** The key of the incident. */
  readonly id: string;
  readonly initial: ViewStateOf<"incident"> | null;
  /** An ended incident of the history, which does not change; null = the page is live. A page of the past does not show it. */
  readonly stored: ViewStateOf<"incident"> | null;
  /** The reason why it cannot be read. */
  readonly problem: string | null;
  /** The commands that this server offers on groups. */
  readonly offered: readonly ObjectCommandName[];
}

/** The page of one incident: live, or as the history has it. */
export function IncidentView({ id, initial, stored, problem, offered }: IncidentViewProps) {
  const withdrawn = useWithdrawnWords();
  const isPast = usePast() !== null;
  if (stored === null || isPast) {
    return problem === null || isPast ? <LiveIncident id={id} initial={initial} offered={offered} /> : <IncidentAbsent id={id} problem={problem} />;
  }
  if (withdrawn !== null) return <Withdrawn title={`Incident ${id}`} problem={withdrawn} />;
  const { row, detail, machines } = stored.head;
  if (row === null || detail === null) return <IncidentAbsent id={id} problem={null} />;
  return <IncidentPage row={row} detail={detail} machines={{ rows: stored.rows, offset: 0, total: machines, onWindow: undefined }} offered={offered} />;
}

function LiveIncident({ id, initial, offered }: Pick<IncidentViewProps, "id" | "initial" | "offered">) {
  const { head, rows, offset, problem, isWithdrawn, onWindow } = useWindowedView("incident", incidentQuery(id), initial);
  const { replace } = useKeptRouter();
  const { refresh } = useRouter();
  const unknown = useIncidentsUnknown(head?.since ?? null);
  const isPast = usePast() !== null;
  const movedTo = head?.movedTo ?? null;
  useEffect(() => {
    if (movedTo !== null) replace(pagePaths.incident(movedTo));
  }, [movedTo, replace]);
  // The server could not look for an ended incident before it had read the history.
  const isAbsent = head !== null && head.row === null && unknown === null && !isPast;
  const wasUnknown = initial?.head.since === null;
  useEffect(() => {
    if (isAbsent && wasUnknown) refresh();
  }, [isAbsent, wasUnknown, refresh]);
  if (isWithdrawn) return <Withdrawn title={`Incident ${id}`} problem={problem} />;
  const isBeingRead = head?.row === null && unknown === "being-read" && !isPast;
  if ((head === null && problem === null) || movedTo !== null || isBeingRead) return <PageSkeleton title={`Incident ${id}`} label="Reading the incident" />;
  if (head === null || head.row === null || head.detail === null) return <IncidentAbsent id={id} problem={problem} />;
  return <IncidentPage row={head.row} detail={head.detail} machines={{ rows, offset, total: head.machines, onWindow }} offered={offered} />;
}

/** The page of an incident that cannot be shown: there is none of this key (yet), no part of it is visible, or the history cannot be read. */
export function IncidentAbsent({ id, problem }: Pick<IncidentViewProps, "id" | "problem">) {
  const isPast = usePast() !== null;
  if (isPast && problem === null) return <NotOpenYet id={id} />;
  return (
    <>
      <Headline>No such incident can be seen.</Headline>
      <Notice
        kind={problem === null ? "not-found" : "error"}
        subject="incident"
        title={problem ?? "It does not exist, or no part of it is visible to you"}
        actions={
          <Link href={pagePaths.incidents()} className={buttonClass()}>
            All incidents
          </Link>
        }
      />
    </>
  );
}

function NotOpenYet({ id }: Pick<IncidentViewProps, "id">) {
  return (
    <>
      <Headline>Incident {id}</Headline>
      <Notice
        kind="not-found"
        subject="incident"
        title="It was not open at this time, or no part of it is visible to you"
        actions={
          <a href={pagePaths.incident(id)} className={buttonClass()}>
            Its page of now
          </a>
        }
      />
    </>
  );
}
