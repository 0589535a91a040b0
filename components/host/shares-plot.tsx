"use client";

import { type ReactNode, useId } from "react";
import { HatchPattern } from "@/components/timeline/hatch";
import { PATH_BOX_WIDTH, widthPercent, xPercent } from "@/components/timeline/plot-coordinates";
import { STATE_CHART_LAYOUT } from "@/components/timeline/state-chart-plot";
import { knownUntilMs } from "@/components/timeline/state-chart-values";
import { TimeAxisLabels } from "@/components/timeline/time-axis";
import type { ServiceHistoryAnswer } from "@/lib/contract/answers/service-history";
import type { Zone } from "@/lib/format/clock";
import { sharesSummary } from "@/lib/format/host/share-words";
import { plural } from "@/lib/format/text/numbers";
import { sharesAtEnd } from "./shares-at";
import { type ShareLayer, sharesShape } from "./shares-shape";

interface SharesPlotProps {
  readonly answer: ServiceHistoryAnswer;
  readonly widthPx: number;
  readonly zone: Zone;
  /** False where it is not live: then nothing in it is green. */
  readonly green: boolean;
  /** The dotted lines of the lane. */
  readonly lines: ReactNode;
}

/** Who answered, from the ground up: pods, machines, then those in doubt. Everything in it is in the table twin too. */
export function SharesPlot({ answer, widthPx, zone, green, lines }: SharesPlotProps) {
  const hatch = useId();
  const heightPx = STATE_CHART_LAYOUT.ground - STATE_CHART_LAYOUT.top;
  const { top, layers, hidden } = sharesShape(answer, knownUntilMs(answer), heightPx);
  return (
    <svg
      width="100%"
      height={STATE_CHART_LAYOUT.height}
      role="img"
      aria-label={sharesSummary(sharesAtEnd(answer), top, hidden.length)}
      className="block overflow-visible forced-color-adjust-none"
    >
      <defs>
        <HatchPattern id={hatch} />
      </defs>
      <line x1="0" x2="100%" y1={STATE_CHART_LAYOUT.top - 0.5} y2={STATE_CHART_LAYOUT.top - 0.5} className="stroke-line" />
      <svg
        x="0"
        y={STATE_CHART_LAYOUT.top}
        width="100%"
        height={heightPx}
        viewBox={`0 0 ${PATH_BOX_WIDTH} ${heightPx}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {layers.map(({ kind, path }) => (
          <path key={kind} d={path} className={layerFill(kind, green)} shapeRendering="crispEdges" />
        ))}
      </svg>
      <line x1="0" x2="100%" y1={STATE_CHART_LAYOUT.ground + 0.5} y2={STATE_CHART_LAYOUT.ground + 0.5} className="stroke-line-2" />
      {hidden.map((span) => (
        <rect
          key={span.from}
          x={xPercent(span.from, answer)}
          y={STATE_CHART_LAYOUT.top}
          width={widthPercent(span, answer)}
          height={heightPx}
          fill={`url(#${hatch})`}
          data-gap=""
        />
      ))}
      {lines}
      <text x="0" y={STATE_CHART_LAYOUT.top + 12} className="fill-ink-3 stroke-paper stroke-[3px] font-mono text-xs [paint-order:stroke]">
        {plural(top, "endpoint")}
      </text>
      <TimeAxisLabels from={answer.from} to={answer.to} widthPx={widthPx} zone={zone} y={STATE_CHART_LAYOUT.axis} />
    </svg>
  );
}

/** The fill of a layer: machines in the tone of what serves or of doubt, pods darker, so that all are told apart without colour too. */
function layerFill(kind: ShareLayer, green: boolean): string {
  if (kind === "machines") return green ? "fill-good-cell" : "fill-idle-cell";
  if (kind === "doubted") return "fill-blind-cell";
  return kind === "pods" ? "fill-idle" : "fill-line-2";
}
