"use client";

import { useZone } from "@/components/table/use-zone";
import type { TimelineAnswer } from "@/lib/contract/answers/history";
import type { State } from "@/lib/domain/verdict/verdict";
import type { Zone } from "@/lib/format/clock";
import { gapPhrase } from "@/lib/format/state-chart-text";
import { LANE_NAMES, LANES, type Lane, segmentDurationText, segmentLabel } from "@/lib/format/swimlane-text";
import { oneLine } from "@/lib/format/text/lists";
import { formatMoment } from "@/lib/format/time-ticks";
import { NewestFirstTable } from "./newest-first-table";
import { swimlaneMarkers } from "./swimlane-marker-lines";
import { laneGaps, laneSegments, objectChanges } from "./swimlane-values";

/** Limits the rows. A user who needs older rows chooses a shorter window. */
const MOST = 300;

interface LaneRow {
  readonly key: string;
  readonly at: number;
  readonly to: number | null;
  /** The lane, "gap" or "mark". `value` and `state` are those of a segment. */
  readonly row: Lane | "changes" | "gap" | "mark";
  readonly value: string;
  readonly state: State | null;
  readonly lane: string;
  readonly until: string;
  readonly lasted: string;
  readonly what: string;
  readonly detail: string;
}

/** The swimlanes as a table, newest first: every segment, gap, tick and marker. */
export function SwimlaneTable({ answer, caption }: { readonly answer: TimelineAnswer; readonly caption: string }) {
  const zone = useZone();
  const rows = rowsOf(answer, zone);
  return (
    <NewestFirstTable
      name="timeline"
      caption={caption}
      heads={HEADS}
      rows={rows}
      most={MOST}
      rowOf={({ key, at, to, row, value, state, lane, until, lasted, what, detail }) => (
        <tr
          key={key}
          data-lane={row}
          data-from={at}
          data-to={to ?? undefined}
          data-value={value}
          data-state={state ?? undefined}
          className={row === "gap" ? "text-blind" : ""}
        >
          <td className="text-ink-2">{lane}</td>
          <td className="font-mono text-s">{formatMoment(at, answer.to, zone)}</td>
          <td className="font-mono text-s">{until}</td>
          <td className="num text-ink-2">{lasted}</td>
          <td>{what}</td>
          <td className="wide text-ink-2" title={oneLine(detail)}>
            {oneLine(detail)}
          </td>
        </tr>
      )}
    />
  );
}

const HEADS = ["lane", "from", "to", "for", "what", "detail"].map((name) => ({ name }));

function rowsOf(answer: TimelineAnswer, zone: Zone): readonly LaneRow[] {
  const moment = (at: number) => formatMoment(at, answer.to, zone);
  const none = { to: null, value: "", state: null, until: "", lasted: "", detail: "" };
  const stretches = LANES.flatMap((lane) =>
    laneSegments(lane, answer).map((stretch) => ({
      key: `${lane} ${stretch.from} ${stretch.value} ${stretch.state}`,
      at: stretch.from,
      to: stretch.to,
      row: lane,
      value: stretch.value,
      state: stretch.state,
      lane: LANE_NAMES[lane],
      until: stretch.to === null ? "" : moment(stretch.to),
      lasted: segmentDurationText(stretch, answer.to),
      what: segmentLabel(lane, stretch, answer.to, zone),
      detail: stretch.detail,
    })),
  );
  const gaps = laneGaps("state", answer).map((gap) => ({
    ...none,
    key: `gap ${gap.from} ${gap.reason}`,
    at: gap.from,
    to: gap.to,
    row: "gap" as const,
    lane: "",
    until: moment(gap.to),
    lasted: segmentDurationText({ ...gap, fromAtLeast: false }, answer.to),
    what: "not recorded",
    detail: gapPhrase(gap, answer.to, zone),
  }));
  const changes = objectChanges(answer).map((change) => ({
    ...none,
    ...{ key: change.id, at: change.at, row: "changes" as const, value: change.type, lane: LANE_NAMES.changes, what: change.type, detail: change.detail },
  }));
  const marks = swimlaneMarkers(answer, zone).map(({ at, label, detail }) => ({
    ...none,
    ...{ key: `${at} ${label}`, at, row: "mark" as const, lane: "", what: label, detail },
  }));
  return [...stretches, ...gaps, ...changes, ...marks].sort((a, b) => b.at - a.at);
}
