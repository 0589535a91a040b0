"use client";

import { useZone } from "@/components/table/use-zone";
import type { StateChartAnswer } from "@/lib/contract/answers/history";
import { availabilityPhrase, churnPhrase, computedSizesPhrase, expectedPhrase, layerWord, recordPhrase } from "@/lib/format/band-words";
import { joinParts } from "@/lib/format/text/lists";
import { recordedSpans } from "./band-reading";
import { countOf, LAYERS } from "./band-shape";
import { LayerCell } from "./layer-cell";

interface BandFooterProps {
  readonly answer: StateChartAnswer;
  /** One more figure of the band; "" = none. */
  readonly more?: string;
}

/** What a band is made of, and what it adds up to: one line under it. */
export function BandFooter({ answer, more = "" }: BandFooterProps) {
  const zone = useZone();
  const { availability, churn, expected, sizesComputedUntil, recorded, from, to } = answer;
  const isSeen = recordedSpans(answer).length > 0;
  const last = expected.at(-1);
  const isYoung = recorded.since === null || recorded.since > from || recorded.status !== "recording" || recorded.notice !== "";
  return (
    <div className="mt-1.5 flex min-h-5 flex-wrap justify-between gap-x-6 gap-y-1 text-s text-ink-3">
      <BandLegend answer={answer} />
      <p className="desk:text-right">
        {joinParts(
          [
            isYoung ? recordPhrase(recorded, to, zone) : "",
            last === undefined ? "" : expectedPhrase(last),
            computedSizesPhrase(sizesComputedUntil, to, zone),
            !isSeen ? "" : availabilityPhrase(availability, from, to, zone),
            more,
            !isSeen ? "" : churnPhrase(churn),
          ],
          " · ",
        )}
      </p>
    </div>
  );
}

/** The layers that a band has. */
export function BandLegend({ answer }: Pick<BandFooterProps, "answer">) {
  const present = LAYERS.filter((key) => answer.points.some((point) => countOf(point, key) > 0));
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {present.map((key) => (
        <li key={key} className="inline-flex items-center gap-1.5">
          <LayerCell layer={key} />
          {layerWord(key)}
        </li>
      ))}
      {present.length === 0 && recordedSpans(answer).length > 0 && <li>a flat line is good news</li>}
    </ul>
  );
}
