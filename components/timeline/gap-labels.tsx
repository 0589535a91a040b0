import type { HistoryGap, StateChartAnswer } from "@/lib/contract/answers/history";
import { knownUntil, type Span } from "./band-reading";
import { drawnOf, isBlind, withoutGaps } from "./band-shape";
import { percentAt } from "./plot-place";

const LETTER_PX = 6.7;
const PAD_PX = 6;
const Y = 106;

interface GapLabelsProps {
  readonly gaps: readonly HistoryGap[];
  readonly answer: StateChartAnswer;
  readonly widthPx: number;
}

/** The names of gaps: the widest first, and only where no other name stands and no machines are drawn. Each is in the table twin and under the crosshair. */
export function GapLabels({ gaps, answer, widthPx }: GapLabelsProps) {
  return labelsOf(gaps, answer, widthPx, drawnSpans(answer)).map(({ at, words, flipped }) => (
    <text
      key={`${at} ${flipped}`}
      x={percentAt(at, answer)}
      dx={flipped ? -PAD_PX : PAD_PX}
      y={Y}
      textAnchor={flipped ? "end" : "start"}
      className="fill-blind stroke-paper stroke-[3px] font-mono text-xs [paint-order:stroke]"
    >
      {words}
    </text>
  ));
}

interface GapLabel {
  readonly at: number;
  readonly words: string;
  readonly flipped: boolean;
}

/** The places of the names: left of the gap, right of it, or inside it. `drawn`: machines are drawn there, so a name would be printed on red. */
export function labelsOf(gaps: readonly HistoryGap[], answer: Span, widthPx: number, drawn: readonly Span[]): readonly GapLabel[] {
  const scale = (at: number) => ((at - answer.from) / (answer.to - answer.from)) * widthPx;
  const pictures = drawn.map(({ from, to }) => ({ left: scale(from), right: scale(to) }));
  const taken: Place[] = [];
  return [...gaps]
    .sort((a, b) => Number(isBlind(b)) - Number(isBlind(a)) || b.to - b.from - (a.to - a.from))
    .flatMap((gap) => {
      const words = isBlind(gap) ? "not recorded" : "replicas not seen";
      const wordsPx = words.length * LETTER_PX + PAD_PX;
      const [from, to] = [scale(gap.from), scale(gap.to)];
      const at = (left: number) => ({ left, right: left + wordsPx });
      const places = [
        { at: gap.from, flipped: true, ...at(from - wordsPx), end: from },
        { at: gap.to, flipped: false, ...at(to), end: widthPx },
        { at: gap.from, flipped: false, ...at(from), end: to },
      ];
      const place = places.find((one) => one.left >= 0 && one.right <= one.end && !meets(one, pictures));
      if (place === undefined || meets(place, taken)) return [];
      taken.push(place);
      return [{ at: place.at, words, flipped: place.flipped }];
    });
}

interface Place {
  readonly left: number;
  readonly right: number;
}

function meets({ left, right }: Place, others: readonly Place[]): boolean {
  return others.some((other) => left < other.right && right > other.left);
}

/** The times at which a band draws machines. */
function drawnSpans(answer: StateChartAnswer): readonly Span[] {
  const { points, gaps } = answer;
  return points.flatMap((point, index) => (drawnOf(point) === 0 ? [] : withoutGaps(point.at, points[index + 1]?.at ?? knownUntil(answer), gaps)));
}
