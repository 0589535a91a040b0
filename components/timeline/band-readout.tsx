import type { BandAnswer } from "@/lib/contract/history";
import { gapPhrase, layerWord, outOfServicePhrase, servedPhrase } from "@/lib/format/band-words";
import type { Zone } from "@/lib/format/clock";
import { formatCount } from "@/lib/format/count";
import { formatMoment } from "@/lib/format/time-ticks";
import { readBand, type Span } from "./band-reading";
import { countOf, LAYERS } from "./band-shape";
import { LayerCell } from "./layer-cell";
import { marksOf } from "./marks-of";

interface BandReadoutProps {
  readonly answer: BandAnswer;
  readonly at: number;
  readonly selection: Span | null;
  readonly zone: Zone;
}

/** What was at the moment under the crosshair. For the eye only: the slider says the same to the ear. */
export function BandReadout({ answer, at, selection, zone }: BandReadoutProps) {
  const { point, gaps } = readBand(answer, at);
  const share = ((at - answer.from) / (answer.to - answer.from)) * 100;
  const near = marksOf(answer).filter((mark) => Math.abs(mark.at - at) < (answer.to - answer.from) / 150);
  // Set after the first paint only: server-rendered HTML carries no styles.
  const place = share < 60 ? { left: `calc(${share}% + 10px)` } : { right: `calc(${100 - share}% + 10px)` };
  return (
    <div
      aria-hidden="true"
      style={place}
      className="pointer-events-none absolute top-[38px] z-3 grid w-max max-w-[min(300px,70vw)] gap-y-0.5 rounded-control border border-line-2 bg-raised px-2.5 py-1.5 text-s shadow-float"
    >
      <b className="font-mono font-medium tabular-nums">
        {selection === null
          ? formatMoment(at, answer.to, zone)
          : `${formatMoment(selection.from, answer.to, zone)} to ${formatMoment(selection.to, answer.to, zone)}`}
      </b>
      {point !== null && <span>{servedPhrase(point)}</span>}
      {point !== null &&
        LAYERS.filter((key) => countOf(point, key) > 0).map((key) => (
          <span key={key} className="flex items-center gap-1.5 text-ink-2">
            <LayerCell layer={key} />
            {formatCount(countOf(point, key))} {layerWord(key)}
          </span>
        ))}
      {gaps.map((gap) => (
        <span key={gap.from} className="text-blind">
          {gapPhrase(gap, answer.to, zone)}
        </span>
      ))}
      {point === null && gaps.length === 0 && <span className="text-ink-2">{unseen(answer, at)}</span>}
      {near.map((mark) => (
        <span key={`${mark.at} ${mark.label}`} className="text-ink-2">
          {[mark.label, mark.detail].filter((words) => words !== "").join(": ")}
        </span>
      ))}
    </div>
  );
}

/** A moment of a band in one line. */
export function readoutText(answer: BandAnswer, at: number): string {
  const { point, gaps } = readBand(answer, at);
  if (point === null) return gaps.length > 0 ? "not recorded" : unseen(answer, at);
  const out = outOfServicePhrase(point);
  return out === "" ? servedPhrase(point) : `${servedPhrase(point)}; ${out}`;
}

/** Why there is nothing to read where nothing is missing from the record: it had not begun, or has not come so far. */
function unseen({ recorded }: BandAnswer, at: number): string {
  return recorded.since === null || at < recorded.since ? "before the record began" : "not recorded";
}
