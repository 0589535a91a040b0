import type { TimelineSpan } from "@/lib/contract/answers/history";
import { type State, wordOfState } from "@/lib/domain/verdict/verdict";
import type { Zone } from "@/lib/format/clock";
import { type Lane, segmentLabels, segmentSentence } from "@/lib/format/swimlane-text";
import { widthPercent, xPercent } from "./plot-coordinates";
import type { TimeSpan } from "./state-chart-values";
import { stateFillClass } from "./state-fill";
import { LANE_BAR_HEIGHT_PX } from "./swimlane-layout";

const LETTER_PX = 6.7;
const PADDING_PX = 7;

interface SwimlaneSegmentProps {
  readonly lane: Lane;
  readonly stretch: TimelineSpan & { readonly drawn: TimeSpan };
  readonly window: TimeSpan;
  readonly widthPx: number;
  readonly y: number;
  readonly zone: Zone;
  /** The id of the SVG pattern for unverified time. */
  readonly hatch: string;
  /** The opacity step, which tells sessions of different replicas apart; 0 = the first replica. */
  readonly shade: number;
}

/** One segment of a lane: its bar, thin breaks at renewals of the connection, and as much of its label as fits. */
export function SwimlaneSegment({ lane, stretch, window, widthPx, y, zone, hatch, shade }: SwimlaneSegmentProps) {
  const px = ((stretch.drawn.to - stretch.drawn.from) / (window.to - window.from)) * widthPx;
  const label = fittingLabel(segmentLabels(lane, stretch, window.to, zone), px);
  const doubted = wordOfState(stretch.state) === "unverified" && lane !== "existence";
  const marks = lane === "connection" ? stretch.marks.filter((at) => at > stretch.drawn.from && at < stretch.drawn.to) : [];
  return (
    <svg
      x={xPercent(stretch.drawn.from, window)}
      y={y}
      width={widthPercent(stretch.drawn, window, (2 / Math.max(widthPx, 1)) * 100)}
      height={LANE_BAR_HEIGHT_PX}
      data-stretch={stretch.value}
      data-state-word={stretch.state}
    >
      <title>{segmentSentence(lane, stretch, window.to, zone)}</title>
      <rect
        width="100%"
        height={LANE_BAR_HEIGHT_PX}
        rx="1.5"
        {...(doubted ? { fill: `url(#${hatch})` } : { className: fillOf(lane, stretch.state), fillOpacity: [1, 0.66, 0.42][shade % 3] })}
      />
      <rect width="1" height={LANE_BAR_HEIGHT_PX} className="fill-paper" />
      {marks.map((at) => (
        <rect key={at} x={xPercent(at, stretch.drawn)} width="1" height={LANE_BAR_HEIGHT_PX} className="fill-paper" data-mark="" />
      ))}
      {label !== "" && !doubted && (
        <text x={PADDING_PX} y="13" className={`font-mono text-xs ${inkOf(lane, stretch.state)}`}>
          {label}
        </text>
      )}
    </svg>
  );
}

/** Returns the longest label that fits; "" = none. Labels are not cut, because the tooltip has the whole text. */
function fittingLabel(labels: readonly string[], px: number): string {
  const most = Math.floor((px - 2 * PADDING_PX) / LETTER_PX);
  return labels.find(({ length }) => length <= most) ?? "";
}

function fillOf(lane: Lane, state: State): string {
  if (lane === "existence") return "fill-idle-wash stroke-line";
  return isReportedAbove(lane, state) ? "fill-idle-cell" : stateFillClass(state);
}

/** A failed report is red in the lane "health" only, so that one failure is not red twice. */
function isReportedAbove(lane: Lane, state: State): boolean {
  return lane === "state" && state === "unhealthy";
}

/** The text colour with enough contrast on the bar. */
function inkOf(lane: Lane, state: State): string {
  if (lane === "existence") return "fill-ink-2";
  if (isReportedAbove(lane, state)) return "fill-ink";
  const word = wordOfState(state);
  if (word === "unhealthy" || word === "lost") return "fill-paper font-medium";
  return word === "reconnecting" ? "fill-[light-dark(var(--ink),var(--paper))]" : "fill-ink";
}
