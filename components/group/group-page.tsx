"use client";

import type { ReactNode } from "react";
import { NotVerified } from "@/components/state/not-verified";
import { StateBadge } from "@/components/state/state-badge";
import { StateExplanation } from "@/components/state/state-explanation";
import { Sentence, statementAttributes } from "@/components/state/statement";
import { lossDecisions } from "@/components/table/accept-losses";
import { NotKnownThen, useObjectTense } from "@/components/table/cluster-then";
import { DeniedSources } from "@/components/table/denied-sources";
import { Elsewhere } from "@/components/table/elsewhere";
import { LineParts } from "@/components/table/line-parts";
import { expectedTitle } from "@/components/table/serving-title";
import { useZone } from "@/components/table/use-zone";
import { BandSection } from "@/components/timeline/band-section";
import { usePageBand } from "@/components/timeline/use-page-band";
import { Headline, Of } from "@/components/ui/headline";
import { SideColumns } from "@/components/ui/side-columns";
import { useOfNow } from "@/lib/client/clock";
import { useSelectedBy } from "@/lib/client/use-selected-by";
import type { ObjectCommandName } from "@/lib/contract/commands";
import type { GroupRow, SingleGroupHead } from "@/lib/contract/views/groups";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { formatDateTime } from "@/lib/format/clock";
import { maintenanceFaultText, maintenanceText } from "@/lib/format/maintenance-words";
import { hourOf, minuteOf } from "@/lib/format/text/duration";
import { GroupBreakdown } from "./group-breakdown";
import { GroupCrumbs } from "./group-crumbs";
import { GroupNext } from "./group-next";
import { GroupProbe } from "./group-probe";
import { GroupRecovery, timesToRecover } from "./group-recovery";
import { GroupReplicas } from "./group-replicas";
import { GroupTemplate } from "./group-template";
import { GroupThumbBar } from "./group-thumb-bar";
import { groupWords } from "./group-words";
import { LostSection } from "./lost-section";
import { useGroupLosses } from "./use-group-losses";
import { useGroupSummary } from "./use-group-summary";

/** A group's name and what the page puts into it: its machines, those that only look like them, and what is common to all objects. */
export interface GroupParts {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly machines: ReactNode;
  /** Machines that it names as planned to go, and what it leaves behind without any. */
  readonly planned: ReactNode;
  /** Drains that its machines have lost. */
  readonly lostDrains: ReactNode;
  readonly labelOnly: ReactNode;
  /** Who selects its machines: the query of the view "selected-by", and what the server painted of it. */
  readonly selected: { readonly query: string; readonly initial: ViewStateOf<"selected-by"> | null };
  readonly selectedBy: ReactNode;
  readonly policies: ReactNode;
  readonly findings: ReactNode;
  /** Links to the incidents of its machines. */
  readonly incidents: ReactNode;
  /** The commands that the viewer is offered on this page; none on a server that only reads. */
  readonly offered: readonly ObjectCommandName[];
  readonly commands: ReactNode;
  /** Where its next machine begins, and the way to delete it; nothing on a server that only reads. */
  readonly onboarding: ReactNode;
  readonly events: ReactNode;
  readonly yaml: ReactNode;
}

interface GroupPageProps extends GroupParts {
  readonly row: GroupRow;
  readonly head: SingleGroupHead;
}

/** The page of a group that is there. What is remembered comes beside what is live and never holds it up. */
export function GroupPage({
  row,
  head,
  cluster,
  namespace,
  name,
  offered,
  machines,
  lostDrains,
  planned,
  labelOnly,
  selected,
  selectedBy,
  policies,
  findings,
  incidents,
  commands,
  onboarding,
  events,
  yaml,
}: GroupPageProps) {
  const place = { cluster: [cluster], ns: [namespace], group: name };
  const band = usePageBand(place);
  const losses = useGroupLosses(place, band.url.asked, row.lost);
  const zone = useZone();
  const now = useOfNow(hourOf);
  const tense = useObjectTense(cluster);
  const hosts = useSelectedBy(selected.query, selected.initial).head?.group?.hosts ?? [];
  const told = { expectedSizeText: head.detail?.expectedSizeText ?? null, losses: losses.value, hosts };
  const summary = useGroupSummary(row, told);
  const { serving, headline, statement, trouble, line } = groupWords(row, told, { tense, now, zone });
  return (
    <>
      <GroupCrumbs row={row} summary={summary} onboarding={onboarding} />
      <Headline sub={<SubLine row={row} line={<LineParts parts={line} />} incidents={incidents} />} data={statementAttributes(serving, tense)}>
        <b>{headline.strong}</b> {headline.of !== "" && <Of title={expectedTitle(row.rollUp)}>{headline.of} </Of>}
        {headline.rest} {trouble !== "" && <Sentence of={statement}>{trouble}</Sentence>}
        <NotVerified cluster={cluster} />
        <NotKnownThen cluster={cluster} />
      </Headline>
      <GroupRecovery row={row} band={band} />
      <Elsewhere about={`group ${name}`} fields={{ cluster, namespace, group: name }} />
      <div className="mt-3">
        <DeniedSources needed={["workloadgroups", "workloadentries", ...CONNECTION_VERIFYING_SOURCES]} />
      </div>
      {head.detail !== null && <Maintenance announced={head.detail.maintenance} />}
      {lostDrains}
      <BandSection band={band} now={row.rollUp} className="mt-6" hasLegend moreOf={timesToRecover} />
      <SideColumns
        first={<LostSection losses={losses} decisions={lossDecisions(row, head.detail, offered)} />}
        second={
          <>
            <GroupNext row={row} detail={head.detail} />
            <GroupReplicas cluster={cluster} namespace={namespace} name={name} detail={head.detail} losses={losses.value} />
            {commands}
          </>
        }
        main={
          <>
            {findings}
            {selectedBy}
            {planned}
            {machines}
            {labelOnly}
            {policies}
          </>
        }
        side={
          head.detail !== null && (
            <>
              <GroupBreakdown cluster={cluster} namespace={namespace} name={name} detail={head.detail} />
              <GroupTemplate row={row} detail={head.detail} offered={offered} />
              <GroupProbe detail={head.detail} />
            </>
          )
        }
      />
      {events}
      {yaml}
      <GroupThumbBar row={row} summary={summary} />
    </>
  );
}

/** The maintenance windows of a group that are not over, and the faults of their annotations. */
export function Maintenance({ announced }: { readonly announced: NonNullable<SingleGroupHead["detail"]>["maintenance"] }) {
  const now = useOfNow(minuteOf);
  const zone = useZone();
  return announced.map((one) => {
    if (one.kind === "fault")
      return (
        <p key={one.on} data-problem="maintenance-fault" className="mt-3 max-w-[68em] wrap-anywhere text-warn">
          {maintenanceFaultText(one)}
        </p>
      );
    const { from, until, reason } = one.window;
    if (until <= now) return null;
    const times = { from: formatDateTime(from, zone), until: formatDateTime(until, zone) };
    return (
      <p key={one.on} data-maintenance={one.on} data-from={from} data-until={until} className="mt-3 max-w-[68em] wrap-anywhere text-ink-2">
        {maintenanceText({ on: one.on, ...times, reason, isUpcoming: from > now })}
      </p>
    );
  });
}

/** The state with its explanation where there is trouble, the rest of the numbers, and the incidents. */
function SubLine({ row, line, incidents }: Pick<GroupPageProps, "row" | "incidents"> & { readonly line: ReactNode }) {
  const vouched = row.state !== "healthy" || row.unvouched === 0;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {row.state !== null && (row.state !== "healthy" || !vouched) && (
        <>
          <StateBadge state={row.state} vouched={vouched} why={row.unvouchedWhy} cluster={row.cluster} />
          <StateExplanation state={row.state} vouched={vouched} why={row.unvouchedWhy} cluster={row.cluster} />
        </>
      )}
      <span>{line}</span>
      {incidents}
    </span>
  );
}
