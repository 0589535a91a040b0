"use client";

import { statementAttributes } from "@/components/state/statement";
import type { ChartMarker, StateChartAnswer } from "@/lib/contract/answers/history";
import type { Statement } from "@/lib/domain/statements/statement";
import type { Zone } from "@/lib/format/clock";
import { stateChartSummary, windowTitle } from "@/lib/format/state-chart-text";
import { ChartWithCrosshair, type CrosshairLayout } from "./chart-with-crosshair";
import { type ChartIncident, incidentCircles, longRunningMachines, markersWithoutCircle } from "./incident-circles";
import { MARKER_ROW_HEIGHT_PX, MarkerRow, MarkerRowLines } from "./marker-row";
import { markerRowLayout } from "./marker-row-layout";
import { ASSUMED_CHART_WIDTH_PX } from "./plot-coordinates";
import { stateChartMarkers } from "./state-chart-markers";
import { STATE_CHART_LAYOUT, StateChartPlot } from "./state-chart-plot";
import { stateChartShape } from "./state-chart-shape";
import { StateChartTooltip, stateChartValueText } from "./state-chart-tooltip";
import { hatchedGaps, knownUntilMs, presetWindowName, stateChartKeyStops, stateChartValuesAt, type TimeSpan } from "./state-chart-values";

/** Vertical layout of crosshair and tooltip in a state chart below its row of markers. */
export const STATE_CHART_CROSSHAIR_LAYOUT: CrosshairLayout = {
  height: MARKER_ROW_HEIGHT_PX + STATE_CHART_LAYOUT.height,
  selection: { top: MARKER_ROW_HEIGHT_PX, bottom: MARKER_ROW_HEIGHT_PX + STATE_CHART_LAYOUT.ground },
  line: { top: MARKER_ROW_HEIGHT_PX, bottom: MARKER_ROW_HEIGHT_PX + STATE_CHART_LAYOUT.ground },
  sliderClass: "top-[26px] h-[118px]",
  readoutClass: "top-[34px] max-w-[min(300px,70vw)]",
};

interface StateChartProps {
  readonly answer: StateChartAnswer;
  readonly past: boolean;
  /** The incidents that overlap the window; null = not loaded yet. */
  readonly incidents?: readonly ChartIncident[] | null;
  /** The markers of rollouts of istiod that have a number. */
  readonly rollouts?: readonly ChartMarker[];
  /** A while was dragged over, or marked with the keys. */
  readonly onSelect: (span: TimeSpan) => void;
}

/** A band that can be read at any moment, by pointer or keys, and out of which a while can be cut. */
export function StateChart({ answer, past, incidents = NONE, rollouts = NO_ROLLOUTS, onSelect }: StateChartProps) {
  return (
    <ChartWithCrosshair
      span={answer}
      stops={stateChartKeyStops(answer)}
      onSelect={onSelect}
      what="band"
      frame={STATE_CHART_CROSSHAIR_LAYOUT}
      guessPx={ASSUMED_CHART_WIDTH_PX}
      picture={(widthPx, zone) => <StateChartPicture answer={answer} past={past} incidents={incidents} rollouts={rollouts} widthPx={widthPx} zone={zone} />}
      dataAt={(at) => momentAttributes(answer, at)}
      textAt={(at) => stateChartValueText(answer, at)}
      readingAt={(at, zone) => <StateChartTooltip answer={answer} at={at} zone={zone} />}
    />
  );
}

const NONE: readonly ChartIncident[] = [];
const NO_ROLLOUTS: readonly ChartMarker[] = [];

interface StateChartPictureProps extends Omit<StateChartProps, "onSelect"> {
  readonly widthPx: number;
  readonly zone: Zone;
  /** True if the circles are no links, for example on a wall display. */
  readonly isStill?: boolean;
}

/** The lane and the plot of a band, without a cursor. */
export function StateChartPicture({ answer, past, incidents = NONE, rollouts = NO_ROLLOUTS, widthPx, zone, isStill = false }: StateChartPictureProps) {
  const numbered = incidentCircles(answer, incidents, [], rollouts);
  const marks = markersWithoutCircle(stateChartMarkers(answer), numbered, incidents ?? NONE);
  const layout = markerRowLayout({ numbered, marks, gaps: hatchedGaps(answer), span: answer, widthPx });
  const { label, statement } = labelOf(answer, widthPx, zone);
  return (
    <>
      <MarkerRow layout={layout} widthPx={widthPx} isStill={isStill} />
      <StateChartPlot
        answer={answer}
        label={label}
        data={statementAttributes(statement)}
        widthPx={widthPx}
        zone={zone}
        past={past}
        old={longRunningMachines(incidents ?? NONE)}
        lines={<MarkerRowLines layout={layout} widthPx={widthPx} ground={STATE_CHART_LAYOUT.ground} />}
      />
    </>
  );
}

/** The chart's accessible label, and the same values as a statement. */
function labelOf(answer: StateChartAnswer, widthPx: number, zone: Zone): { readonly label: string; readonly statement: BandStatement } {
  const title = windowTitle({ name: presetWindowName(answer), from: answer.from, to: answer.to, recordedSince: answer.recorded.since }, answer.to, zone);
  const { worst } = stateChartShape(answer.points, answer.gaps, knownUntilMs(answer), { ...answer, heightPx: 1, widthPx });
  const [gaps, marks] = [hatchedGaps(answer).length, stateChartMarkers(answer).length];
  return {
    label: stateChartSummary(title, worst, { stepMs: answer.stepMs, now: answer.to, zone }, gaps, marks),
    statement: { kind: "band", worst: worst?.top ?? null, of: worst?.of ?? null, worstAt: worst?.at ?? null, holds: worst?.holds ?? null, gaps, marks },
  };
}

/** The largest number of machines that did not serve at once, out of how many, and when; null = nothing was observed. */
interface BandStatement extends Statement {
  readonly kind: "band";
  readonly worst: number | null;
  readonly of: number | null;
  readonly worstAt: number | null;
  readonly holds: boolean | null;
  readonly gaps: number;
  readonly marks: number;
}

/** `data-*` attributes of the slider: the values at one point in time; none if they are unknown. */
function momentAttributes(answer: StateChartAnswer, at: number) {
  const { point } = stateChartValuesAt(answer, at);
  if (point === null) return {};
  const { serving, total, missing } = point;
  return { "data-serving": serving, "data-size": total + missing, "data-missing": missing };
}
