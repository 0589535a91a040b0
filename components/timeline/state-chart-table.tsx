"use client";

import { useZone } from "@/components/table/use-zone";
import type { StateChartAnswer } from "@/lib/contract/answers/history";
import { gapPhrase, layerWord } from "@/lib/format/state-chart-text";
import { formatNumber } from "@/lib/format/text/numbers";
import { formatMoment } from "@/lib/format/time-ticks";
import { NewestFirstTable } from "./newest-first-table";
import { stateChartMarkers } from "./state-chart-markers";
import { countInState, STACKED_STATES } from "./state-chart-shape";
import { hatchedGaps } from "./state-chart-values";

/** Limits the rows. A user who needs older rows chooses a shorter window. */
const MOST = 120;

/** The state chart as a table, newest first: every point, gap and marker. */
export function StateChartTable({ answer, caption }: { readonly answer: StateChartAnswer; readonly caption: string }) {
  const zone = useZone();
  const shown = STACKED_STATES.filter((key) => answer.points.some((point) => countInState(point, key) > 0));
  const rows = [
    ...answer.points.map((point) => ({ at: Math.max(point.at, answer.from), point, words: "" })),
    ...hatchedGaps(answer).map((gap) => ({ at: gap.from, point: null, words: gapPhrase(gap, answer.to, zone) })),
    ...stateChartMarkers(answer).map(({ at, label, detail }) => ({ at, point: null, words: [label, detail].filter((part) => part !== "").join(": ") })),
  ].sort((a, b) => b.at - a.at);
  const heads = [
    { name: "from" },
    { name: "served", num: true },
    { name: "of", num: true },
    ...shown.map((key) => ({ name: layerWord(key), num: true })),
    { name: "what happened" },
  ];
  return (
    <NewestFirstTable
      name="band"
      caption={caption}
      heads={heads}
      rows={rows}
      most={MOST}
      rowOf={({ at, point, words }) => (
        <tr key={`${at} ${words}`}>
          <td data-column="from" className="font-mono text-s">
            {formatMoment(at, answer.to, zone)}
          </td>
          <td data-column="serving" className="num">
            {point === null ? "" : formatNumber(point.serving)}
          </td>
          <td data-column="size" className="num text-ink-3">
            {point === null ? "" : formatNumber(point.total + point.missing)}
          </td>
          {shown.map((key) => (
            <td key={key} data-column={key} className="num">
              {point === null ? "" : countInState(point, key) === 0 ? <span className="text-ink-3">0</span> : formatNumber(countInState(point, key))}
            </td>
          ))}
          <td data-column="event" className="wide text-ink-2">
            {words}
          </td>
        </tr>
      )}
    />
  );
}
