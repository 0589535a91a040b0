"use client";

import type { ReactNode } from "react";
import { statementAttributes } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { Crumbs } from "@/components/table/crumbs";
import { PageActions } from "@/components/table/page-actions";
import type { PageAction } from "@/components/table/page-menu";
import { useSummaryMoment } from "@/components/table/use-summary-moment";
import { Headline } from "@/components/ui/headline";
import { BroadColumns, SideColumns } from "@/components/ui/side-columns";
import { useOfNow } from "@/lib/client/clock";
import { usePast } from "@/lib/client/past";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { formatMoment, hrefAtMoment } from "@/lib/contract/url/history-window";
import { apiPaths, pagePaths } from "@/lib/contract/url/paths";
import { formatQueryValues } from "@/lib/contract/url/query-values";
import type { IncidentDetail, IncidentRow } from "@/lib/contract/views/incidents";
import { changesTitle, istiodAnswerText, sharedTraitsText } from "@/lib/format/incident-cause";
import {
  incidentBeganText,
  incidentEndsText,
  incidentStateText,
  incidentSummaryText,
  incidentTimes,
  lostTimeText,
  momentText,
  summaryMomentText,
} from "@/lib/format/incident-page";
import { INCIDENT_STATE_TEXTS, incidentTitleParts, incidentTitleText } from "@/lib/format/incident-title";
import { SECOND_MS } from "@/lib/format/text/duration";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { IncidentCard } from "./incident-card";
import { IncidentChart } from "./incident-chart";
import { IncidentGroups, IncidentMachines, type MachinesWindow } from "./incident-machines";
import { IncidentNotes, useIncidentNotes } from "./incident-notes";
import { IncidentServices, IstiodSection, LaterEvidence } from "./incident-side";
import { IncidentMoment, IncidentMoments, useTextTime } from "./incident-time";

interface IncidentPageProps {
  readonly row: IncidentRow;
  readonly detail: IncidentDetail;
  readonly machines: MachinesWindow;
  /** The commands that this server offers on groups. */
  readonly offered: readonly ObjectCommandName[];
}

/** The visible part of one incident: cause, course, comparison with the other machines, machines, services. */
export function IncidentPage({ row, detail, machines, offered }: IncidentPageProps) {
  const { title } = row;
  const { subject, rest } = incidentTitleParts(title);
  const notes = useIncidentNotes(row.id);
  const hasMachines = title.machines > 0;
  return (
    <IncidentMoments began={title.notBefore ?? title.since}>
      <IncidentCrumbs row={row} detail={detail} />
      <Headline wide data={statementAttributes(title)} sub={<StateLine row={row} detail={detail} />}>
        <b>{subject}</b>: {rest}
      </Headline>
      <IncidentFacts row={row} detail={detail} />
      <BroadColumns state={<IncidentCard row={row} detail={detail} />} time={hasMachines && <IncidentChart row={row} />} />
      <SideColumns
        broad
        first={
          <>
            {hasMachines && <IncidentServices detail={detail} />}
            <IstiodSection row={row} detail={detail} />
          </>
        }
        second={null}
        main={
          <>
            {!hasMachines && <IncidentServices detail={detail} />}
            <IncidentGroups row={row} detail={detail} offered={offered} />
            <IncidentMachines machines={machines} page={row.id} groups={detail.groups.length} />
          </>
        }
        side={
          <>
            <LaterEvidence detail={detail} />
            <IncidentNotes id={row.id} state={row.state} groups={detail.groups} read={notes} offered={offered} />
          </>
        }
      />
    </IncidentMoments>
  );
}

interface RowProps {
  readonly row: IncidentRow;
  readonly detail: IncidentDetail;
}

/** In trouble, the summary for a chat is the first thing to do; after the end, the post-mortem is. The file is of the moment of the page. */
function IncidentCrumbs({ row, detail }: RowProps) {
  const past = usePast();
  const moment = useSummaryMoment(row.title.cluster);
  const summary: PageAction = { label: "Copy summary", copy: () => incidentSummary({ row, detail }, moment(), window.location.origin) };
  const postMortem: PageAction = {
    label: "Post-mortem",
    download: apiPaths.postMortem(row.id, formatQueryValues({ at: past === null ? null : formatMoment(past) })),
  };
  const [primary, other] = row.state === "over" ? [postMortem, summary] : [summary, postMortem];
  return (
    <Crumbs
      cluster={row.title.cluster}
      steps={[{ href: pagePaths.incidents(), name: "incidents" }]}
      name={row.id}
      actions={<PageActions primary={primary} actions={[other]} files={{ what: "incidents", also: { q: row.id } }} />}
    />
  );
}

/** Five lines for a chat. Times in UTC. The link shows the incident at this moment, in whole seconds, on which incidents open. */
function incidentSummary({ row, detail }: RowProps, { at, isConfirmed }: ReturnType<ReturnType<typeof useSummaryMoment>>, origin: string): string {
  const { title } = row;
  const time = { now: at, zone: "utc", form: "full" } as const;
  const times = incidentTimes(row, detail);
  return incidentSummaryText({
    key: row.id,
    title: incidentTitleText(title),
    times: [
      incidentStateText(times, time),
      `Began ${incidentBeganText(times, time)}, peak ${formatNumber(title.peak)}, ${lostTimeText(detail.lost, times, at)} lost.`,
    ],
    shared: sharedTraitsText(detail.traits, title.machines, title.traits),
    changes: changesTitle({ ...detail, since: title.since }),
    istiod: istiodAnswerText(detail.istiod, title).text,
    asOf: summaryMomentText(at, isConfirmed),
    link: `${origin}${hrefAtMoment(pagePaths.incident(row.id), Math.floor(at / SECOND_MS) * SECOND_MS)}`,
  });
}

/** The state with its duration, the maintenance window, and that there is more outside of the view. */
function StateLine({ row, detail }: RowProps) {
  const { plannedUntil, isPartial } = row;
  const timeAt = useTextTime();
  const text = useOfNow((now) => incidentStateText(incidentTimes(row, detail), timeAt(now)));
  const planned = useOfNow((now) => (plannedUntil === null ? "" : ` Planned until ${momentText(plannedUntil, timeAt(now))}.`));
  return (
    <>
      <span className={row.title.unknownSince === null ? undefined : toneText.blind}>{text}</span>
      {planned}
      {isPartial && " There is more outside your view."}
    </>
  );
}

function IncidentFacts({ row, detail }: RowProps) {
  const { title, state } = row;
  const { word, tone } = INCIDENT_STATE_TEXTS[state];
  const timeAt = useTextTime();
  const times = incidentTimes(row, detail);
  const isExact = title.notBefore === null && !row.foundAtStart;
  const began = useOfNow((now) => incidentBeganText(times, timeAt(now)));
  const lost = useOfNow((now) => lostTimeText(detail.lost, times, now));
  const ends = incidentEndsText(detail.ends);
  return (
    <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1.5">
      <Fact field="state" name="State">
        <span className={toneText[title.unknownSince === null ? tone : "blind"]}>{word}</span>
      </Fact>
      <Fact field="began" name="Began">
        <span className={isExact ? undefined : toneText.blind}>{began}</span>
      </Fact>
      {detail.first !== "" && (
        <Fact field="first" name="First">
          <span className="font-mono text-s wrap-anywhere">{detail.first}</span>
        </Fact>
      )}
      {title.machines > 0 && (
        <>
          <Fact field="peak" name="Peak">
            {plural(title.peak, "machine")} at <IncidentMoment at={detail.peakAt} />
          </Fact>
          <Fact field="lost" name="Lost time">
            {lost}
          </Fact>
        </>
      )}
      {ends !== "" && (
        <Fact field="ends" name="Ended">
          {ends}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ field, name, children }: { readonly field: string; readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-x-2">
      <dt className="text-ink-3">{name}</dt>
      <dd data-fact={field} className="min-w-0 font-medium tabular-nums">
        {children}
      </dd>
    </div>
  );
}
