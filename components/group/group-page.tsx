"use client";

import type { ReactNode } from "react";
import { lossDecisions } from "@/components/table/accept-losses";
import { useObjectTense } from "@/components/table/cluster-then";
import { DeniedSources } from "@/components/table/denied-sources";
import { Elsewhere } from "@/components/table/elsewhere";
import { useZone } from "@/components/table/use-zone";
import { BandSection } from "@/components/timeline/band-section";
import { usePageBand } from "@/components/timeline/use-page-band";
import { SideColumns } from "@/components/ui/side-columns";
import { useOfNow } from "@/lib/client/clock";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { useSelectedBy } from "@/lib/client/use-selected-by";
import type { LossesAnswer } from "@/lib/contract/answers/history";
import type { ObjectCommandName } from "@/lib/contract/commands";
import type { GroupRow, SingleGroupHead } from "@/lib/contract/views/groups";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { groupWorstTrouble } from "@/lib/domain/diagnosis/group-trouble";
import { CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { formatDateTime } from "@/lib/format/clock";
import { groupTroubleLine } from "@/lib/format/group-trouble-line";
import { maintenanceFaultText, maintenanceText } from "@/lib/format/maintenance-words";
import { hourOf, MINUTE_MS, minuteOf } from "@/lib/format/text/duration";
import type { Tense } from "@/lib/format/text/tense";
import { GroupBreakdown } from "./group-breakdown";
import { GroupCrumbs } from "./group-crumbs";
import { GroupDiagnosis } from "./group-diagnosis";
import { GroupHeadline } from "./group-headline";
import { GroupProbe } from "./group-probe";
import { GroupRecovery, timesToRecover } from "./group-recovery";
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
  const words = groupWords(row, told, { tense, now, zone });
  const worst = useWorstTrouble(row, head.detail, losses.value, tense);
  return (
    <>
      <GroupCrumbs row={row} summary={summary} onboarding={onboarding} />
      <GroupHeadline row={row} words={words} tense={tense} worst={worst} incidents={worst === null || head.detail === null ? incidents : null} />
      {worst !== null && head.detail !== null && (
        <GroupDiagnosis
          row={row}
          detail={head.detail}
          trouble={worst.trouble}
          losses={losses.value}
          message={words.line.find(({ statement }) => statement?.kind === "group-message")}
          incidents={incidents}
        />
      )}
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
        second={commands}
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

/** The worst trouble of a group and its text. Null = the group is in no trouble. */
function useWorstTrouble(row: GroupRow, detail: SingleGroupHead["detail"], losses: LossesAnswer | null, tense: Tense) {
  const zone = useZone();
  const severalClusters = useSeveralClusters();
  const day = useOfNow(hourOf);
  const trouble = groupWorstTrouble(row, { shares: detail, losses, now: day });
  const now = useOfNow((at) => (trouble?.since == null ? day : at - trouble.since < 2 * MINUTE_MS ? at : minuteOf(at)));
  if (trouble === null) return null;
  return { trouble, text: groupTroubleLine(trouble, detail?.trouble.reasons ?? [], { tense, now, zone, severalClusters }) };
}
