"use client";

import { useId } from "react";
import { knownUntil } from "@/components/timeline/band-reading";
import { HatchPattern } from "@/components/timeline/hatch";
import { LABEL_DX_PX, markerRow } from "@/components/timeline/marker-row";
import { weightOf } from "@/components/timeline/marks-of";
import { percent, percentAt, percentOf } from "@/components/timeline/plot-place";
import { TimeAxis } from "@/components/timeline/time-axis";
import type { HostHistoryAnswer } from "@/lib/contract/host-history";
import type { Zone } from "@/lib/format/clock";
import { sharesSummary } from "@/lib/format/host/share-words";
import { joinParts, oneLine } from "@/lib/format/text/lists";
import { plural } from "@/lib/format/text/numbers";
import { sharesAtEnd } from "./shares-at";
import { BOX_WIDTH, type ShareLayer, sharesShape } from "./shares-shape";

/** The lines of the picture, in pixels from its top. */
export const SHARE_LINES = { marker: 11, scale: 26, top: 31, ground: 113, axis: 130, height: 138 } as const;

interface SharesPlotProps {
  readonly answer: HostHistoryAnswer;
  readonly widthPx: number;
  readonly zone: Zone;
  /** False where it is not live: then nothing in it is green. */
  readonly green: boolean;
}

/** Who answered, from the ground up: pods, machines, then those in doubt. Everything in it is in the table twin too. */
export function SharesPlot({ answer, widthPx, zone, green }: SharesPlotProps) {
  const hatch = useId();
  const heightPx = SHARE_LINES.ground - SHARE_LINES.top;
  const { top, layers, hidden } = sharesShape(answer, knownUntil(answer), heightPx);
  return (
    <svg
      width="100%"
      height={SHARE_LINES.height}
      role="img"
      aria-label={sharesSummary(sharesAtEnd(answer), top, hidden.length)}
      className="block overflow-visible forced-color-adjust-none"
    >
      <defs>
        <HatchPattern id={hatch} />
      </defs>
      <line x1="0" x2="100%" y1={SHARE_LINES.top - 0.5} y2={SHARE_LINES.top - 0.5} className="stroke-line" />
      <text x="0" y={SHARE_LINES.scale} className="fill-ink-3 font-mono text-xs">
        {plural(top, "endpoint")}
      </text>
      <svg x="0" y={SHARE_LINES.top} width="100%" height={heightPx} viewBox={`0 0 ${BOX_WIDTH} ${heightPx}`} preserveAspectRatio="none" aria-hidden="true">
        {layers.map(({ kind, path }) => (
          <path key={kind} d={path} className={layerFill(kind, green)} shapeRendering="crispEdges" />
        ))}
      </svg>
      <line x1="0" x2="100%" y1={SHARE_LINES.ground + 0.5} y2={SHARE_LINES.ground + 0.5} className="stroke-line-2" />
      {hidden.map((span) => (
        <rect
          key={span.from}
          x={percentAt(span.from, answer)}
          y={SHARE_LINES.top}
          width={percentOf(span, answer)}
          height={heightPx}
          fill={`url(#${hatch})`}
          data-gap=""
        />
      ))}
      <Marks answer={answer} widthPx={widthPx} />
      <TimeAxis from={answer.from} to={answer.to} widthPx={widthPx} zone={zone} y={SHARE_LINES.axis} />
    </svg>
  );
}

/** The fill of a layer: machines in the tone of what serves or of doubt, pods darker, so that all are told apart without colour too. */
function layerFill(kind: ShareLayer, green: boolean): string {
  if (kind === "machines") return green ? "fill-good-cell" : "fill-idle-cell";
  if (kind === "doubted") return "fill-blind-cell";
  return kind === "pods" ? "fill-idle" : "fill-line-2";
}

function Marks({ answer, widthPx }: Pick<SharesPlotProps, "answer" | "widthPx">) {
  const marks = answer.markers.map(({ at, label, detail, kind, count }) => ({ at, label, detail, weight: weightOf(kind, count) }));
  return markerRow(marks, answer.from, answer.to, widthPx).map(({ percent: share, label, flipped, members }) => (
    <g key={`${members[0]?.at} ${label}`}>
      <title>{oneLine(members.map((mark) => joinParts([mark.label, oneLine(mark.detail)], ": ")))}</title>
      <line x1={percent(share)} x2={percent(share)} y1={3} y2={SHARE_LINES.ground} strokeDasharray="2 3" className="stroke-ink-3" />
      <text
        x={percent(share)}
        dx={flipped ? -LABEL_DX_PX : LABEL_DX_PX}
        y={SHARE_LINES.marker}
        textAnchor={flipped ? "end" : "start"}
        className="fill-ink-2 font-mono text-xs"
      >
        {label}
      </text>
    </g>
  ));
}
