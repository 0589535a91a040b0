import { useId } from "react";
import type { HistoryGap, TimelineAnswer } from "@/lib/contract/answers/history";
import type { Zone } from "@/lib/format/clock";
import { LANES, type Lane } from "@/lib/format/swimlane-text";
import { HatchPattern } from "./hatch";
import { widthPercent, xPercent } from "./plot-coordinates";
import { LANE_BAR_HEIGHT_PX, laneTopPx, SWIMLANE_LAYOUT, SWIMLANE_ROWS, type SwimlaneRow } from "./swimlane-layout";
import { SwimlaneMarkerLines } from "./swimlane-marker-lines";
import { SwimlaneSegment } from "./swimlane-segment";
import { laneGaps, laneSegments, objectChanges } from "./swimlane-values";
import { TimeAxisLabels } from "./time-axis";

interface SwimlanePlotProps {
  readonly answer: TimelineAnswer;
  readonly label: string;
  readonly widthPx: number;
  readonly zone: Zone;
}

/** The SVG of a machine's swimlanes on one time axis. The table has the same values. */
export function SwimlanePlot({ answer, label, widthPx, zone }: SwimlanePlotProps) {
  const hatch = useId();
  const { from, to } = answer;
  return (
    <svg width="100%" height={SWIMLANE_LAYOUT.height} role="img" aria-label={label} className="block overflow-visible forced-color-adjust-none">
      <defs>
        <HatchPattern id={hatch} />
      </defs>
      {SWIMLANE_ROWS.map((row) => (
        <line
          key={row}
          x1="0"
          x2="100%"
          y1={laneTopPx(row) + LANE_BAR_HEIGHT_PX - 0.5}
          y2={laneTopPx(row) + LANE_BAR_HEIGHT_PX - 0.5}
          className="stroke-line"
          shapeRendering="crispEdges"
        />
      ))}
      {LANES.map((lane) => (
        <LaneSegments key={lane} lane={lane} answer={answer} widthPx={widthPx} zone={zone} hatch={hatch} />
      ))}
      <Ticks answer={answer} />
      {SWIMLANE_ROWS.map((row) =>
        laneGaps(row, answer).map((gap) => <LaneGap key={`${row} ${gap.from}`} gap={gap} row={row} answer={answer} hatch={hatch} px={widthPx} />),
      )}
      <SwimlaneMarkerLines answer={answer} widthPx={widthPx} zone={zone} />
      <TimeAxisLabels from={from} to={to} widthPx={widthPx} zone={zone} y={SWIMLANE_LAYOUT.axis} />
    </svg>
  );
}

interface LaneSegmentsProps extends Pick<SwimlanePlotProps, "answer" | "widthPx" | "zone"> {
  readonly lane: Lane;
  readonly hatch: string;
}

function LaneSegments({ lane, answer, widthPx, zone, hatch }: LaneSegmentsProps) {
  const stretches = laneSegments(lane, answer);
  const replicas = [...new Set(stretches.map(({ value }) => value))];
  return stretches.map((stretch) => (
    <SwimlaneSegment
      key={`${stretch.from} ${stretch.value} ${stretch.state}`}
      lane={lane}
      stretch={stretch}
      window={answer}
      widthPx={widthPx}
      y={laneTopPx(lane)}
      zone={zone}
      hatch={hatch}
      shade={lane === "connection" ? replicas.indexOf(stretch.value) : 0}
    />
  ));
}

/** A tick per changed object. Tooltip and table have the old and new value. */
function Ticks({ answer }: { readonly answer: TimelineAnswer }) {
  return objectChanges(answer).map((change) => (
    <g key={change.id} data-tick={change.type}>
      <title>{`${change.type} changed: ${change.detail}`}</title>
      <rect
        x={xPercent(change.at, answer)}
        y={laneTopPx("changes")}
        width="3"
        height={LANE_BAR_HEIGHT_PX}
        rx="1"
        transform="translate(-1.5)"
        className="fill-ink-2"
      />
    </g>
  ));
}

interface LaneGapProps {
  readonly gap: HistoryGap;
  readonly row: SwimlaneRow;
  readonly answer: TimelineAnswer;
  readonly hatch: string;
  readonly px: number;
}

/** Covers the bars in a gap, because no observation proves that a state lasted through it. */
function LaneGap({ gap, row, answer, hatch, px }: LaneGapProps) {
  return (
    <g data-gap={gap.reason}>
      <title>{`not recorded: ${gap.reason}`}</title>
      <rect
        x={xPercent(gap.from, answer)}
        y={laneTopPx(row)}
        width={widthPercent(gap, answer, (2 / Math.max(px, 1)) * 100)}
        height={LANE_BAR_HEIGHT_PX}
        className="fill-paper"
      />
      <rect
        x={xPercent(gap.from, answer)}
        y={laneTopPx(row)}
        width={widthPercent(gap, answer, (2 / Math.max(px, 1)) * 100)}
        height={LANE_BAR_HEIGHT_PX}
        fill={`url(#${hatch})`}
      />
    </g>
  );
}
