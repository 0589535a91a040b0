"use client";

import type { ReactNode } from "react";
import { useObjectTense } from "@/components/table/cluster-then";
import { DeniedSources } from "@/components/table/denied-sources";
import { useZone } from "@/components/table/use-zone";
import { StateChartSection } from "@/components/timeline/state-chart-section";
import { usePageStateChart } from "@/components/timeline/use-page-state-chart";
import { Columns } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { useSelectedBy } from "@/lib/client/use-selected-by";
import type { LossesAnswer } from "@/lib/contract/answers/history";
import type { ObjectCommandName } from "@/lib/contract/commands";
import type { GroupRow, SingleGroupHead } from "@/lib/contract/views/groups";
import { groupWorstTrouble } from "@/lib/domain/diagnosis/group-trouble";
import { CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { formatDateTime } from "@/lib/format/clock";
import { groupTroubleLine, troubleReasonsStatement } from "@/lib/format/group-trouble-line";
import { maintenanceFaultText, maintenanceText } from "@/lib/format/maintenance-words";
import { hourOf, MINUTE_MS, minuteOf } from "@/lib/format/text/duration";
import type { Tense } from "@/lib/format/text/tense";
import { GroupPageHeader } from "./group-actions";
import { type GroupDetailParts, GroupDetails } from "./group-details";
import { GroupDiagnosis } from "./group-diagnosis";
import { GroupFacts } from "./group-facts";
import { GroupHeadline } from "./group-headline";
import { GroupRecoveryText, timesToRecoverText } from "./group-recovery";
import { groupPageTexts } from "./group-words";
import { useGroupLosses } from "./use-group-losses";
import { useGroupSummary } from "./use-group-summary";

/** The name of a group, and the parts of its page that other folders render. */
export interface GroupPageParts extends GroupDetailParts {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly machines: ReactNode;
  /** Objects that remain after all machines of the group are gone. */
  readonly leftovers: ReactNode;
  /** Drains that its machines have lost. */
  readonly lostDrains: ReactNode;
  readonly services: ReactNode;
  /** Links to the incidents of its machines. */
  readonly incidents: ReactNode;
  /** The commands that this viewer is offered; none on a read-only server. */
  readonly offered: readonly ObjectCommandName[];
  /** The dialogs that the page's menu opens. */
  readonly dialogs: ReactNode;
}

interface GroupPageProps extends GroupPageParts {
  readonly row: GroupRow;
  readonly head: SingleGroupHead;
}

/** The page of an existing group. Parts that need the history load later. */
export function GroupPage({ row, head, cluster, namespace, name, offered, incidents, ...parts }: GroupPageProps) {
  const { detail } = head;
  const place = { cluster: [cluster], ns: [namespace], group: name };
  const band = usePageStateChart(place);
  const losses = useGroupLosses(place, band.url.asked, row.lost);
  const zone = useZone();
  const now = useOfNow(hourOf);
  const tense = useObjectTense(cluster);
  const { group: selection = null, sight = null } = useSelectedBy(parts.selected.query, parts.selected.initial).head ?? {};
  const isUnselected = selection?.hosts.length === 0 && sight?.services === true && sight.serviceEntries;
  const told = { expectedSizeText: detail?.expectedSizeText ?? null, losses: losses.value, hosts: selection?.hosts ?? [], isUnselected };
  const summary = useGroupSummary(row, told);
  const words = groupPageTexts(row, told, { tense, now, zone });
  const worst = useWorstTrouble(row, detail, losses.value, tense);
  return (
    <>
      <GroupPageHeader row={row} detail={detail} offered={offered} summary={summary} />
      {parts.dialogs}
      <GroupHeadline row={row} words={words} tense={tense} worst={worst} incidents={worst === null || detail === null ? incidents : null} />
      {worst !== null && detail !== null && (
        <GroupDiagnosis row={row} detail={detail} trouble={worst.trouble} losses={losses.value} parts={words.line} incidents={incidents} />
      )}
      <div className="mt-3">
        <DeniedSources needed={["workloadgroups", "workloadentries", ...CONNECTION_VERIFYING_SOURCES]} />
      </div>
      {detail !== null && <MaintenanceNotices announced={detail.maintenance} />}
      {parts.lostDrains}
      <StateChartSection band={band} now={row.rollUp} className="mt-6" moreOf={timesToRecoverText} />
      <GroupRecoveryText row={row} band={band} />
      {parts.machines}
      {parts.leftovers}
      <Columns main={parts.services} side={detail !== null && <GroupFacts row={row} detail={detail} offered={offered} />} />
      {detail !== null && <GroupDetails row={row} detail={detail} losses={losses} offered={offered} {...parts} />}
    </>
  );
}

/** The current and future maintenance windows of a group, and errors in their annotations. */
export function MaintenanceNotices({ announced }: { readonly announced: NonNullable<SingleGroupHead["detail"]>["maintenance"] }) {
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

/** Returns the worst trouble of a group with its text; null = the group is in no trouble. */
function useWorstTrouble(row: GroupRow, detail: SingleGroupHead["detail"], losses: LossesAnswer | null, tense: Tense) {
  const zone = useZone();
  const severalClusters = useSeveralClusters();
  const day = useOfNow(hourOf);
  const trouble = groupWorstTrouble(row, { machines: detail, losses, now: day });
  const now = useOfNow((at) => (trouble?.since == null ? day : at - trouble.since < 2 * MINUTE_MS ? at : minuteOf(at)));
  if (trouble === null) return null;
  const reasons = detail?.trouble.find(({ condition }) => condition === trouble.condition)?.reasons ?? [];
  return { trouble, text: groupTroubleLine(trouble, reasons, { tense, now, zone, severalClusters }), reasons: troubleReasonsStatement(trouble, reasons) };
}
