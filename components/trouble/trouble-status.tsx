"use client";

import { StateIcon } from "@/components/state/state-icon";
import { statementAttributes } from "@/components/state/statement";
import { GroupStatus } from "@/components/table/group-status";
import { GroupWhy } from "@/components/table/group-why";
import { Age } from "@/components/table/times";
import type { GroupWithoutIncident } from "@/lib/contract/views/fleet";
import type { GroupRow } from "@/lib/contract/views/groups";
import { troubleTotal } from "@/lib/domain/statements/counts";
import { groupTrouble } from "@/lib/domain/statements/group";
import { wordOfState } from "@/lib/domain/verdict/verdict";
import { probeReason } from "@/lib/format/probe-error";
import { formatNumber } from "@/lib/format/text/numbers";
import { type LossesByGroup, withoutAbsentMachines } from "./use-fleet-losses";

/** State badge of a group, or "6 lost" if its losses are recorded and no machine is Unhealthy. */
export function GroupTroubleBadge({ row, lost }: { readonly row: GroupRow; readonly lost: number }) {
  if (lost === 0 || row.unreadable !== null || (row.state !== null && wordOfState(row.state) === "unhealthy")) return <GroupStatus row={row} />;
  return (
    <span data-state-word="vanished" data-count={lost} className="inline-flex items-center gap-1.5 align-middle font-medium whitespace-nowrap text-bad">
      <StateIcon state="vanished" />
      {formatNumber(lost)} lost
    </span>
  );
}

/** Returns the machines in trouble and the total of a group: "4 of 12"; null = none is in trouble. */
export function machinesInTroubleText(row: GroupRow): string | null {
  const number = troubleTotal(groupTrouble(row)) + row.lost + row.missing;
  return number === 0 ? null : `${formatNumber(number)} of ${formatNumber(row.rollUp.fullTotal)}`;
}

interface GroupFactProps {
  readonly row: GroupWithoutIncident;
  readonly losses: LossesByGroup;
}

/** The reason why a group in no open incident is in trouble. For long-running trouble with one probe error it is that error. */
export function GroupTroubleReasonText({ row, losses }: GroupFactProps) {
  const { quietIncident: quiet } = row;
  return quiet?.state === "long-running" && quiet.message !== "" ? probeReason(quiet.message) : <TroubleWhy row={row} losses={losses} />;
}

/** For how long a group is in trouble. Long-running trouble has the age of its incident, because a restart of Stolos resets the group's own age. */
export function GroupTroubleAge({ row, losses }: GroupFactProps) {
  const { quietIncident: quiet } = row;
  // Found at the first start: both began before.
  const isFound = quiet !== null && row.sinceAtLeast && row.since !== null && row.since <= quiet.since;
  if (quiet?.state === "long-running") return <Age at={quiet.since} atLeast={quiet.notBefore !== null || isFound} />;
  return <Age at={row.since ?? losses.sinceOf(row)} atLeast={row.sinceAtLeast} />;
}

/** Sentence with the group's recorded losses and its other machines in trouble. */
function TroubleWhy({ row, losses }: { readonly row: GroupRow; readonly losses: LossesByGroup }) {
  const lost = losses.lostOf(row);
  if (lost === null) return <GroupWhy row={row} />;
  const words = losses.wordsOf(row);
  return (
    <span title={words} className="text-ink-2" {...statementAttributes({ ...groupTrouble(withoutAbsentMachines(row)), ...lost })}>
      {words}
    </span>
  );
}
