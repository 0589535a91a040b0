"use client";

import { statementAttributes } from "@/components/state/statement";
import { useTense } from "@/components/table/use-tense";
import { useZone } from "@/components/table/use-zone";
import type { StateChartAnswer } from "@/lib/contract/answers/history";
import type { Statement } from "@/lib/domain/statements/statement";
import type { Zone } from "@/lib/format/clock";
import {
  availabilityPhrase,
  chartCaption,
  computedSizesPhrase,
  expectedPhrase,
  historyProblemText,
  layerWord,
  notServingText,
  recordedSincePhrase,
  thinLineText,
} from "@/lib/format/state-chart-text";
import { joinParts } from "@/lib/format/text/lists";
import type { Tense } from "@/lib/format/text/tense";
import { TableSwitch } from "./history-chart-section";
import { type ChartIncident, longRunningMachines } from "./incident-circles";
import { LegendSquare } from "./legend-square";
import { countInState, notServingCount, STACKED_STATES } from "./state-chart-shape";
import { recordedSpans } from "./state-chart-values";
import type { ChartUrl } from "./use-chart-url";

interface StateChartCaptionProps {
  readonly answer: StateChartAnswer;
  readonly incidents?: readonly ChartIncident[] | null;
  readonly url?: ChartUrl;
  /** True if the page shows no counts by state elsewhere, so that the chart needs its own legend. */
  readonly hasLegend?: boolean;
  /** An additional figure at the end of the caption; "" = none. */
  readonly more?: string;
  readonly counted?: CountedClusters | undefined;
}

/** The clusters that the newest number counts, if not all, and the tense for them. */
export interface CountedClusters {
  readonly reached: readonly string[];
  readonly tense: Tense;
}

/** The number of machines that do not serve at the right end of the chart. `old`: those in long-running incidents, drawn as a thin line. */
interface NotServing extends Statement {
  readonly kind: "chart-not-serving";
  readonly number: number;
  readonly old: number;
}

/**
 * The caption of a state chart: the newest number of machines that do not serve, then availability and churn of the window. The tooltip has exact
 * limits.
 */
export function StateChartCaption({ answer, incidents = null, url, hasLegend = false, more = "", counted }: StateChartCaptionProps) {
  const zone = useZone();
  const whole = useTense();
  const { tense, reached } = counted ?? { tense: whole, reached: [] };
  const old = longRunningMachines(incidents ?? []);
  const { availability, churn, recorded, to } = answer;
  const last = answer.points.at(-1);
  const isSeen = recordedSpans(answer).length > 0 && last !== undefined;
  const number = last === undefined ? 0 : notServingCount(last);
  const oldNumber = Math.min(
    number,
    old.reduce((sum, { unhealthy, lost, unverified }) => sum + unhealthy + lost + unverified, 0),
  );
  const statement: NotServing = { kind: "chart-not-serving", number, old: oldNumber };
  const problem = historyProblemText(recorded);
  return (
    <div className="mt-1.5 flex min-h-[38px] flex-wrap justify-between gap-x-6 gap-y-0.5 text-s text-ink-3">
      <div className="max-w-full">
        {isSeen && (
          <p {...statementAttributes(statement, tense)}>
            {joinParts([notServingText(number, tense, reached), thinLineText(old, number - oldNumber, to)], " ")}
          </p>
        )}
        {problem !== "" && <p className="text-blind">{problem}</p>}
        <p>
          <span title={exactLimits(answer, zone)}>{joinParts([chartCaption(isSeen ? availability : null, churn, answer), isSeen ? more : ""], " · ")}</span>
          {url !== undefined && (
            <>
              {" · "}
              <TableSwitch url={url} />
            </>
          )}
        </p>
      </div>
      {hasLegend && <StateChartLegend answer={answer} />}
    </div>
  );
}

/** Tooltip text of a caption: availability, expected size and recorded time with their exact limits. */
function exactLimits({ availability, expected, sizesComputedUntil, recorded, from, to }: StateChartAnswer, zone: Zone): string {
  const last = expected.at(-1);
  return joinParts(
    [
      availabilityPhrase(availability, from, to, zone),
      last === undefined ? "" : expectedPhrase(last),
      computedSizesPhrase(sizesComputedUntil, to, zone),
      recordedSincePhrase(recorded, to, zone),
    ],
    " · ",
  );
}

/** The legend of a state chart. It lists only states that occur in the window. */
export function StateChartLegend({ answer }: Pick<StateChartCaptionProps, "answer">) {
  const present = STACKED_STATES.filter((key) => answer.points.some((point) => countInState(point, key) > 0));
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {present.map((key) => (
        <li key={key} className="inline-flex items-center gap-1.5">
          <LegendSquare layer={key} />
          {layerWord(key)}
        </li>
      ))}
    </ul>
  );
}
