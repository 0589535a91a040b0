import type { ActivityRow, HistoryGap, TimelineAnswer, TimelineSpan } from "@/lib/contract/answers/history";
import type { Zone } from "@/lib/format/clock";
import { gapPhrase } from "@/lib/format/state-chart-text";
import { emptyLaneText, LANES, type Lane, segmentSentence } from "@/lib/format/swimlane-text";
import { laneValueAt, objectChanges } from "./swimlane-values";

interface SwimlaneTooltipProps {
  readonly answer: TimelineAnswer;
  readonly at: number;
  readonly zone: Zone;
}

/** The tooltip at the crosshair: the value of each lane and the changes at this time. */
export function SwimlaneTooltip({ answer, at, zone }: SwimlaneTooltipProps) {
  return (
    <>
      {readingsAt(answer, at, zone).map(({ words, isGap }) => (
        <span key={words} className={isGap ? "text-blind" : "text-ink-2"}>
          {words}
        </span>
      ))}
      {changesNear(answer, at).map((change) => (
        <span key={change.id} className="whitespace-pre-line text-ink-2">
          {change.type}: {change.detail}
        </span>
      ))}
    </>
  );
}

/** The values of all lanes at one point in time as a sentence for screen readers. */
export function swimlaneValueText(answer: TimelineAnswer, at: number, zone: Zone): string {
  const changes = changesNear(answer, at).map(({ type, detail }) => `${type} changed: ${detail}`);
  return [...readingsAt(answer, at, zone).map(({ words }) => words), ...changes].join("; ") || "nothing recorded";
}

interface Reading {
  readonly words: string;
  readonly isGap: boolean;
}

/** The values of the lanes without duplicates: one gap can hide several lanes. */
function readingsAt(answer: TimelineAnswer, at: number, zone: Zone): readonly Reading[] {
  if (answer.recorded.since === null || at < answer.recorded.since) return [{ words: "before the record began", isGap: true }];
  const all = LANES.map((lane) => readingOf(lane, laneValueAt(lane, answer, at), answer.to, zone)).filter(({ words }) => words !== "");
  return all.filter((reading, index) => all.findIndex((other) => other.words === reading.words) === index);
}

function readingOf(lane: Lane, what: TimelineSpan | HistoryGap | null, now: number, zone: Zone): Reading {
  if (what === null) return { words: emptyLaneText(lane), isGap: false };
  if ("reason" in what) return { words: gapPhrase(what, now, zone), isGap: true };
  return { words: segmentSentence(lane, what, now, zone), isGap: false };
}

function changesNear(answer: TimelineAnswer, at: number): readonly ActivityRow[] {
  return objectChanges(answer).filter((change) => Math.abs(change.at - at) < (answer.to - answer.from) / 200);
}
