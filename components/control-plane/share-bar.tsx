"use client";

import { CellSquare } from "@/components/state/cell-square";
import { useHealthyCellKind } from "@/components/state/state-square";
import { type CellKind, cellKind } from "@/components/state/tone";
import { ribbonRuns } from "@/components/strip/cell-runs";
import { useFreshness } from "@/lib/client/status";
import type { ReplicaRow } from "@/lib/contract/views/control-plane";
import { shownVerdict } from "@/lib/domain/verdict/freshness";
import { countWord } from "@/lib/format/state-words";
import { formatNumber } from "@/lib/format/text/numbers";

const FILLS: Readonly<Record<CellKind, string>> = {
  "cell-good": "fill-good-cell",
  "cell-idle": "fill-idle-cell",
  "cell-warn": "fill-warn-cell",
  "cell-bad": "fill-bad-cell",
  "cell-blind": "fill-blind-cell",
  "cell-gone": "fill-bad-wash stroke-bad-cell",
  "cell-missing": "fill-sunken stroke-line-2",
  "cell-draining": "fill-idle-cell",
  "cell-starting": "fill-sunken stroke-idle-cell",
  "cell-hollow": "fill-sunken stroke-line-2",
};

/** The machines that name a replica as a bar in the tones of the strip, and where an even share would end. */
export function ShareBar({ row, longest }: { readonly row: ReplicaRow; readonly longest: number }) {
  const freshness = useFreshness(row.cluster);
  const runs = ribbonRuns(row);
  const words = [
    runs.map(({ state, vouched, count }) => `${formatNumber(count)} ${countWord(state, vouched)}`).join(", "),
    row.even === null ? "" : `an even share is ${formatNumber(Math.round(row.even))}`,
  ].filter((part) => part !== "");
  const percent = (count: number) => `${Math.round((count / longest) * 10_000) / 100}%`;
  const label = `${words.join("; ") || "no machine"}${freshness.kind === "live" ? "" : " (when last seen)"}`;
  return (
    <svg role="img" aria-label={label} width="100%" height="12" className="block min-w-24 overflow-visible forced-color-adjust-none">
      <title>{label}</title>
      <rect x="0" y="2" width="100%" height="8" className="fill-hover" />
      {runs.map((run) => (
        <rect
          key={`${run.state} ${run.vouched}`}
          x={percent(run.from)}
          y="2"
          width={percent(run.count)}
          height="8"
          className={FILLS[cellKind(shownVerdict(run, freshness))]}
          shapeRendering="crispEdges"
        />
      ))}
      {row.even !== null && (
        <line x1={percent(row.even)} x2={percent(row.even)} y1="0" y2="12" className="stroke-ink" strokeWidth="1" shapeRendering="crispEdges" />
      )}
    </svg>
  );
}

/** What the bars mean. */
export function ShareLegend() {
  const live = useFreshness().kind === "live";
  const healthy = useHealthyCellKind();
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      <Line words="Healthy" kind={healthy} />
      <Line words="Not checked" kind={live ? "cell-idle" : "cell-hollow"} />
      <Line words="Unverified" kind="cell-blind" />
      <Line words="Unhealthy" kind="cell-bad" />
      <li className="inline-flex items-center gap-1.5">
        <i className="inline-block h-3 border-l border-ink" aria-hidden="true" />
        even share
      </li>
    </ul>
  );
}

function Line({ words, kind }: { readonly words: string; readonly kind: CellKind }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <CellSquare kind={kind} />
      {words}
    </li>
  );
}
