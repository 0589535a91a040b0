import type { BandAnswer } from "@/lib/contract/history";
import { oneLine } from "@/lib/format/text/lists";
import { LABEL_DX_PX, markerRow } from "./marker-row";
import { marksOf } from "./marks-of";
import { percent } from "./plot-place";

const TOP = 3;
const LABEL = 11;
const GROUND = 113;

interface MarkerLinesProps {
  readonly answer: BandAnswer;
  readonly widthPx: number;
}

/** What happened around the machines: a dotted line each, its words above the plot. */
export function MarkerLines({ answer, widthPx }: MarkerLinesProps) {
  return markerRow(marksOf(answer), answer.from, answer.to, widthPx).map(({ percent: share, label, flipped, members }) => (
    <g key={`${members[0]?.at} ${label}`} data-marks={members.map(({ kind }) => kind).join(" ")}>
      <title>{oneLine(members.map((mark) => [mark.label, oneLine(mark.detail)].filter((words) => words !== "").join(": ")))}</title>
      <line x1={percent(share)} x2={percent(share)} y1={TOP} y2={GROUND} strokeDasharray="2 3" className="stroke-ink-3" />
      <text
        x={percent(share)}
        dx={flipped ? -LABEL_DX_PX : LABEL_DX_PX}
        y={LABEL}
        textAnchor={flipped ? "end" : "start"}
        className="fill-ink-2 font-mono text-xs"
      >
        {label}
      </text>
    </g>
  ));
}
