import type { StateChartAnswer } from "@/lib/contract/answers/history";
import type { Zone } from "@/lib/format/clock";
import { gapPhrase, layerWord, outOfServicePhrase, servedPhrase } from "@/lib/format/state-chart-text";
import { joinParts } from "@/lib/format/text/lists";
import { formatNumber } from "@/lib/format/text/numbers";
import { LegendSquare } from "./legend-square";
import { stateChartMarkers } from "./state-chart-markers";
import { countInState, STACKED_STATES } from "./state-chart-shape";
import { stateChartValuesAt } from "./state-chart-values";

interface StateChartTooltipProps {
  readonly answer: StateChartAnswer;
  readonly at: number;
  readonly zone: Zone;
}

/** The tooltip at the crosshair: counts by state, gaps and markers at this time. */
export function StateChartTooltip({ answer, at, zone }: StateChartTooltipProps) {
  const { point, gaps } = stateChartValuesAt(answer, at);
  const near = stateChartMarkers(answer).filter((mark) => Math.abs(mark.at - at) < (answer.to - answer.from) / 150);
  return (
    <>
      {point !== null && <span>{servedPhrase(point)}</span>}
      {point !== null &&
        STACKED_STATES.filter((key) => countInState(point, key) > 0).map((key) => (
          <span key={key} className="flex items-center gap-1.5 text-ink-2">
            <LegendSquare layer={key} />
            {formatNumber(countInState(point, key))} {layerWord(key)}
          </span>
        ))}
      {gaps.map((gap) => (
        <span key={gap.from} className="text-blind">
          {gapPhrase(gap, answer.to, zone)}
        </span>
      ))}
      {point === null && gaps.length === 0 && <span className="text-ink-2">{unseen(answer, at)}</span>}
      {near.map((mark) => (
        <span key={`${mark.at} ${mark.label}`} className="text-ink-2">
          {joinParts([mark.label, mark.detail], ": ")}
        </span>
      ))}
    </>
  );
}

/** The values of a state chart at one point in time as a sentence for screen readers. */
export function stateChartValueText(answer: StateChartAnswer, at: number): string {
  const { point, gaps } = stateChartValuesAt(answer, at);
  if (point === null) return gaps.length > 0 ? "no history" : unseen(answer, at);
  const out = outOfServicePhrase(point);
  return out === "" ? servedPhrase(point) : `${servedPhrase(point)}; ${out}`;
}

/** Why there is no value outside of gaps: the time is before the first or after the last observation. */
function unseen({ recorded }: StateChartAnswer, at: number): string {
  return recorded.since === null || at < recorded.since ? "before the history began" : "no history";
}
