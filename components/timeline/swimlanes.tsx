"use client";

import type { TimelineAnswer } from "@/lib/contract/answers/history";
import { LANE_NAMES } from "@/lib/format/lane-words";
import type { Span } from "./band-reading";
import { type ChartIncident, numberedMarks } from "./chart-events";
import { laneLayout } from "./lane-layout";
import { LANE_PX, MarkerLane } from "./marker-lane";
import { MomentReader, type ReaderFrame } from "./moment-reader";
import { BAR_PX, LANE_LINES, LANE_ROWS, laneTop } from "./swimlane-lines";
import { SwimlanePlot } from "./swimlane-plot";
import { stopsOf } from "./swimlane-reading";
import { SwimlaneReadings, swimlaneText } from "./swimlane-readout";

/** Assumed width on a desktop screen, next to the navigation and the lane names. Pixels. */
const GUESS_PX = 1066;

const FRAME: ReaderFrame = {
  height: LANE_PX + LANE_LINES.height,
  selection: { top: LANE_PX + 4, bottom: LANE_PX + LANE_LINES.bottom + 4 },
  line: { top: LANE_PX + 4, bottom: LANE_PX + LANE_LINES.bottom + 4 },
  sliderClass: "top-[24px] h-[176px]",
  readoutClass: "top-[204px] max-w-[min(420px,78vw)]",
};

/** The names of the lanes, and the lanes. */
const LANE_GRID = "grid grid-cols-[78px_minmax(0,1fr)] desk:grid-cols-[118px_minmax(0,1fr)]";

interface SwimlanesProps {
  readonly answer: TimelineAnswer;
  /** The incidents of the machine; null = not loaded yet. */
  readonly incidents: readonly ChartIncident[] | null;
  readonly title: string;
  /** Called with the time range that the user dragged over, or selected with the keys. */
  readonly onSelect: (span: Span) => void;
}

/** The history of one machine in four lanes: existence, connection, health and state. Has a crosshair and a selection. */
export function Swimlanes({ answer, incidents, title, onSelect }: SwimlanesProps) {
  const numbered = numberedMarks(answer, incidents, answer.markers);
  return (
    <div className={`${LANE_GRID} select-none`}>
      <div className="pt-[24px]" aria-hidden="true">
        <LaneNames />
      </div>
      <MomentReader
        span={answer}
        stops={stopsOf(answer)}
        onSelect={onSelect}
        what="timeline"
        frame={FRAME}
        guessPx={GUESS_PX}
        picture={(widthPx, zone) => (
          <>
            <MarkerLane layout={laneLayout({ numbered, marks: [], gaps: [], span: answer, widthPx })} widthPx={widthPx} />
            <SwimlanePlot answer={answer} label={`${title}: ${swimlaneText(answer, answer.to, zone)}`} widthPx={widthPx} zone={zone} />
          </>
        )}
        textAt={(at, zone) => swimlaneText(answer, at, zone)}
        readingAt={(at, zone) => <SwimlaneReadings answer={answer} at={at} zone={zone} />}
      />
    </div>
  );
}

/** Placeholder of the same height while the history loads: lane names and empty bars. */
export function SwimlanesSkeleton() {
  return (
    <div className={`${LANE_GRID} pt-[24px]`} aria-hidden="true" data-skeleton="">
      <LaneNames />
      <svg width="100%" height={LANE_LINES.height} className="block" aria-hidden="true">
        {LANE_ROWS.map((row) => (
          <rect key={row} width="100%" y={laneTop(row)} height={BAR_PX} rx="1.5" className="fill-sunken" />
        ))}
      </svg>
    </div>
  );
}

function LaneNames() {
  return (
    <svg width="100%" height={LANE_LINES.height} className="block" aria-hidden="true">
      {LANE_ROWS.map((row) => (
        <text key={row} x="0" y={laneTop(row) + 13} className="fill-ink-2 font-mono text-xs">
          {LANE_NAMES[row]}
        </text>
      ))}
    </svg>
  );
}
