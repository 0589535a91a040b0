import { joinParts, oneLine } from "@/lib/format/text/lists";
import { type EventMarker, LABEL_DISTANCE_PX, placeMarkerLabels } from "./marker-labels";
import { svgPercent } from "./plot-coordinates";
import type { TimeSpan } from "./state-chart-values";

const TOP = 3;
const LABEL = 11;

interface MarkerLinesProps {
  readonly marks: readonly EventMarker[];
  /** The time range of the chart. */
  readonly span: TimeSpan;
  readonly widthPx: number;
  /** Where the lines end, in pixels from the top of the chart. */
  readonly ground: number;
  /** Returns the tooltip of a line. */
  readonly titleOf?: (members: readonly EventMarker[]) => string;
}

/** Dotted lines with labels at the top of a chart, for example "istiod rolled". */
export function MarkerLines({ marks, span, widthPx, ground, titleOf = labelsAndDetails }: MarkerLinesProps) {
  return placeMarkerLabels(marks, span.from, span.to, widthPx).map(({ percent: share, label, flipped, members }) => (
    <g key={`${members[0]?.at} ${label}`} data-marks={members.flatMap(({ kind }) => kind ?? []).join(" ") || undefined}>
      <title>{titleOf(members)}</title>
      <line x1={svgPercent(share)} x2={svgPercent(share)} y1={TOP} y2={ground} strokeDasharray="2 3" className="stroke-ink-3" />
      <text
        x={svgPercent(share)}
        dx={flipped ? -LABEL_DISTANCE_PX : LABEL_DISTANCE_PX}
        y={LABEL}
        textAnchor={flipped ? "end" : "start"}
        className="fill-ink-2 font-mono text-xs"
      >
        {label}
      </text>
    </g>
  ));
}

function labelsAndDetails(members: readonly EventMarker[]): string {
  return oneLine(members.map(({ label, detail }) => joinParts([label, oneLine(detail)], ": ")));
}
