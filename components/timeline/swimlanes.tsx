"use client";

import { useRef } from "react";
import { useAvailableWidth } from "@/components/strip/use-available-width";
import { useZone } from "@/components/table/use-zone";
import type { TimelineAnswer } from "@/lib/contract/history";
import { LANE_NAMES } from "@/lib/format/lane-words";
import { formatMoment } from "@/lib/format/time-ticks";
import type { Span } from "./band-reading";
import { LANE_LINES, LANE_ROWS, laneTop } from "./swimlane-lines";
import { SwimlanePlot } from "./swimlane-plot";
import { stopsOf } from "./swimlane-reading";
import { SwimlaneReadout, swimlaneText } from "./swimlane-readout";
import { useBandCursor } from "./use-band-cursor";

/** What a desk has beside the rail and the names of the lanes. */
export const LANES_GUESS_PX = 1066;

interface SwimlanesProps {
  readonly answer: TimelineAnswer;
  readonly title: string;
  /** A while was dragged over, or marked with the keys. */
  readonly onSelect: (span: Span) => void;
}

/** The lanes of a machine: read at any moment by pointer or keys, and a while can be cut out of them. */
export function Swimlanes({ answer, title, onSelect }: SwimlanesProps) {
  const box = useRef<HTMLDivElement>(null);
  const widthPx = useAvailableWidth(box, LANES_GUESS_PX);
  const zone = useZone();
  const cursor = useBandCursor(answer, stopsOf(answer), onSelect);
  const at = cursor.at ?? answer.to;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] select-none desk:grid-cols-[118px_minmax(0,1fr)]">
      <div className="relative max-desk:hidden" aria-hidden="true">
        <svg width="100%" height={LANE_LINES.height} className="block" aria-hidden="true">
          {LANE_ROWS.map((row) => (
            <text key={row} x="0" y={laneTop(row) + 13} className="fill-ink-2 font-mono text-xs">
              {LANE_NAMES[row]}
            </text>
          ))}
        </svg>
      </div>
      <div ref={box} className="relative min-w-0">
        <SwimlanePlot answer={answer} label={`${title}: ${swimlaneText(answer, answer.to, zone)}`} widthPx={widthPx} zone={zone} />
        <Crosshair answer={answer} at={cursor.at} selection={cursor.selection} />
        <div
          role="slider"
          tabIndex={0}
          aria-label="A moment in the timeline; arrows move, shift marks, Enter shows what is marked"
          aria-valuemin={answer.from}
          aria-valuemax={answer.to}
          aria-valuenow={at}
          aria-valuetext={`${formatMoment(at, answer.to, zone)}: ${swimlaneText(answer, at, zone)}`}
          className="absolute inset-x-0 top-0 h-[176px] cursor-crosshair touch-pan-y"
          {...cursor.handlers}
        />
        {cursor.at !== null && <SwimlaneReadout answer={answer} at={cursor.at} selection={cursor.selection} zone={zone} />}
      </div>
    </div>
  );
}

interface CrosshairProps {
  readonly answer: Span;
  readonly at: number | null;
  readonly selection: Span | null;
}

function Crosshair({ answer, at, selection }: CrosshairProps) {
  if (at === null) return null;
  const share = (moment: number) => ((moment - answer.from) / (answer.to - answer.from)) * 100;
  return (
    <svg width="100%" height={LANE_LINES.height} className="pointer-events-none absolute inset-0" aria-hidden="true">
      {selection !== null && (
        <rect
          x={`${share(selection.from)}%`}
          width={`${share(selection.to) - share(selection.from)}%`}
          y="4"
          height={LANE_LINES.bottom}
          className="fill-accent/15 stroke-accent"
        />
      )}
      <line x1={`${share(at)}%`} x2={`${share(at)}%`} y1="4" y2={LANE_LINES.bottom + 4} className="stroke-ink" shapeRendering="crispEdges" />
    </svg>
  );
}
