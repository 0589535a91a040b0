import { type ReactNode, useId } from "react";
import type { HistoryGap, StateChartAnswer } from "@/lib/contract/answers/history";
import type { Zone } from "@/lib/format/clock";
import { formatNumber } from "@/lib/format/text/numbers";
import { HatchPattern } from "./hatch";
import type { LongRunningMachines } from "./incident-circles";
import { PATH_BOX_WIDTH, widthPercent, xPercent } from "./plot-coordinates";
import { gapHidesMachines, stateChartShape } from "./state-chart-shape";
import { hatchedGaps, knownUntilMs, recordedSpans } from "./state-chart-values";
import { layerFillClass } from "./state-fill";
import { TimeAxisLabels } from "./time-axis";

/** Vertical layout of the state chart, in pixels from the top of its SVG. The row of markers is above it, in its own SVG. */
export const STATE_CHART_LAYOUT = { top: 6, ground: 118, axis: 135, height: 143 } as const;

/** Height of the thin line for long-running incidents on the baseline, with the space above it. */
const OLD_PX = 5;

interface StateChartPlotProps {
  readonly answer: StateChartAnswer;
  readonly label: string;
  readonly widthPx: number;
  readonly zone: Zone;
  /** True on a page that shows a time of the past: the baseline is not green. */
  readonly past: boolean;
  readonly old: readonly LongRunningMachines[];
  /** Dotted vertical lines below the markers. */
  readonly lines: ReactNode;
  /** `data-*` attributes with the values of `label`. */
  readonly data: Readonly<Record<`data-${string}`, string>>;
}

/** Draws machines that are not serving, stacked by state above the baseline. The chart's table has the same values. */
export function StateChartPlot({ answer, label, widthPx, zone, past, old, lines, data }: StateChartPlotProps) {
  const hatch = useId();
  const { from, to, points, gaps } = answer;
  const base = old.length === 0 ? 0 : OLD_PX;
  const heightPx = STATE_CHART_LAYOUT.ground - STATE_CHART_LAYOUT.top - base;
  const shape = stateChartShape(points, gaps, knownUntilMs(answer), { from, to, heightPx, widthPx }, old);
  return (
    <svg width="100%" height={STATE_CHART_LAYOUT.height} role="img" aria-label={label} {...data} className="block overflow-visible forced-color-adjust-none">
      <defs>
        <HatchPattern id={hatch} />
      </defs>
      <ScaleLines top={shape.top} heightPx={heightPx} />
      {hatchedGaps(answer).map((gap) => (
        <rect
          key={`${gap.from} ${gap.blindTo.join()} ${gap.reason}`}
          x={xPercent(gap.from, answer)}
          y={topOf(gap)}
          width={widthPercent(gap, answer, (2 / widthPx) * 100)}
          height={STATE_CHART_LAYOUT.ground - topOf(gap)}
          fill={`url(#${hatch})`}
          data-gap=""
        />
      ))}
      <svg
        x="0"
        y={STATE_CHART_LAYOUT.top}
        width="100%"
        height={heightPx}
        viewBox={`0 0 ${PATH_BOX_WIDTH} ${heightPx}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {shape.layers.map(({ key, path }) => (
          <path key={key} d={path} data-layer={key} className={layerFillClass(key)} vectorEffect="non-scaling-stroke" shapeRendering="crispEdges" />
        ))}
      </svg>
      <LongRunningLine answer={answer} old={old} />
      <Baseline answer={answer} past={past} />
      {lines}
      <ScaleNumbers top={shape.top} heightPx={heightPx} />
      <TimeAxisLabels from={from} to={to} widthPx={widthPx} zone={zone} y={STATE_CHART_LAYOUT.axis} />
    </svg>
  );
}

/** The maximum of the scale and its half, each with its distance from the top in pixels. */
function scaleSteps(top: number, heightPx: number): readonly { readonly value: number; readonly y: number }[] {
  const half = Math.floor(top / 2);
  return [
    { value: top, y: STATE_CHART_LAYOUT.top },
    { value: half, y: STATE_CHART_LAYOUT.top + Math.round((1 - (top === 0 ? 0.5 : half / top)) * heightPx) },
  ];
}

function ScaleLines({ top, heightPx }: { readonly top: number; readonly heightPx: number }) {
  return scaleSteps(top, heightPx).map(({ y }) => <line key={y} x1="0" x2="100%" y1={y - 0.5} y2={y - 0.5} className="stroke-line" />);
}

function ScaleNumbers({ top, heightPx }: { readonly top: number; readonly heightPx: number }) {
  if (top === 0) return null;
  return scaleSteps(top, heightPx).map(({ value, y }) => (
    <text key={value} x="0" y={y + 12} data-scale="" className="fill-ink-3 stroke-paper stroke-[3px] font-mono text-xs [paint-order:stroke]">
      {formatNumber(value)}
    </text>
  ));
}

/** One thin line for machines in long-running incidents. Without it, a constant high level would hide new failures. */
function LongRunningLine({ answer, old }: { readonly answer: StateChartAnswer; readonly old: readonly LongRunningMachines[] }) {
  const [first] = [...old].sort((a, b) => a.since - b.since);
  if (first === undefined) return null;
  const from = Math.max(first.since, answer.from);
  const isUnverified = old.every(({ unhealthy, lost }) => unhealthy + lost === 0);
  return recordedSpans(answer)
    .filter(({ to }) => to > from)
    .map((span) => (
      <rect
        key={span.from}
        data-old=""
        x={xPercent(Math.max(span.from, from), answer)}
        y={STATE_CHART_LAYOUT.ground - 4}
        width={widthPercent({ from: Math.max(span.from, from), to: span.to }, answer)}
        height="2.5"
        className={isUnverified ? "fill-blind-cell/50" : "fill-bad-cell/50"}
      />
    ));
}

/** The baseline: green in recorded time, dotted in time before the history began or after it stopped. */
function Baseline({ answer, past }: { readonly answer: StateChartAnswer; readonly past: boolean }) {
  const y = STATE_CHART_LAYOUT.ground + 0.5;
  return (
    <g shapeRendering="crispEdges">
      <line x1="0" x2="100%" y1={y} y2={y} className="stroke-line-2" strokeDasharray="2 4" />
      {recordedSpans(answer).map((span) => (
        <line
          key={span.from}
          x1={xPercent(span.from, answer)}
          x2={xPercent(span.to, answer)}
          y1={y}
          y2={y}
          className={past ? "stroke-line-2 stroke-2" : "stroke-ground stroke-2"}
        />
      ))}
    </g>
  );
}

/** The top of a gap's hatching. A gap without machines covers the full height, a gap without istiod's Pods only a strip above the baseline. */
function topOf(gap: HistoryGap): number {
  return gapHidesMachines(gap) ? 0 : STATE_CHART_LAYOUT.ground - 5;
}
