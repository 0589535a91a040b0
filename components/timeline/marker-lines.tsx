import { joinParts, oneLine } from "@/lib/format/text/lists";
import type { Span } from "./band-reading";
import { LABEL_DX_PX, type Marked, markerRow } from "./marker-row";
import { percent } from "./plot-place";

const TOP = 3;
const LABEL = 11;

interface MarkerLinesProps {
  readonly marks: readonly Marked[];
  /** The time range of the chart. */
  readonly span: Span;
  readonly widthPx: number;
  /** Where the lines end, in pixels from the top of the chart. */
  readonly ground: number;
  /** Returns the tooltip of a line. */
  readonly titleOf?: (members: readonly Marked[]) => string;
}

/** Dotted lines with labels at the top of a chart, for example "istiod rolled". */
export function MarkerLines({ marks, span, widthPx, ground, titleOf = labelsAndDetails }: MarkerLinesProps) {
  return markerRow(marks, span.from, span.to, widthPx).map(({ percent: share, label, flipped, members }) => (
    <g key={`${members[0]?.at} ${label}`} data-marks={members.flatMap(({ kind }) => kind ?? []).join(" ") || undefined}>
      <title>{titleOf(members)}</title>
      <line x1={percent(share)} x2={percent(share)} y1={TOP} y2={ground} strokeDasharray="2 3" className="stroke-ink-3" />
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

function labelsAndDetails(members: readonly Marked[]): string {
  return oneLine(members.map(({ label, detail }) => joinParts([label, oneLine(detail)], ": ")));
}
