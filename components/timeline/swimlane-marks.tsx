import type { TimelineAnswer } from "@/lib/contract/answers/history";
import type { Zone } from "@/lib/format/clock";
import { joinParts, oneLine } from "@/lib/format/text/lists";
import { formatMoment } from "@/lib/format/time-ticks";
import { LABEL_DX_PX, type Marked, markerRow } from "./marker-row";
import { weightOf } from "./marks-of";
import { percent } from "./plot-place";
import { LANE_LINES, laneTop } from "./swimlane-lines";
import { doubtsOf, marksAround } from "./swimlane-reading";

/** What happened around a machine, and from when on nobody could vouch for it. A doubt's own mark stands for a replica's at the same moment. */
export function swimlaneMarks(answer: TimelineAnswer, zone: Zone): readonly (Marked & { readonly doubt: boolean })[] {
  const near = (answer.to - answer.from) / 100;
  const doubts = doubtsOf(answer);
  // The lane above has a circle for each incident.
  const others = marksAround(answer).filter(
    ({ at, kind, incident }) => incident === undefined && !(kind === "istiod" && doubts.some((doubt) => Math.abs(doubt.at - at) < near)),
  );
  return [
    ...doubts.map(({ at, replica, detail }) => ({
      at,
      label: `${formatMoment(at, answer.to, zone)} ${replica === "" ? "unverified" : `${replica} ${detail === "leaked" ? "too long silent" : "gone"}`}`,
      detail: "from here on, the connection is unverified",
      weight: DOUBT,
      doubt: true,
    })),
    ...others.map(({ at, label, detail, kind, count }) => ({
      at,
      label: `${formatMoment(at, answer.to, zone)} ${label}`,
      detail,
      weight: weightOf(kind, count),
      doubt: false,
    })),
  ].sort((a, b) => a.at - b.at);
}

/** Before all else: from then on nobody could vouch. */
const DOUBT = 10_000;

interface SwimlaneMarksProps {
  readonly answer: TimelineAnswer;
  readonly widthPx: number;
  readonly zone: Zone;
}

/** A line through the lanes for each mark, its words below them: violet where a replica's going left nobody to vouch. */
export function SwimlaneMarks({ answer, widthPx, zone }: SwimlaneMarksProps) {
  const marks = swimlaneMarks(answer, zone);
  const top = laneTop("connection") - 4;
  return markerRow(marks, answer.from, answer.to, widthPx).map(({ percent: share, label, flipped, members }) => {
    const doubt = members.some((member) => marks.some((mark) => mark.doubt && mark.at === member.at));
    return (
      <g key={`${members[0]?.at} ${label}`} data-mark-line={doubt ? "doubt" : ""}>
        <title>{oneLine(members.map((mark) => joinParts([mark.label, oneLine(mark.detail)], ": ")))}</title>
        <line
          x1={percent(share)}
          x2={percent(share)}
          y1={top}
          y2={LANE_LINES.marks + 3}
          className={doubt ? "stroke-blind stroke-[1.5]" : "stroke-ink-3"}
          {...(doubt ? {} : { strokeDasharray: "2 3" })}
        />
        <text
          x={percent(share)}
          dx={flipped ? -LABEL_DX_PX : LABEL_DX_PX}
          y={LANE_LINES.marks}
          textAnchor={flipped ? "end" : "start"}
          className={`font-mono text-xs ${doubt ? "fill-blind" : "fill-ink-2"}`}
        >
          {label}
        </text>
      </g>
    );
  });
}
