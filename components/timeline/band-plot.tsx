import { lazy, Suspense, useId } from "react";
import type { HistoryGap, StateChartAnswer } from "@/lib/contract/answers/history";
import { type BandWorst, bandScale, bandScaleCounts, shortBandScale } from "@/lib/format/band-words";
import type { Zone } from "@/lib/format/clock";
import { gapsToDraw, knownUntil, recordedSpans } from "./band-reading";
import { bandShape, isBlind, type LayerKey } from "./band-shape";
import { HatchPattern } from "./hatch";
import { MarkerLines } from "./marker-lines";
import { marksOf } from "./marks-of";
import { BOX_WIDTH, percentAt, percentOf } from "./plot-place";
import { wordFill } from "./state-fill";
import { TimeAxis } from "./time-axis";

const GapLabels = lazy(() => import("./gap-labels").then((loaded) => ({ default: loaded.GapLabels })));

/** The lines of a band's picture, in pixels from its top. */
export const BAND_LINES = { marker: 11, scale: 26, top: 31, ground: 113, axis: 130, height: 138 } as const;

interface BandPlotProps {
  readonly answer: StateChartAnswer;
  readonly label: string;
  readonly widthPx: number;
  readonly zone: Zone;
  /** True on a page of the past: the ground is not green. */
  readonly past: boolean;
  readonly isPeakMarked: boolean;
  /** The values of the label. */
  readonly data: Readonly<Record<`data-${string}`, string>>;
}

/** The band as a picture: what did not plainly serve, from the ground line up. Everything in it is in the table twin too. */
export function BandPlot({ answer, label, widthPx, zone, past, isPeakMarked, data }: BandPlotProps) {
  const hatch = useId();
  const { from, to, points, gaps } = answer;
  const heightPx = BAND_LINES.ground - BAND_LINES.top;
  const shape = bandShape(points, gaps, knownUntil(answer), { from, to, heightPx, widthPx });
  const drawnGaps = gapsToDraw(answer);
  return (
    <svg width="100%" height={BAND_LINES.height} role="img" aria-label={label} {...data} className="block overflow-visible forced-color-adjust-none">
      <defs>
        <HatchPattern id={hatch} />
      </defs>
      <line x1="0" x2="100%" y1={BAND_LINES.top - 0.5} y2={BAND_LINES.top - 0.5} className="stroke-line" />
      {recordedSpans(answer).length > 0 && shape.worst !== null && (
        <text x="0" y={BAND_LINES.scale} className="fill-ink-3 stroke-paper stroke-[3px] font-mono text-xs [paint-order:stroke]">
          {isPeakMarked ? bandScaleCounts(shape.worst) : scaleText(shape.worst, answer, widthPx, zone)}
        </text>
      )}
      <svg x="0" y={BAND_LINES.top} width="100%" height={heightPx} viewBox={`0 0 ${BOX_WIDTH} ${heightPx}`} preserveAspectRatio="none" aria-hidden="true">
        {shape.layers.map(({ key, path }) => (
          <path key={key} d={path} className={layerClass(key)} vectorEffect="non-scaling-stroke" shapeRendering="crispEdges" />
        ))}
      </svg>
      <Ground answer={answer} past={past} />
      {drawnGaps.map((gap) => (
        <rect
          key={`${gap.from} ${gap.blindTo.join()} ${gap.reason}`}
          x={percentAt(gap.from, answer)}
          y={topOf(gap)}
          width={percentOf(gap, answer, (2 / widthPx) * 100)}
          height={BAND_LINES.ground - topOf(gap)}
          fill={`url(#${hatch})`}
          data-gap=""
        />
      ))}
      {drawnGaps.length > 0 && (
        <Suspense>
          <GapLabels gaps={drawnGaps} answer={answer} widthPx={widthPx} />
        </Suspense>
      )}
      <MarkerLines marks={marksOf(answer)} span={answer} widthPx={widthPx} ground={BAND_LINES.ground} />
      <TimeAxis from={from} to={to} widthPx={widthPx} zone={zone} y={BAND_LINES.axis} />
    </svg>
  );
}

/** A character of the scale, in pixels. */
const CHARACTER_PX = 6.7;

/** The scale in words, as many as there is room for. */
function scaleText(worst: BandWorst, { stepMs, to }: StateChartAnswer, widthPx: number, zone: Zone): string {
  const text = bandScale(worst, { stepMs, now: to, zone });
  return text.length * CHARACTER_PX <= widthPx ? text : shortBandScale(worst, { stepMs, now: to, zone });
}

/** Missing is an outline, as a vanished machine's cell is; the rest has the tone of its state. */
export function layerClass(key: LayerKey): string {
  if (key === "missing") return "fill-bad-cell/35 stroke-bad-cell stroke-[1.5]";
  return wordFill(key);
}

/** Green where it was recorded, and dotted where nobody had begun to look. */
function Ground({ answer, past }: { readonly answer: StateChartAnswer; readonly past: boolean }) {
  const y = BAND_LINES.ground + 0.5;
  return (
    <g shapeRendering="crispEdges">
      <line x1="0" x2="100%" y1={y} y2={y} className="stroke-line-2" strokeDasharray="2 4" />
      {recordedSpans(answer).map((span) => (
        <line
          key={span.from}
          x1={percentAt(span.from, answer)}
          x2={percentAt(span.to, answer)}
          y1={y}
          y2={y}
          className={past ? "stroke-line-2 stroke-2" : "stroke-ground stroke-2"}
        />
      ))}
    </g>
  );
}

/** A while that nobody recorded is hatched from top to ground; where only the replicas were hidden, a strip on the ground. */
function topOf(gap: HistoryGap): number {
  return isBlind(gap) ? BAND_LINES.top : BAND_LINES.ground - 5;
}
