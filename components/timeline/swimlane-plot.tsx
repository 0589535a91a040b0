import { useId } from "react";
import type { HistoryGap, TimelineAnswer } from "@/lib/contract/answers/history";
import type { Zone } from "@/lib/format/clock";
import { LANES, type Lane } from "@/lib/format/lane-words";
import { HatchPattern } from "./hatch";
import { percentAt, percentOf } from "./plot-place";
import { BAR_PX, LANE_LINES, LANE_ROWS, type LaneRow, laneTop } from "./swimlane-lines";
import { SwimlaneMarks } from "./swimlane-marks";
import { gapsOf, stretchesOf, writtenChanges } from "./swimlane-reading";
import { SwimlaneStretch } from "./swimlane-stretch";
import { TimeAxis } from "./time-axis";

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
    <svg width="100%" height={LANE_LINES.height} role="img" aria-label={label} className="block overflow-visible forced-color-adjust-none">
      <defs>
        <HatchPattern id={hatch} />
      </defs>
      {LANE_ROWS.map((row) => (
        <line
          key={row}
          x1="0"
          x2="100%"
          y1={laneTop(row) + BAR_PX - 0.5}
          y2={laneTop(row) + BAR_PX - 0.5}
          className="stroke-line"
          shapeRendering="crispEdges"
        />
      ))}
      {LANES.map((lane) => (
        <LaneStretches key={lane} lane={lane} answer={answer} widthPx={widthPx} zone={zone} hatch={hatch} />
      ))}
      <Ticks answer={answer} />
      {LANE_ROWS.map((row) =>
        gapsOf(row, answer).map((gap) => <LaneGap key={`${row} ${gap.from}`} gap={gap} row={row} answer={answer} hatch={hatch} px={widthPx} />),
      )}
      <SwimlaneMarks answer={answer} widthPx={widthPx} zone={zone} />
      <TimeAxis from={from} to={to} widthPx={widthPx} zone={zone} y={LANE_LINES.axis} />
    </svg>
  );
}

interface LaneStretchesProps extends Pick<SwimlanePlotProps, "answer" | "widthPx" | "zone"> {
  readonly lane: Lane;
  readonly hatch: string;
}

function LaneStretches({ lane, answer, widthPx, zone, hatch }: LaneStretchesProps) {
  const stretches = stretchesOf(lane, answer);
  const replicas = [...new Set(stretches.map(({ value }) => value))];
  return stretches.map((stretch) => (
    <SwimlaneStretch
      key={`${stretch.from} ${stretch.value} ${stretch.state}`}
      lane={lane}
      stretch={stretch}
      window={answer}
      widthPx={widthPx}
      y={laneTop(lane)}
      zone={zone}
      hatch={hatch}
      shade={lane === "connection" ? replicas.indexOf(stretch.value) : 0}
    />
  ));
}

/** A tick per changed object. Tooltip and table have the old and new value. */
function Ticks({ answer }: { readonly answer: TimelineAnswer }) {
  return writtenChanges(answer).map((change) => (
    <g key={change.id} data-tick={change.type}>
      <title>{`${change.type} changed: ${change.detail}`}</title>
      <rect x={percentAt(change.at, answer)} y={laneTop("changes")} width="3" height={BAR_PX} rx="1" transform="translate(-1.5)" className="fill-ink-2" />
    </g>
  ));
}

interface LaneGapProps {
  readonly gap: HistoryGap;
  readonly row: LaneRow;
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
        x={percentAt(gap.from, answer)}
        y={laneTop(row)}
        width={percentOf(gap, answer, (2 / Math.max(px, 1)) * 100)}
        height={BAR_PX}
        className="fill-paper"
      />
      <rect
        x={percentAt(gap.from, answer)}
        y={laneTop(row)}
        width={percentOf(gap, answer, (2 / Math.max(px, 1)) * 100)}
        height={BAR_PX}
        fill={`url(#${hatch})`}
      />
    </g>
  );
}
