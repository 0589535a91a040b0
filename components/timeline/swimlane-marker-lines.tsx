import type { TimelineAnswer } from "@/lib/contract/answers/history";
import type { Zone } from "@/lib/format/clock";
import { joinParts, oneLine } from "@/lib/format/text/lists";
import { formatMoment } from "@/lib/format/time-ticks";
import { type EventMarker, LABEL_DISTANCE_PX, placeMarkerLabels } from "./marker-labels";
import { svgPercent } from "./plot-coordinates";
import { markerWeight } from "./state-chart-markers";
import { laneTopPx, SWIMLANE_LAYOUT } from "./swimlane-layout";
import { currentFailure, markersOfMachine, unverifiedTimes } from "./swimlane-values";

/** `blind`: the connection is unverified from here on. `bad`: the machine failed or was lost here, and still is. */
type MarkTone = "blind" | "bad" | "plain";

/** Returns the labelled lines of a machine's swimlanes. An unverified connection replaces the marker of its replica at the same time. */
export function swimlaneMarkers(answer: TimelineAnswer, zone: Zone): readonly (EventMarker & { readonly tone: MarkTone })[] {
  const near = (answer.to - answer.from) / 100;
  const doubts = unverifiedTimes(answer);
  // Incidents have a numbered circle above the lanes instead.
  const others = markersOfMachine(answer).filter(
    ({ at, kind, incident }) => incident === undefined && !(kind === "istiod" && doubts.some((doubt) => Math.abs(doubt.at - at) < near)),
  );
  const time = (at: number) => formatMoment(at, answer.to, zone);
  return [
    ...currentFailure(answer).map(({ at, word, detail }) => ({ at, label: `${time(at)} ${word}`, detail, weight: FAILURE, tone: "bad" as const })),
    ...doubts.map(({ at, replica, detail }) => ({
      at,
      label: `${time(at)} ${replica === "" ? "unverified" : `${replica} ${detail === "leaked" ? "too long silent" : "gone"}`}`,
      detail: "from here on, the connection is unverified",
      weight: UNVERIFIED,
      tone: "blind" as const,
    })),
    ...others.map(({ at, label, detail, kind, count }) => ({
      at,
      label: `${time(at)} ${label}`,
      detail,
      weight: markerWeight(kind, count),
      tone: "plain" as const,
    })),
  ].sort((a, b) => a.at - b.at);
}

const FAILURE = 20_000;
const UNVERIFIED = 10_000;

interface SwimlaneMarkerLinesProps {
  readonly answer: TimelineAnswer;
  readonly widthPx: number;
  readonly zone: Zone;
}

const LINES: Readonly<Record<MarkTone, string>> = { blind: "stroke-blind stroke-[1.5]", bad: "stroke-bad-cell stroke-[1.5]", plain: "stroke-ink-3" };
const LABELS: Readonly<Record<MarkTone, string>> = { blind: "fill-blind", bad: "fill-bad", plain: "fill-ink-2" };
const NAMES: Readonly<Record<MarkTone, string>> = { blind: "doubt", bad: "failure", plain: "" };

/** Vertical lines through the lanes, with their labels below. */
export function SwimlaneMarkerLines({ answer, widthPx, zone }: SwimlaneMarkerLinesProps) {
  const marks = swimlaneMarkers(answer, zone);
  const top = laneTopPx("connection") - 4;
  return placeMarkerLabels(marks, answer.from, answer.to, widthPx).map(({ percent: share, label, flipped, members }) => {
    const tones = members.map((member) => marks.find((mark) => mark.at === member.at && mark.label === member.label)?.tone);
    const tone = (["bad", "blind"] as const).find((one) => tones.includes(one)) ?? "plain";
    return (
      <g key={`${members[0]?.at} ${label}`} data-mark-line={NAMES[tone]}>
        <title>{oneLine(members.map((mark) => joinParts([mark.label, oneLine(mark.detail)], ": ")))}</title>
        <line
          x1={svgPercent(share)}
          x2={svgPercent(share)}
          y1={top}
          y2={SWIMLANE_LAYOUT.marks + 3}
          className={LINES[tone]}
          {...(tone === "plain" ? { strokeDasharray: "2 3" } : {})}
        />
        <text
          x={svgPercent(share)}
          dx={flipped ? -LABEL_DISTANCE_PX : LABEL_DISTANCE_PX}
          y={SWIMLANE_LAYOUT.marks}
          textAnchor={flipped ? "end" : "start"}
          className={`font-mono text-xs ${LABELS[tone]}`}
        >
          {label}
        </text>
      </g>
    );
  });
}
