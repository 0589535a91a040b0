import type { Gap, HappenedRow, Stretch, TimelineAnswer } from "@/lib/contract/history";
import { gapPhrase } from "@/lib/format/band-words";
import type { Zone } from "@/lib/format/clock";
import { LANES, type Lane, nothingWords, stretchSentence } from "@/lib/format/lane-words";
import { formatMoment } from "@/lib/format/time-ticks";
import type { Span } from "./band-reading";
import { readLane, writtenChanges } from "./swimlane-reading";

interface SwimlaneReadoutProps {
  readonly answer: TimelineAnswer;
  readonly at: number;
  readonly selection: Span | null;
  readonly zone: Zone;
}

/** What was at the moment under the crosshair. For the eye only: the slider says the same to the ear. */
export function SwimlaneReadout({ answer, at, selection, zone }: SwimlaneReadoutProps) {
  const share = ((at - answer.from) / (answer.to - answer.from)) * 100;
  // Set after the first paint only: server-rendered HTML carries no styles.
  const place = share < 60 ? { left: `calc(${share}% + 10px)` } : { right: `calc(${100 - share}% + 10px)` };
  return (
    <div
      aria-hidden="true"
      style={place}
      className="pointer-events-none absolute top-[180px] z-3 grid w-max max-w-[min(420px,78vw)] gap-y-0.5 rounded-control border border-line-2 bg-raised px-2.5 py-1.5 text-s shadow-float"
    >
      <b className="font-mono font-medium tabular-nums">
        {selection === null
          ? formatMoment(at, answer.to, zone)
          : `${formatMoment(selection.from, answer.to, zone)} to ${formatMoment(selection.to, answer.to, zone)}`}
      </b>
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
    </div>
  );
}

/** A moment of all lanes in one line. */
export function swimlaneText(answer: TimelineAnswer, at: number, zone: Zone): string {
  const changes = changesNear(answer, at).map(({ type, detail }) => `${type} changed: ${detail}`);
  return [...readingsAt(answer, at, zone).map(({ words }) => words), ...changes].join("; ") || "nothing recorded";
}

interface Reading {
  readonly words: string;
  readonly isGap: boolean;
}

/** What the lanes say, each thing once: a gap hides several of them. */
function readingsAt(answer: TimelineAnswer, at: number, zone: Zone): readonly Reading[] {
  if (answer.recorded.since === null || at < answer.recorded.since) return [{ words: "before the record began", isGap: true }];
  const all = LANES.map((lane) => readingOf(lane, readLane(lane, answer, at), answer.to, zone)).filter(({ words }) => words !== "");
  return all.filter((reading, index) => all.findIndex((other) => other.words === reading.words) === index);
}

function readingOf(lane: Lane, what: Stretch | Gap | null, now: number, zone: Zone): Reading {
  if (what === null) return { words: nothingWords(lane), isGap: false };
  if ("reason" in what) return { words: gapPhrase(what, now, zone), isGap: true };
  return { words: stretchSentence(lane, what, now, zone), isGap: false };
}

function changesNear(answer: TimelineAnswer, at: number): readonly HappenedRow[] {
  return writtenChanges(answer).filter((change) => Math.abs(change.at - at) < (answer.to - answer.from) / 200);
}
