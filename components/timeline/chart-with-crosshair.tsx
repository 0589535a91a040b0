"use client";

import { clsx } from "clsx";
import { type ReactNode, useRef } from "react";
import { useAvailableWidth } from "@/components/strip/use-available-width";
import { useZone } from "@/components/table/use-zone";
import type { Zone } from "@/lib/format/clock";
import { formatMoment } from "@/lib/format/time-ticks";
import { widthPercent, xPercent } from "./plot-coordinates";
import type { TimeSpan } from "./state-chart-values";
import { useChartCursor } from "./use-chart-cursor";

/**
 * Vertical layout of the crosshair, selection and tooltip, in pixels from the top of the chart. Classes position the slider and tooltip, because
 * server HTML may have no style attributes.
 */
export interface CrosshairLayout {
  readonly height: number;
  readonly selection: { readonly top: number; readonly bottom: number };
  readonly line: { readonly top: number; readonly bottom: number };
  readonly sliderClass: string;
  readonly readoutClass: string;
}

interface ChartWithCrosshairProps {
  readonly span: TimeSpan;
  /** The times at which the arrow keys stop. Milliseconds. */
  readonly stops: readonly number[];
  /** Called with the time range that the user dragged over, or selected with the keys. */
  readonly onSelect: (span: TimeSpan) => void;
  /** The chart's name in the accessible label, for example "band". */
  readonly what: string;
  readonly frame: CrosshairLayout;
  /** The assumed width until the chart is measured. */
  readonly guessPx: number;
  readonly picture: (widthPx: number, zone: Zone) => ReactNode;
  /** The values at a point in time as a sentence for screen readers. */
  readonly textAt: (at: number, zone: Zone) => string;
  /** `data-*` attributes with the same values. */
  readonly dataAt?: (at: number) => Readonly<Record<`data-${string}`, number>>;
  /** The tooltip at a point in time. */
  readonly readingAt: (at: number, zone: Zone) => ReactNode;
}

/** A chart with a crosshair. Pointer and arrow keys read values at a point in time; dragging, or Shift with the arrow keys, selects a time range. */
export function ChartWithCrosshair({ span, stops, onSelect, what, frame, guessPx, picture, textAt, dataAt, readingAt }: ChartWithCrosshairProps) {
  const box = useRef<HTMLDivElement>(null);
  const widthPx = useAvailableWidth(box, guessPx);
  const zone = useZone();
  const { at, selection, handlers } = useChartCursor(span, stops, onSelect);
  const read = at ?? span.to;
  return (
    <div ref={box} className="relative min-w-0 select-none">
      {picture(widthPx, zone)}
      {at !== null && <Crosshair span={span} at={at} selection={selection} frame={frame} />}
      <div
        role="slider"
        tabIndex={0}
        aria-label={`A moment in the ${what}; arrows move, shift marks, Enter shows what is marked`}
        aria-valuemin={span.from}
        aria-valuemax={span.to}
        aria-valuenow={read}
        {...dataAt?.(read)}
        aria-valuetext={`${formatMoment(read, span.to, zone)}: ${textAt(read, zone)}`}
        className={clsx("absolute inset-x-0 cursor-crosshair touch-pan-y", frame.sliderClass)}
        {...handlers}
      />
      {at !== null && (
        <Readout span={span} at={at} selection={selection} zone={zone} className={frame.readoutClass}>
          {readingAt(at, zone)}
        </Readout>
      )}
    </div>
  );
}

interface CrosshairProps {
  readonly span: TimeSpan;
  readonly at: number;
  readonly selection: TimeSpan | null;
  readonly frame: CrosshairLayout;
}

/** The vertical line at the cursor, and the selected time range. */
function Crosshair({ span, at, selection, frame: { height, selection: marked, line } }: CrosshairProps) {
  return (
    <svg width="100%" height={height} className="pointer-events-none absolute inset-0" aria-hidden="true">
      {selection !== null && (
        <rect
          x={xPercent(selection.from, span)}
          width={widthPercent(selection, span)}
          y={marked.top}
          height={marked.bottom - marked.top}
          className="fill-accent/15 stroke-accent"
        />
      )}
      <line x1={xPercent(at, span)} x2={xPercent(at, span)} y1={line.top} y2={line.bottom} className="stroke-ink" shapeRendering="crispEdges" />
    </svg>
  );
}

interface ReadoutProps extends Omit<CrosshairProps, "frame"> {
  readonly zone: Zone;
  readonly className: string;
  readonly children: ReactNode;
}

/** The tooltip at the crosshair. Hidden from screen readers, because the slider has the same text. */
function Readout({ span, at, selection, zone, className, children }: ReadoutProps) {
  const share = ((at - span.from) / (span.to - span.from)) * 100;
  // A style attribute is allowed here: the tooltip never renders on the server.
  const place = share < 60 ? { left: `calc(${share}% + 10px)` } : { right: `calc(${100 - share}% + 10px)` };
  const moment = (ms: number) => formatMoment(ms, span.to, zone);
  return (
    <div
      aria-hidden="true"
      style={place}
      className={clsx(
        "pointer-events-none absolute z-3 grid w-max gap-y-0.5 rounded-control border border-line-2 bg-raised px-2.5 py-1.5 text-s shadow-float",
        className,
      )}
    >
      <b className="font-mono font-medium tabular-nums">{selection === null ? moment(at) : `${moment(selection.from)} to ${moment(selection.to)}`}</b>
      {children}
    </div>
  );
}
