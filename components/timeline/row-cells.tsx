"use client";

import { memo } from "react";
import type { RowStateChart } from "@/lib/contract/answers/history";
import { isServingWord, wordOfState } from "@/lib/domain/verdict/verdict";
import { flapCountText } from "@/lib/format/swimlane-text";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { type RowChartSegment, rowChartSegments, rowChartText } from "./row-chart-segments";
import { useRowChart } from "./row-charts";
import { stateWordFillClass } from "./state-fill";

const HEIGHT_PX = 14;
const GROUND_PX = 12.5;

/** Table cell with the last hour of a row as a small chart. A flat line means no failure; unknown time is empty. */
export function LastHourCell({ id }: { readonly id: string }) {
  const { band, answer } = useRowChart(id);
  return <Hour band={band} windowMs={answer === null ? null : answer.to - answer.from} />;
}

/** `windowMs` null = not loaded yet. Memoized, because most answers repeat the values. */
const Hour = memo(function Hour({ band, windowMs }: { readonly band: RowStateChart | null; readonly windowMs: number | null }) {
  const runs = band === null ? [] : rowChartSegments(band);
  const buckets = band?.worst.length ?? 1;
  const words = windowMs === null ? "" : band === null ? "nothing recorded of it" : `last hour: ${rowChartText(runs, windowMs)}`;
  return (
    <svg
      width="64"
      height={HEIGHT_PX}
      viewBox={`0 0 ${buckets} ${HEIGHT_PX}`}
      preserveAspectRatio="none"
      role="img"
      data-band={windowMs === null ? "not-known" : band === null ? "none" : "recorded"}
      data-window-ms={windowMs ?? undefined}
      aria-label={words || "not known yet"}
      className="inline-block align-middle"
    >
      {words !== "" && <title>{words}</title>}
      {runs.map((run) => (
        <Segment key={run.from} run={run} />
      ))}
    </svg>
  );
});

function Segment({ run: { from, buckets, what, share } }: { readonly run: RowChartSegment }) {
  const line = { x1: from, x2: from + buckets, y1: GROUND_PX, y2: GROUND_PX, vectorEffect: "non-scaling-stroke", shapeRendering: "crispEdges" } as const;
  if (what === "nothing") return null;
  if (what === "not-recorded") return <line {...line} strokeDasharray="2 3" className="stroke-blind-cell" />;
  const word = wordOfState(what);
  const height = share === 0 || isServingWord(word) ? 0 : Math.max(3, (share / 100) * (GROUND_PX - 1));
  return (
    <>
      <line {...line} className="stroke-good-cell stroke-2" />
      {height > 0 && <rect x={from} width={buckets} y={GROUND_PX - height} height={height} shapeRendering="crispEdges" className={stateWordFillClass(word)} />}
    </>
  );
}

/** Table cell with the number of flaps in a day. The tooltip has the observed time and, for a group, the number of machines. */
export function FlapCountCell({ id, machines = null }: { readonly id: string; readonly machines?: number | null }) {
  const { band } = useRowChart(id);
  if (band === null || band.flaps === null) return <span className="text-ink-3">—</span>;
  const { flaps, flapsObservedMs } = band;
  const words = flapCountText(flaps, flapsObservedMs);
  return (
    <span title={machines === null ? words : `${words}, of ${plural(machines, "machine")}`} className={flaps === 0 ? "text-ink-3" : "font-medium text-warn"}>
      {formatNumber(flaps)}
    </span>
  );
}
