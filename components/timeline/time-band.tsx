"use client";

import { useRef } from "react";
import { useAvailableWidth } from "@/components/strip/use-available-width";
import { useZone } from "@/components/table/use-zone";
import type { BandAnswer } from "@/lib/contract/history";
import { bandSummary, windowTitle } from "@/lib/format/band-words";
import { formatMoment } from "@/lib/format/time-ticks";
import { BAND_LINES, BandPlot } from "./band-plot";
import { gapsToDraw, momentsOf, type Span, windowNameOf } from "./band-reading";
import { BandReadout, readoutText } from "./band-readout";
import { bandShape } from "./band-shape";
import { marksOf } from "./marks-of";
import { useBandCursor } from "./use-band-cursor";

/** What a desk has beside the rail: nearest to the truth before the page has measured itself. */
export const WIDTH_GUESS_PX = 1196;

interface TimeBandProps {
  readonly answer: BandAnswer;
  readonly past: boolean;
  /** A while was dragged over, or marked with the keys. */
  readonly onSelect: (span: Span) => void;
}

/** A band that can be read at any moment, by pointer or keys, and out of which a while can be cut. */
export function TimeBand({ answer, past, onSelect }: TimeBandProps) {
  const box = useRef<HTMLDivElement>(null);
  const widthPx = useAvailableWidth(box, WIDTH_GUESS_PX);
  const zone = useZone();
  const cursor = useBandCursor(answer, momentsOf(answer), onSelect);
  const title = windowTitle(windowNameOf(answer), answer.from, answer.to, answer.to, zone);
  const { top, of } = bandShape(answer.points, answer.gaps, answer.to, { ...answer, heightPx: 1, widthPx });
  const label = bandSummary(title, top, of, gapsToDraw(answer).length, marksOf(answer).length);
  const at = cursor.at ?? answer.to;
  return (
    <div ref={box} className="relative select-none">
      <BandPlot answer={answer} label={label} widthPx={widthPx} zone={zone} past={past} />
      <Crosshair answer={answer} at={cursor.at} selection={cursor.selection} />
      <div
        role="slider"
        tabIndex={0}
        aria-label="A moment in the band; arrows move, shift marks, Enter shows what is marked"
        aria-valuemin={answer.from}
        aria-valuemax={answer.to}
        aria-valuenow={at}
        aria-valuetext={`${formatMoment(at, answer.to, zone)}: ${readoutText(answer, at)}`}
        className="absolute inset-x-0 top-[14px] h-[104px] cursor-crosshair touch-pan-y"
        {...cursor.handlers}
      />
      {cursor.at !== null && <BandReadout answer={answer} at={cursor.at} selection={cursor.selection} zone={zone} />}
    </div>
  );
}

interface CrosshairProps {
  readonly answer: Span;
  readonly at: number | null;
  readonly selection: Span | null;
}

/** The line under the pointer and the while that is being marked. Drawn after the first paint only, so percentages may be styles. */
function Crosshair({ answer, at, selection }: CrosshairProps) {
  if (at === null) return null;
  const share = (moment: number) => ((moment - answer.from) / (answer.to - answer.from)) * 100;
  const { top, ground, height } = BAND_LINES;
  return (
    <svg width="100%" height={height} className="pointer-events-none absolute inset-0" aria-hidden="true">
      {selection !== null && (
        <rect
          x={`${share(selection.from)}%`}
          width={`${share(selection.to) - share(selection.from)}%`}
          y={top}
          height={ground - top}
          className="fill-accent/15 stroke-accent"
        />
      )}
      <line x1={`${share(at)}%`} x2={`${share(at)}%`} y1={top - 4} y2={ground} className="stroke-ink" shapeRendering="crispEdges" />
    </svg>
  );
}
