"use client";

import { statementAttributes } from "@/components/state/statement";
import type { StateChartAnswer } from "@/lib/contract/answers/history";
import type { Statement } from "@/lib/domain/statements/statement";
import { bandSummary, windowTitle } from "@/lib/format/band-words";
import type { Zone } from "@/lib/format/clock";
import { BAND_LINES, BandPlot } from "./band-plot";
import { gapsToDraw, knownUntil, momentsOf, readBand, type Span, windowNameOf } from "./band-reading";
import { BandReadings, readoutText } from "./band-readout";
import { bandShape } from "./band-shape";
import { marksOf } from "./marks-of";
import { MomentReader, type ReaderFrame } from "./moment-reader";

/** What a desk has beside the rail: nearest to the truth before the page has measured itself. */
export const WIDTH_GUESS_PX = 1196;

/** The measures of a picture with the lines of a band. */
export const BAND_FRAME: ReaderFrame = {
  height: BAND_LINES.height,
  selection: { top: BAND_LINES.top, bottom: BAND_LINES.ground },
  line: { top: BAND_LINES.top - 4, bottom: BAND_LINES.ground },
  sliderClass: "top-[14px] h-[104px]",
  readoutClass: "top-[38px] max-w-[min(300px,70vw)]",
};

interface TimeBandProps {
  readonly answer: StateChartAnswer;
  readonly past: boolean;
  /** True if a mark has the worst moment: the scale then has numbers only. */
  readonly isPeakMarked?: boolean;
  /** A while was dragged over, or marked with the keys. */
  readonly onSelect: (span: Span) => void;
}

/** A band that can be read at any moment, by pointer or keys, and out of which a while can be cut. */
export function TimeBand({ answer, past, isPeakMarked = false, onSelect }: TimeBandProps) {
  return (
    <MomentReader
      span={answer}
      stops={momentsOf(answer)}
      onSelect={onSelect}
      what="band"
      frame={BAND_FRAME}
      guessPx={WIDTH_GUESS_PX}
      picture={(widthPx, zone) => {
        const { label, statement } = labelOf(answer, widthPx, zone);
        return (
          <BandPlot answer={answer} label={label} data={statementAttributes(statement)} widthPx={widthPx} zone={zone} past={past} isPeakMarked={isPeakMarked} />
        );
      }}
      dataAt={(at) => momentAttributes(answer, at)}
      textAt={(at) => readoutText(answer, at)}
      readingAt={(at, zone) => <BandReadings answer={answer} at={at} zone={zone} />}
    />
  );
}

/** The band in one sentence for screen readers, and its values. */
function labelOf(answer: StateChartAnswer, widthPx: number, zone: Zone): { readonly label: string; readonly statement: BandStatement } {
  const title = windowTitle({ name: windowNameOf(answer), from: answer.from, to: answer.to, recordedSince: answer.recorded.since }, answer.to, zone);
  const { worst } = bandShape(answer.points, answer.gaps, knownUntil(answer), { ...answer, heightPx: 1, widthPx });
  const [gaps, marks] = [gapsToDraw(answer).length, marksOf(answer).length];
  return {
    label: bandSummary(title, worst, { stepMs: answer.stepMs, now: answer.to, zone }, gaps, marks),
    statement: { kind: "band", worst: worst?.top ?? null, of: worst?.of ?? null, worstAt: worst?.at ?? null, holds: worst?.holds ?? null, gaps, marks },
  };
}

/** A band in values: the most machines that did not plainly serve at once, of how many, and when; null = no moment was observed. */
interface BandStatement extends Statement {
  readonly kind: "band";
  readonly worst: number | null;
  readonly of: number | null;
  readonly worstAt: number | null;
  readonly holds: boolean | null;
  readonly gaps: number;
  readonly marks: number;
}

/** The values of one moment of a band; none where nothing is known of it. */
function momentAttributes(answer: StateChartAnswer, at: number) {
  const { point } = readBand(answer, at);
  if (point === null) return {};
  const { serving, total, missing } = point;
  return { "data-serving": serving, "data-size": total + missing, "data-missing": missing };
}
