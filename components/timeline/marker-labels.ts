/** An event to mark above a chart. */
export interface EventMarker {
  readonly at: number;
  readonly label: string;
  readonly detail: string;
  /** The event's code, which the DOM exposes for tests. */
  readonly kind?: string;
  /** Importance: of merged labels, the one with the largest weight comes first. */
  readonly weight: number;
}

/** The label of one marker, or of several whose labels would overlap. `percent`: its position, 0–100 % of the plot's width. */
export interface PlacedMarkerLabel {
  readonly percent: number;
  readonly label: string;
  /** True if the label is left of its line because the right side has no room. */
  readonly flipped: boolean;
  readonly members: readonly EventMarker[];
}

const LETTER_PX = 6.7;
const GAP_PX = 14;
/** Distance between a line and its label. */
export const LABEL_DISTANCE_PX = 5;
/** The largest share of the plot's width for a merged label. */
const TOGETHER = 0.4;

/** Places marker labels in one row. Labels that would overlap are merged into one: "cart −6, istiod rolled". Milliseconds and pixels. */
export function placeMarkerLabels(marks: readonly EventMarker[], from: number, to: number, widthPx: number): readonly PlacedMarkerLabel[] {
  const spots: Spot[] = marks
    .filter(({ at }) => at >= from && at <= to)
    .sort((a, b) => a.at - b.at)
    .map((mark) => spotOf([mark], from, to, widthPx));
  const kept: Spot[] = [];
  for (const spot of spots) {
    let last = spot;
    for (let before = kept.at(-1); before !== undefined && last.left < before.right + GAP_PX; before = kept.at(-1)) {
      kept.pop();
      last = spotOf([...before.members, ...last.members], from, to, widthPx);
    }
    kept.push(last);
  }
  return kept.map(({ percent, label, flipped, members }) => ({ percent, label, flipped, members }));
}

interface Spot extends PlacedMarkerLabel {
  readonly left: number;
  readonly right: number;
}

/** The line stays at the marker that is named first: merging must not move the start of an incident. */
function spotOf(members: readonly EventMarker[], from: number, to: number, widthPx: number): Spot {
  const [first] = byWeight(members);
  const share = ((first?.at ?? from) - from) / (to - from);
  const x = share * widthPx;
  const whole = labelOf(members, widthPx);
  // Left of the line if only the left side has room, or if it has more.
  const wholePx = widthOf(whole);
  const flipped = x + wholePx > widthPx && (x >= wholePx || x > widthPx / 2);
  const label = cutTo(whole, flipped ? x : widthPx - x);
  const labelPx = widthOf(label);
  return { percent: share * 100, label, flipped, members, left: flipped ? x - labelPx : x, right: flipped ? x : x + labelPx };
}

function byWeight(members: readonly EventMarker[]): readonly EventMarker[] {
  return [...members].sort((a, b) => b.weight - a.weight || a.at - b.at);
}

function widthOf(label: string): number {
  return label.length * LETTER_PX + LABEL_DISTANCE_PX;
}

function cutTo(label: string, roomPx: number): string {
  const letters = Math.max(1, Math.floor((roomPx - LABEL_DISTANCE_PX) / LETTER_PX));
  return label.length <= letters ? label : `${label.slice(0, Math.max(0, letters - 1))}…`;
}

/** All labels, most important first; without room, the first and the number of the others. */
function labelOf(members: readonly EventMarker[], widthPx: number): string {
  const counts = new Map<string, number>();
  for (const { label } of byWeight(members)) counts.set(label, (counts.get(label) ?? 0) + 1);
  const labels = [...counts].map(([label, count]) => (count === 1 ? label : `${label} ×${count}`));
  const together = labels.join(", ");
  if (labels.length <= 1 || widthOf(together) <= widthPx * TOGETHER) return together;
  return `${labels[0]} +${members.length - (counts.get([...counts.keys()][0] ?? "") ?? 1)}`;
}
