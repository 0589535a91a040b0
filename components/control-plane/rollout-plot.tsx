"use client";

import { useId } from "react";
import { useZone } from "@/components/table/use-zone";
import { HatchPattern } from "@/components/timeline/hatch";
import type { EventMarker } from "@/components/timeline/marker-labels";
import { MarkerLines } from "@/components/timeline/marker-lines";
import { PATH_BOX_WIDTH, widthPercent, xPercent } from "@/components/timeline/plot-coordinates";
import { TimeAxisLabels } from "@/components/timeline/time-axis";
import type { HistoryGap } from "@/lib/contract/answers/history";
import type { WireReconnectionOutcome } from "@/lib/contract/answers/rollouts";
import { curveSummary, missingOf, missingPhrase, toComeBack } from "@/lib/format/control-plane/rollout-words";
import { oneLine } from "@/lib/format/text/lists";
import { curvePath, curveSpan } from "./curve-shape";

/** The lines of the picture, in pixels from its top. */
const LINES = { scale: 27, top: 32, ground: 122, axis: 139, height: 147 } as const;

interface RolloutPlotProps {
  readonly board: WireReconnectionOutcome;
  readonly gaps: readonly HistoryGap[];
  readonly widthPx: number;
  /** False where it is not live: then nothing in it is green. */
  readonly green: boolean;
}

/** How many of the machines are back, over time. Everything in it is in the table twin too. */
export function RolloutPlot({ board, gaps, widthPx, green }: RolloutPlotProps) {
  const hatch = useId();
  const zone = useZone();
  const span = curveSpan(board);
  const heightPx = LINES.ground - LINES.top;
  const missing = missingPhrase(board);
  return (
    <svg
      width="100%"
      height={LINES.height}
      role="img"
      aria-label={`${curveSummary(board, zone)}${missing === "" ? "" : ` Not back: ${missing}.`}`}
      className="block overflow-visible forced-color-adjust-none"
    >
      <defs>
        <HatchPattern id={hatch} />
      </defs>
      <line x1="0" x2="100%" y1={LINES.top - 0.5} y2={LINES.top - 0.5} className="stroke-line" />
      <text x="0" y={LINES.scale} className="fill-ink-3 font-mono text-xs">
        {toComeBack(board)}
      </text>
      <svg x="0" y={LINES.top} width="100%" height={heightPx} viewBox={`0 0 ${PATH_BOX_WIDTH} ${heightPx}`} preserveAspectRatio="none" aria-hidden="true">
        <path
          d={curvePath(board, span, heightPx)}
          fill="none"
          className={green ? "stroke-good" : "stroke-ink-3"}
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <line x1="0" x2="100%" y1={LINES.ground + 0.5} y2={LINES.ground + 0.5} className="stroke-line-2" />
      {gaps.map((gap) => (
        <rect
          key={`${gap.from} ${gap.reason}`}
          x={xPercent(gap.from, span)}
          y={LINES.top}
          width={widthPercent(gap, span)}
          height={heightPx}
          fill={`url(#${hatch})`}
          data-gap=""
        >
          <title>{gap.reason}</title>
        </rect>
      ))}
      {missingOf(board) > 0 && (
        <text x="100%" y={LINES.top + 14} textAnchor="end" className={`font-mono text-xs ${green ? "fill-bad" : "fill-ink-2"}`}>
          {missing}
        </text>
      )}
      <MarkerLines marks={endsOf(board)} span={span} widthPx={widthPx} ground={LINES.ground} titleOf={endNames} />
      <TimeAxisLabels from={span.from} to={span.to} widthPx={widthPx} zone={zone} y={LINES.axis} />
    </svg>
  );
}

/** The ends of replicas. */
function endsOf(board: WireReconnectionOutcome): readonly EventMarker[] {
  return board.replicas.map(({ endedAt: at, name, held: weight }) => {
    const last = name.slice(name.lastIndexOf("-") + 1);
    return { at, label: `…${last} ended`, detail: `${name} ended`, weight };
  });
}

function endNames(members: readonly EventMarker[]): string {
  return oneLine(members.map(({ detail }) => detail).join(", "));
}
