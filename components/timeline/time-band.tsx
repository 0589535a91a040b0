"use client";

import { statementAttributes } from "@/components/state/statement";
import type { ChartMarker, StateChartAnswer } from "@/lib/contract/answers/history";
import type { Statement } from "@/lib/domain/statements/statement";
import { bandSummary, windowTitle } from "@/lib/format/band-words";
import type { Zone } from "@/lib/format/clock";
import { BAND_LINES, BandPlot } from "./band-plot";
import { gapsToDraw, knownUntil, momentsOf, readBand, type Span, windowNameOf } from "./band-reading";
import { BandReadings, readoutText } from "./band-readout";
import { bandShape } from "./band-shape";
import { type ChartIncident, numberedMarks, oldTrouble, otherMarks } from "./chart-events";
import { laneLayout } from "./lane-layout";
import { LANE_PX, LaneLines, MarkerLane } from "./marker-lane";
import { marksOf } from "./marks-of";
import { MomentReader, type ReaderFrame } from "./moment-reader";
import { WIDTH_GUESS_PX } from "./plot-place";

/** Vertical layout of crosshair and tooltip in a state chart below its row of markers. */
export const BAND_FRAME: ReaderFrame = {
  height: LANE_PX + BAND_LINES.height,
  selection: { top: LANE_PX, bottom: LANE_PX + BAND_LINES.ground },
  line: { top: LANE_PX, bottom: LANE_PX + BAND_LINES.ground },
  sliderClass: "top-[26px] h-[118px]",
  readoutClass: "top-[34px] max-w-[min(300px,70vw)]",
};

interface TimeBandProps {
  readonly answer: StateChartAnswer;
  readonly past: boolean;
  /** The incidents that overlap the window; null = not loaded yet. */
  readonly incidents?: readonly ChartIncident[] | null;
  /** The markers of rollouts of istiod that have a number. */
  readonly rollouts?: readonly ChartMarker[];
  /** A while was dragged over, or marked with the keys. */
  readonly onSelect: (span: Span) => void;
}

/** A band that can be read at any moment, by pointer or keys, and out of which a while can be cut. */
export function TimeBand({ answer, past, incidents = NONE, rollouts = NO_ROLLOUTS, onSelect }: TimeBandProps) {
  return (
    <MomentReader
      span={answer}
      stops={momentsOf(answer)}
      onSelect={onSelect}
      what="band"
      frame={BAND_FRAME}
      guessPx={WIDTH_GUESS_PX}
      picture={(widthPx, zone) => <BandPicture answer={answer} past={past} incidents={incidents} rollouts={rollouts} widthPx={widthPx} zone={zone} />}
      dataAt={(at) => momentAttributes(answer, at)}
      textAt={(at) => readoutText(answer, at)}
      readingAt={(at, zone) => <BandReadings answer={answer} at={at} zone={zone} />}
    />
  );
}

const NONE: readonly ChartIncident[] = [];
const NO_ROLLOUTS: readonly ChartMarker[] = [];

interface BandPictureProps extends Omit<TimeBandProps, "onSelect"> {
  readonly widthPx: number;
  readonly zone: Zone;
  /** True if the circles are no links, for example on a wall display. */
  readonly isStill?: boolean;
}

/** The lane and the plot of a band, without a cursor. */
export function BandPicture({ answer, past, incidents = NONE, rollouts = NO_ROLLOUTS, widthPx, zone, isStill = false }: BandPictureProps) {
  const numbered = numberedMarks(answer, incidents, [], rollouts);
  const marks = otherMarks(marksOf(answer), numbered, incidents ?? NONE);
  const layout = laneLayout({ numbered, marks, gaps: gapsToDraw(answer), span: answer, widthPx });
  const { label, statement } = labelOf(answer, widthPx, zone);
  return (
    <>
      <MarkerLane layout={layout} widthPx={widthPx} isStill={isStill} />
      <BandPlot
        answer={answer}
        label={label}
        data={statementAttributes(statement)}
        widthPx={widthPx}
        zone={zone}
        past={past}
        old={oldTrouble(incidents ?? NONE)}
        lines={<LaneLines layout={layout} widthPx={widthPx} ground={BAND_LINES.ground} />}
      />
    </>
  );
}

/** The chart's accessible label, and the same values as a statement. */
function labelOf(answer: StateChartAnswer, widthPx: number, zone: Zone): { readonly label: string; readonly statement: BandStatement } {
  const title = windowTitle({ name: windowNameOf(answer), from: answer.from, to: answer.to, recordedSince: answer.recorded.since }, answer.to, zone);
  const { worst } = bandShape(answer.points, answer.gaps, knownUntil(answer), { ...answer, heightPx: 1, widthPx });
  const [gaps, marks] = [gapsToDraw(answer).length, marksOf(answer).length];
  return {
    label: bandSummary(title, worst, { stepMs: answer.stepMs, now: answer.to, zone }, gaps, marks),
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
  const { point } = readBand(answer, at);
  if (point === null) return {};
  const { serving, total, missing } = point;
  return { "data-serving": serving, "data-size": total + missing, "data-missing": missing };
}
