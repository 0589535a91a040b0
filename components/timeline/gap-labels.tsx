import type { Gap } from "@/lib/contract/history";
import type { Span } from "./band-reading";
import { isBlind } from "./band-shape";
import { percentAt } from "./plot-place";

const LETTER_PX = 6.7;
const PAD_PX = 6;
const Y = 106;

interface GapLabelsProps {
  readonly gaps: readonly Gap[];
  readonly answer: Span;
  readonly widthPx: number;
}

/** The names of gaps, beside them: the widest first, and only where no other name stands already. Each is in the table twin and under the crosshair. */
export function GapLabels({ gaps, answer, widthPx }: GapLabelsProps) {
  return labelsOf(gaps, answer, widthPx).map(({ at, words, flipped }) => (
    <text
      key={at}
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

/** Which gaps are named where: left of them where there is room, else right of them. */
export function labelsOf(gaps: readonly Gap[], answer: Span, widthPx: number): readonly GapLabel[] {
  const scale = (at: number) => ((at - answer.from) / (answer.to - answer.from)) * widthPx;
  const taken: { readonly left: number; readonly right: number }[] = [];
  const labels: GapLabel[] = [];
  for (const gap of [...gaps].sort((a, b) => Number(isBlind(b)) - Number(isBlind(a)) || b.to - b.from - (a.to - a.from))) {
    const words = isBlind(gap) ? "not recorded" : "replicas not seen";
    const wordsPx = words.length * LETTER_PX + PAD_PX;
    const flipped = scale(gap.from) >= wordsPx;
    const left = flipped ? scale(gap.from) - wordsPx : scale(gap.to);
    const right = left + wordsPx;
    if (right > widthPx || taken.some((other) => left < other.right && right > other.left)) continue;
    taken.push({ left, right });
    labels.push({ at: flipped ? gap.from : gap.to, words, flipped });
  }
  return labels;
}
