"use client";

import { StateBadge } from "@/components/state/state-badge";
import { StateIcon } from "@/components/state/state-icon";
import { useNotVerified } from "@/lib/client/not-verified";
import { useFreshness } from "@/lib/client/status";
import type { GroupRow } from "@/lib/contract/views/groups";
import { type State, wordOfState } from "@/lib/domain/verdict/verdict";
import { formatNumber } from "@/lib/format/text/numbers";
import { expectedTitle } from "./serving-title";

/** The worst state of a group: Unhealthy, then missing machines, then the others. "All serve" if each machine is verified and Healthy. */
export function GroupStatus({ row }: { readonly row: GroupRow }) {
  const { kind } = useFreshness(row.cluster);
  const live = kind === "live";
  const isVerified = useNotVerified(row.cluster) === null;
  const { total, expected, arriving = false } = row.rollUp;
  if (row.unreadable !== null) return <StateBadge state="unreadable" cluster={row.cluster} />;
  if (row.state === null && !expected) return <span className="text-ink-3">No machines</span>;
  // Before the first list is whole, who is not in it may yet come.
  if (kind === "starting" && row.state === null) return <span className="text-blind">Not read yet</span>;
  const absent = kind === "starting" ? 0 : row.lost + row.missing;
  const word = row.state === null ? null : wordOfState(row.state);
  if (absent > 0 && word !== "unhealthy" && word !== "lost") return <Missing count={absent} title={expectedTitle(row.rollUp)} />;
  if (arriving && (row.state === null || WELL.has(row.state))) return <Arriving count={total} of={expected ?? 0} title={expectedTitle(row.rollUp)} />;
  if (row.state === null) return <span className="text-blind">Not visible</span>;
  const vouched = row.state !== "healthy" || (row.unvouched === 0 && isVerified);
  return (
    <StateBadge state={row.state} vouched={vouched} why={row.unvouchedWhy} cluster={row.cluster}>
      {word === "lost" ? `${formatNumber(row.lost)} lost` : allServe(row, vouched, live)}
    </StateBadge>
  );
}

function allServe({ state, rollUp: { serving, total } }: GroupRow, vouched: boolean, live: boolean): string | undefined {
  if (!vouched || state !== "healthy" || serving !== total) return undefined;
  return live ? "All serve" : "All served";
}

const WELL: ReadonlySet<State> = new Set(["awaiting", "unchecked", "healthy"]);

/** A declared group that was never complete is in no trouble. */
function Arriving({ count, of, title }: { readonly count: number; readonly of: number; readonly title: string }) {
  return (
    <span title={title} data-arrived={count} className="text-ink-2">
      {formatNumber(count)} of {formatNumber(of)} arrived
    </span>
  );
}

/** Expected machines without an entry and without a recorded loss. */
function Missing({ count, title }: { readonly count: number; readonly title: string }) {
  return (
    <span title={title} data-not-registered={count} className="inline-flex items-center gap-1.5 align-middle font-medium whitespace-nowrap text-bad">
      <StateIcon state="vanished" />
      {formatNumber(count)} missing
    </span>
  );
}
