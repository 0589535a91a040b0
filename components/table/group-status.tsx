"use client";

import { StateBadge } from "@/components/state/state-badge";
import { StateIcon } from "@/components/state/state-icon";
import { useFreshness } from "@/lib/client/status";
import type { GroupRow } from "@/lib/contract/rows";
import { isTrouble } from "@/lib/domain/trouble";
import { formatNumber } from "@/lib/format/text/numbers";
import { expectedTitle } from "./serving-title";

/** The worst state of a group's machines; "All serve" where it is the best and somebody can vouch for each of them. */
export function GroupStatus({ row }: { readonly row: GroupRow }) {
  const { kind } = useFreshness(row.cluster);
  const live = kind === "live";
  const { total, serving, expected } = row.rollUp;
  if (row.unreadable !== null) return <StateBadge state="unreadable" cluster={row.cluster} />;
  if (row.state === null && !expected) return <span className="text-ink-3">No machines</span>;
  // Before the first list is whole, who is not in it may yet come.
  if (kind === "starting" && row.state === null) return <span className="text-blind">Not read yet</span>;
  const missing = kind === "starting" ? 0 : (expected ?? 0) - total;
  if (row.state === null || (missing > 0 && !isTrouble(row.state)))
    return <NotRegistered count={missing} all={total === 0} title={expectedTitle(row.rollUp)} />;
  const vouched = row.state !== "healthy" || row.unvouched === 0;
  return (
    <StateBadge state={row.state} vouched={vouched} why={row.unvouchedWhy} cluster={row.cluster}>
      {vouched && row.state === "healthy" && serving === total ? (live ? "All serve" : "All served") : undefined}
    </StateBadge>
  );
}

/** Machines that should be there and are not: nobody has seen them go, so this is no state of theirs. */
function NotRegistered({ count, all, title }: { readonly count: number; readonly all: boolean; readonly title: string }) {
  return (
    <span title={title} data-not-registered={count} className="inline-flex items-center gap-1.5 align-middle font-medium whitespace-nowrap text-bad">
      <StateIcon state="vanished" />
      {all ? "None registered" : `${formatNumber(count)} not registered`}
    </span>
  );
}
