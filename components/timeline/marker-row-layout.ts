import type { HistoryGap } from "@/lib/contract/answers/history";
import type { IncidentCircleMarker } from "./incident-circles";
import { type EventMarker, LABEL_DISTANCE_PX } from "./marker-labels";
import { gapHidesMachines } from "./state-chart-shape";
import type { TimeSpan } from "./state-chart-values";

/** A placed circle: `x` is its centre, `markX` the time of its incident. Pixels from the left. */
interface PlacedCircle {
  readonly x: number;
  readonly markX: number;
  readonly mark: IncidentCircleMarker;
}

/** A circle such as "+3" for incidents without room. */
interface HiddenCircles {
  readonly x: number;
  readonly hidden: readonly IncidentCircleMarker[];
}

/** A placed text; "" = no room, so only its line is drawn. `markX`: the position of its line; null = no line. Pixels from the left. */
export interface MarkerRowLabel {
  readonly x: number;
  readonly anchor: "start" | "middle" | "end";
  readonly text: string;
  readonly markX: number | null;
  readonly members: readonly EventMarker[];
}

/** Positions of everything in the row of markers above a chart, without overlaps. */
export interface MarkerRowLayout {
  readonly circles: readonly PlacedCircle[];
  readonly more: readonly HiddenCircles[];
  readonly gaps: readonly GapLabel[];
  readonly labels: readonly MarkerRowLabel[];
}

/** The label of a gap. `x`: the middle of the text, in pixels from the left. */
export interface GapLabel {
  readonly x: number;
  readonly text: string;
  /** True if the row has a circle above the gap. The label is then inside the plot, because next to the circle it would seem to belong to it. */
  readonly isInPlot: boolean;
}

interface MarkerRowContent {
  readonly numbered: readonly IncidentCircleMarker[];
  readonly marks: readonly EventMarker[];
  readonly gaps: readonly HistoryGap[];
  readonly span: TimeSpan;
  readonly widthPx: number;
}

/** Distance between the centres of two neighbouring circles. */
const PITCH_PX = 20;
const HALF_PX = PITCH_PX / 2;
/** The most circles in one cluster. With more, a circle would be too far from its time. */
const MOST_BESIDE = 5;
const LETTER_PX = 6.7;
const SPACE_PX = 6;

/** Places circles first, then labels of gaps, then labels of other markers while there is room. */
export function markerRowLayout({ numbered, marks, gaps, span, widthPx }: MarkerRowContent): MarkerRowLayout {
  const scale = (at: number) => ((Math.min(Math.max(at, span.from), span.to) - span.from) / (span.to - span.from)) * widthPx;
  const chains = chainsOf(numbered, scale);
  const items = chains.flatMap(withoutCrowd);
  const placed = spread(items.length * PITCH_PX <= widthPx ? items : withoutCrowd(chains.flat()), widthPx);
  const taken = placed.map(({ x }) => ({ left: x - HALF_PX, right: x + HALF_PX }));
  const free = (place: Place) => place.left >= 0 && place.right <= widthPx && !taken.some((one) => overlaps(place, one));
  const take = (places: readonly (Place & Pick<MarkerRowLabel, "x" | "anchor">)[]) => {
    const found = places.find(free);
    if (found !== undefined) taken.push({ left: found.left - SPACE_PX, right: found.right + SPACE_PX });
    return found;
  };
  const byLength = [...gaps].sort((a, b) => Number(gapHidesMachines(b)) - Number(gapHidesMachines(a)) || b.to - b.from - (a.to - a.from));
  const lines = [...placed.map(({ markX }) => markX), ...marks.map(({ at }) => scale(at))];
  const inPlot: Place[] = [];
  const isFreeInPlot = (place: Place) => !inPlot.some((one) => overlaps(one, place)) && !lines.some((x) => x > place.left && x < place.right);
  const gapLabels = byLength.flatMap((gap): GapLabel[] => {
    const text = gapHidesMachines(gap) ? "no history" : "replicas not seen";
    const [from, to, textPx] = [scale(gap.from), scale(gap.to), text.length * LETTER_PX];
    const above = take([aboveGap(from, to, textPx, widthPx)]);
    if (above !== undefined) return [{ x: above.x, text, isInPlot: false }];
    const inside = insideGap(from, to, textPx).find(isFreeInPlot);
    if (inside === undefined) return [];
    inPlot.push(inside);
    return [{ x: inside.left + textPx / 2, text, isInPlot: true }];
  });
  // Each marker keeps its own line: a change right before an incident is as important as the incident.
  const byWeight = marks.filter(({ at }) => at >= span.from && at <= span.to).sort((a, b) => b.weight - a.weight || a.at - b.at);
  const labels = byWeight.map((mark): MarkerRowLabel => {
    const markX = scale(mark.at);
    const found = take(besideLine(markX, mark.label.length * LETTER_PX));
    return { x: found?.x ?? markX, anchor: found?.anchor ?? "start", text: found === undefined ? "" : mark.label, markX, members: [mark] };
  });
  return {
    circles: placed.flatMap(({ x, markX, mark, hidden }) => (hidden.length === 0 ? [{ x, markX, mark }] : [])),
    more: placed.flatMap(({ x, hidden }) => (hidden.length === 0 ? [] : [{ x, hidden }])),
    gaps: gapLabels,
    labels,
  };
}

interface Place {
  readonly left: number;
  readonly right: number;
}

/** A circle before it is placed. With `hidden` markers it is drawn as "+3". */
interface Item {
  readonly markX: number;
  readonly mark: IncidentCircleMarker;
  readonly hidden: readonly IncidentCircleMarker[];
}

/** Clusters of circles that would overlap, in the order of their numbers. */
function chainsOf(numbered: readonly IncidentCircleMarker[], scale: (at: number) => number): readonly (readonly Item[])[] {
  const chains: Item[][] = [];
  for (const mark of [...numbered].sort((a, b) => a.number - b.number)) {
    const item = { markX: scale(mark.at), mark, hidden: [] };
    const last = chains.at(-1);
    // A cluster grows to the right when its circles are placed beside each other.
    const end = last === undefined ? Number.NEGATIVE_INFINITY : Math.max(last.at(-1)?.markX ?? 0, (last[0]?.markX ?? 0) + (last.length - 1) * PITCH_PX);
    if (last !== undefined && item.markX - end < PITCH_PX) last.push(item);
    else chains.push([item]);
  }
  return chains;
}

/** Keeps the circles of open incidents, then the newest ones. Replaces the others by one "+3" before them. */
function withoutCrowd(chain: readonly Item[]): readonly Item[] {
  if (chain.length <= MOST_BESIDE) return chain;
  const rank = ({ mark }: Item) => Number(mark.look === "over") * chain.length - mark.number;
  const kept = new Set([...chain].sort((a, b) => rank(a) - rank(b)).slice(0, MOST_BESIDE - 1));
  const hidden = chain.filter((item) => !kept.has(item));
  const [first] = chain;
  return first === undefined ? chain : [{ ...first, hidden: hidden.map(({ mark }) => mark) }, ...chain.filter((item) => kept.has(item))];
}

/** Moves circles apart, so that none overlap and all stay inside the row. */
function spread(items: readonly Item[], widthPx: number): readonly (Item & { readonly x: number })[] {
  const xs: number[] = [];
  for (const { markX } of items) xs.push(Math.max(markX, HALF_PX, (xs.at(-1) ?? Number.NEGATIVE_INFINITY) + PITCH_PX));
  for (let index = xs.length - 1; index >= 0; index--) xs[index] = Math.min(xs[index] ?? 0, (xs[index + 1] ?? widthPx + HALF_PX) - PITCH_PX);
  return items.map((item, index) => ({ ...item, x: xs[index] ?? item.markX }));
}

function overlaps(one: Place, other: Place): boolean {
  return one.left < other.right && one.right > other.left;
}

/** Position for the label of a gap: centred above it. */
function aboveGap(from: number, to: number, textPx: number, widthPx: number) {
  const middle = Math.min(Math.max((from + to) / 2, textPx / 2), widthPx - textPx / 2);
  return { x: middle, anchor: "middle" as const, left: middle - textPx / 2, right: middle + textPx / 2 };
}

/** Positions for the label inside a wide gap, best first: its middle, start and end. */
function insideGap(from: number, to: number, textPx: number): readonly Place[] {
  if (to - from < textPx) return [];
  return [(from + to - textPx) / 2, from, to - textPx].map((left) => ({ left, right: left + textPx }));
}

/** Positions for the label of a marker, best first: right of its line, left of it. */
function besideLine(x: number, textPx: number) {
  const [after, before] = [x + LABEL_DISTANCE_PX, x - LABEL_DISTANCE_PX];
  return [
    { x: after, anchor: "start" as const, left: x, right: after + textPx },
    { x: before, anchor: "end" as const, left: before - textPx, right: x },
  ];
}
