import type { TimelineSpan } from "@/lib/contract/answers/history";
import { truncateText } from "@/lib/domain/object/clean-text";
import { type State, wordOfState } from "@/lib/domain/verdict/verdict";
import type { Zone } from "@/lib/format/clock";
import { type Lane, stretchLabels, stretchSentence } from "@/lib/format/lane-words";
import type { Span } from "./band-reading";
import { percentAt, percentOf } from "./plot-place";
import { stateFill } from "./state-fill";
import { BAR_PX } from "./swimlane-lines";

const LETTER_PX = 6.7;
const PADDING_PX = 7;

interface SwimlaneStretchProps {
  readonly lane: Lane;
  readonly stretch: TimelineSpan & { readonly drawn: Span };
  readonly window: Span;
  readonly widthPx: number;
  readonly y: number;
  readonly zone: Zone;
  /** The pattern that stands for what nobody can vouch for. */
  readonly hatch: string;
  /** Sessions of different replicas differ a little in strength; 0 = the first. */
  readonly shade: number;
}

/** A while of one lane: its bar, thin breaks where it was renewed, and what it is, as far as there is room. */
export function SwimlaneStretch({ lane, stretch, window, widthPx, y, zone, hatch, shade }: SwimlaneStretchProps) {
  const px = ((stretch.drawn.to - stretch.drawn.from) / (window.to - window.from)) * widthPx;
  const label = fittingLabel(stretchLabels(lane, stretch, window.to, zone), px);
  const doubted = wordOfState(stretch.state) === "unverified" && lane !== "existence";
  const marks = lane === "connection" ? stretch.marks.filter((at) => at > stretch.drawn.from && at < stretch.drawn.to) : [];
  return (
    <svg
      x={percentAt(stretch.drawn.from, window)}
      y={y}
      width={percentOf(stretch.drawn, window, (2 / Math.max(widthPx, 1)) * 100)}
      height={BAR_PX}
      data-stretch={stretch.value}
      data-state-word={stretch.state}
    >
      <title>{stretchSentence(lane, stretch, window.to, zone)}</title>
      <rect
        width="100%"
        height={BAR_PX}
        rx="1.5"
        {...(doubted ? { fill: `url(#${hatch})` } : { className: fillOf(lane, stretch.state), fillOpacity: [1, 0.66, 0.42][shade % 3] })}
      />
      <rect width="1" height={BAR_PX} className="fill-paper" />
      {marks.map((at) => (
        <rect key={at} x={percentAt(at, stretch.drawn)} width="1" height={BAR_PX} className="fill-paper" data-mark="" />
      ))}
      {label !== "" && !doubted && (
        <text x={PADDING_PX} y="13" className={`font-mono text-xs ${inkOf(lane, stretch.state)}`}>
          {label}
        </text>
      )}
    </svg>
  );
}

/** The longest label with room; else the beginning of the shortest, and nothing rather than a letter or two. */
function fittingLabel(labels: readonly string[], px: number): string {
  const most = Math.floor((px - 2 * PADDING_PX) / LETTER_PX);
  const whole = labels.find(({ length }) => length <= most);
  if (whole !== undefined || most < 4) return whole ?? "";
  return `${truncateText(labels.at(-1) ?? "", most - 1).replace(/[… ·]+$/, "")}…`;
}

function fillOf(lane: Lane, state: State): string {
  if (lane === "existence") return "fill-idle-wash stroke-line";
  return isReportedAbove(lane, state) ? "fill-idle-cell" : stateFill(state);
}

/** The lane of health has the colour of a failed report. */
function isReportedAbove(lane: Lane, state: State): boolean {
  return lane === "state" && state === "unhealthy";
}

/** Words on a bar: paper on red, the darker of the two on amber, ink on what is pale. */
function inkOf(lane: Lane, state: State): string {
  if (lane === "existence") return "fill-ink-2";
  if (isReportedAbove(lane, state)) return "fill-ink";
  const word = wordOfState(state);
  if (word === "unhealthy" || word === "lost") return "fill-paper font-medium";
  return word === "reconnecting" ? "fill-[light-dark(var(--ink),var(--paper))]" : "fill-ink";
}
