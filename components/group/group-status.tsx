"use client";

import { StateBadge } from "@/components/state/state-badge";
import { useFreshness } from "@/lib/client/status";
import type { GroupRow } from "@/lib/contract/rows";

/** The worst state of a group's machines; "All serve" where it is the best and somebody can vouch for each of them. */
export function GroupStatus({ row }: { readonly row: GroupRow }) {
  const live = useFreshness(row.cluster).kind === "live";
  const { total, serving, expected } = row.rollUp;
  if (row.unreadable !== null) return <StateBadge state="unreadable" cluster={row.cluster} />;
  if (row.state === null) return <span className="text-ink-3">{expected === null || expected === 0 ? "No machines" : "None registered"}</span>;
  const vouched = row.state !== "healthy" || row.unvouched === 0;
  const missing = (expected ?? 0) - total;
  if (missing > 0 && (row.state === "healthy" || row.state === "unchecked")) return <span className="font-medium text-bad">{missing} not registered</span>;
  return (
    <StateBadge state={row.state} vouched={vouched} cluster={row.cluster}>
      {vouched && row.state === "healthy" && serving === total ? (live ? "All serve" : "All served") : undefined}
    </StateBadge>
  );
}
