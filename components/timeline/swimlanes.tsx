"use client";

import type { TimelineAnswer } from "@/lib/contract/answers/history";
import { LANE_NAMES } from "@/lib/format/swimlane-text";
import { ChartWithCrosshair, type CrosshairLayout } from "./chart-with-crosshair";
import { type ChartIncident, incidentCircles } from "./incident-circles";
import { MARKER_ROW_HEIGHT_PX, MarkerRow } from "./marker-row";
import { markerRowLayout } from "./marker-row-layout";
import type { TimeSpan } from "./state-chart-values";
import { LANE_BAR_HEIGHT_PX, laneTopPx, SWIMLANE_LAYOUT, SWIMLANE_ROWS } from "./swimlane-layout";
import { SwimlanePlot } from "./swimlane-plot";
import { SwimlaneTooltip, swimlaneValueText } from "./swimlane-tooltip";
import { swimlaneKeyStops } from "./swimlane-values";

/** Assumed width on a desktop screen, next to the navigation and the lane names. Pixels. */
const GUESS_PX = 1066;

const FRAME: CrosshairLayout = {
  height: MARKER_ROW_HEIGHT_PX + SWIMLANE_LAYOUT.height,
  selection: { top: MARKER_ROW_HEIGHT_PX + 4, bottom: MARKER_ROW_HEIGHT_PX + SWIMLANE_LAYOUT.bottom + 4 },
  line: { top: MARKER_ROW_HEIGHT_PX + 4, bottom: MARKER_ROW_HEIGHT_PX + SWIMLANE_LAYOUT.bottom + 4 },
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
  readonly onSelect: (span: TimeSpan) => void;
}

/** The history of one machine in four lanes: existence, connection, health and state. Has a crosshair and a selection. */
export function Swimlanes({ answer, incidents, title, onSelect }: SwimlanesProps) {
  const numbered = incidentCircles(answer, incidents, answer.markers);
  return (
    <div className={`${LANE_GRID} select-none`}>
      <div className="pt-[24px]" aria-hidden="true">
        <LaneNames />
      </div>
      <ChartWithCrosshair
        span={answer}
        stops={swimlaneKeyStops(answer)}
        onSelect={onSelect}
        what="timeline"
        frame={FRAME}
        guessPx={GUESS_PX}
        picture={(widthPx, zone) => (
          <>
            <MarkerRow layout={markerRowLayout({ numbered, marks: [], gaps: [], span: answer, widthPx })} widthPx={widthPx} />
            <SwimlanePlot answer={answer} label={`${title}: ${swimlaneValueText(answer, answer.to, zone)}`} widthPx={widthPx} zone={zone} />
          </>
        )}
        textAt={(at, zone) => swimlaneValueText(answer, at, zone)}
        readingAt={(at, zone) => <SwimlaneTooltip answer={answer} at={at} zone={zone} />}
      />
    </div>
  );
}

/** Placeholder of the same height while the history loads: lane names and empty bars. */
export function SwimlanesSkeleton() {
  return (
    <div className={`${LANE_GRID} pt-[24px]`} aria-hidden="true" data-skeleton="">
      <LaneNames />
      <svg width="100%" height={SWIMLANE_LAYOUT.height} className="block" aria-hidden="true">
        {SWIMLANE_ROWS.map((row) => (
          <rect key={row} width="100%" y={laneTopPx(row)} height={LANE_BAR_HEIGHT_PX} rx="1.5" className="fill-sunken" />
        ))}
      </svg>
    </div>
  );
}

function LaneNames() {
  return (
    <svg width="100%" height={SWIMLANE_LAYOUT.height} className="block" aria-hidden="true">
      {SWIMLANE_ROWS.map((row) => (
        <text key={row} x="0" y={laneTopPx(row) + 13} className="fill-ink-2 font-mono text-xs">
          {LANE_NAMES[row]}
        </text>
      ))}
    </svg>
  );
}
