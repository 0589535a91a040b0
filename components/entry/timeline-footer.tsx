"use client";

import { CellSquare } from "@/components/state/cell-square";
import { cellKind } from "@/components/state/tone";
import { useZone } from "@/components/table/use-zone";
import { useFreshness } from "@/lib/client/status";
import type { TimelineAnswer } from "@/lib/contract/answers/history";
import { shownVerdict } from "@/lib/domain/verdict/freshness";
import { countWithWord } from "@/lib/domain/verdict/state-code";
import { STATE_WORDS, statesCountedAs } from "@/lib/domain/verdict/verdict";
import { recordedSincePhrase } from "@/lib/format/state-chart-text";
import { WORDS } from "@/lib/format/state-words";
import { flapCountText, timeShareText } from "@/lib/format/swimlane-text";
import { formatSpan } from "@/lib/format/text/duration";
import { formatMoment } from "@/lib/format/time-ticks";

/** The caption of the swimlanes: the share of the observed time in each state, flaps, and the last confirmation of health. */
export function SwimlanesCaption({ answer }: { readonly answer: TimelineAnswer }) {
  const zone = useZone();
  const freshness = useFreshness();
  const { timeInState, flaps24h, flapsObservedMs, confirmedAt, recorded, from, to } = answer;
  const observedMs = timeInState.reduce((sum, ms) => sum + ms, 0);
  const parts = STATE_WORDS.flatMap((word) => (countWithWord(timeInState, word) > 0 ? [{ word, ms: countWithWord(timeInState, word) }] : []));
  const isYoung = recorded.since === null || recorded.since > from || recorded.status !== "recording" || recorded.notice !== "";
  return (
    <div className="mt-1 flex min-h-5 flex-wrap justify-between gap-x-6 gap-y-1 text-s text-ink-3">
      <ul aria-label="True time in state" className="flex flex-wrap gap-x-4 gap-y-1">
        {parts.map(({ word, ms }) => (
          <li
            key={word}
            data-state={word}
            data-ms={ms}
            className="inline-flex items-center gap-1.5"
            title={`${formatSpan(ms)} of ${formatSpan(observedMs)} observed`}
          >
            <CellSquare kind={cellKind(shownVerdict({ state: statesCountedAs(word)[0] ?? "healthy", vouched: true }, freshness))} />
            {WORDS[word]} {timeShareText(ms, observedMs)}
          </li>
        ))}
      </ul>
      <p data-flaps={flaps24h ?? undefined} className="desk:text-right">
        {[
          observedMs > 0 ? `of ${formatSpan(observedMs)} observed` : "",
          flapCountText(flaps24h, flapsObservedMs),
          confirmedAt === null ? "" : `health last confirmed ${formatMoment(confirmedAt, to, zone)}`,
          isYoung ? recordedSincePhrase(recorded, to, zone) : "",
        ]
          .filter((words) => words !== "")
          .join(" · ")}
      </p>
    </div>
  );
}
