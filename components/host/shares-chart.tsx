"use client";

import { ChartWithCrosshair } from "@/components/timeline/chart-with-crosshair";
import { type ChartIncident, incidentCircles, markersWithoutCircle } from "@/components/timeline/incident-circles";
import { MarkerRow, MarkerRowLines } from "@/components/timeline/marker-row";
import { markerRowLayout } from "@/components/timeline/marker-row-layout";
import { ASSUMED_CHART_WIDTH_PX } from "@/components/timeline/plot-coordinates";
import { STATE_CHART_CROSSHAIR_LAYOUT } from "@/components/timeline/state-chart";
import { markerWeight } from "@/components/timeline/state-chart-markers";
import { STATE_CHART_LAYOUT } from "@/components/timeline/state-chart-plot";
import type { ServiceHistoryAnswer } from "@/lib/contract/answers/service-history";
import { sharePhrase, sharesPhrase, unknownPhrase } from "@/lib/format/host/share-words";
import { joinParts } from "@/lib/format/text/lists";
import { ShareMark } from "./share-mark";
import { shareStops, sharesAt } from "./shares-at";
import { SharesPlot } from "./shares-plot";

interface SharesChartProps {
  readonly answer: ServiceHistoryAnswer;
  /** False where it is not live: then nothing in it is green. */
  readonly green: boolean;
  /** The incidents of the service; null = not known yet. */
  readonly incidents: readonly ChartIncident[] | null;
  /** A while was dragged over, or marked with the keys. */
  readonly onSelect: (span: { readonly from: number; readonly to: number }) => void;
}

/** Machines and pods over time, read at any moment by pointer or keys; a while can be cut out of them. */
export function SharesChart({ answer, green, incidents, onSelect }: SharesChartProps) {
  const numbered = incidentCircles(answer, incidents);
  const marks = markersWithoutCircle(
    answer.markers.map(({ at, label, detail, kind, count }) => ({ at, label, detail, kind, weight: markerWeight(kind, count) })),
    numbered,
    incidents ?? [],
  );
  return (
    <ChartWithCrosshair
      span={answer}
      stops={shareStops(answer)}
      onSelect={onSelect}
      what="chart"
      frame={STATE_CHART_CROSSHAIR_LAYOUT}
      guessPx={ASSUMED_CHART_WIDTH_PX}
      picture={(widthPx, zone) => {
        const layout = markerRowLayout({ numbered, marks, gaps: [], span: answer, widthPx });
        return (
          <>
            <MarkerRow layout={layout} widthPx={widthPx} />
            <SharesPlot
              answer={answer}
              widthPx={widthPx}
              zone={zone}
              green={green}
              lines={<MarkerRowLines layout={layout} widthPx={widthPx} ground={STATE_CHART_LAYOUT.ground} />}
            />
          </>
        );
      }}
      textAt={(at) => [sharesPhrase(sharesAt(answer, at)), ...nearWords(answer, at)].join("; ")}
      readingAt={(at) => <SharesReading answer={answer} at={at} green={green} />}
    />
  );
}

function SharesReading({ answer, at, green }: Pick<SharesChartProps, "answer" | "green"> & { readonly at: number }) {
  const then = sharesAt(answer, at);
  const { shares, unknown, isWhole } = then;
  return (
    <>
      {shares.map((share) => (
        <span key={share.kind} className="flex items-center gap-1.5">
          <ShareMark kind={share.kind} green={green} />
          {sharePhrase(share, isWhole ? shares : null)}
        </span>
      ))}
      {unknown.map((kind) => (
        <span key={kind} className="text-blind">
          {unknownPhrase(kind)}
        </span>
      ))}
      {answer.pods === null && <span className="text-blind">pods are not visible</span>}
      {shares.length + unknown.length === 0 && <span className="text-ink-2">{sharesPhrase(then)}</span>}
      {nearWords(answer, at).map((words) => (
        <span key={words} className="text-ink-2">
          {words}
        </span>
      ))}
    </>
  );
}

/** What happened about then. */
function nearWords({ markers, from, to }: ServiceHistoryAnswer, at: number): readonly string[] {
  const near = markers.filter((mark) => Math.abs(mark.at - at) < (to - from) / 150);
  return near.map(({ label, detail }) => joinParts([label, detail], ": "));
}
