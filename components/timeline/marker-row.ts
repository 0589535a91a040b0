/** Something to mark above a plot. */
export interface Marked {
  readonly at: number;
  readonly label: string;
  readonly detail: string;
  /** The code of the event, for tests. */
  readonly kind?: string;
  /** The more, the more telling: of several that stand together, the most telling is named first. */
  readonly weight: number;
}

/** One mark or several that stand too close, at a share (0–100) of the plot's width. */
export interface MarkerSpot {
  readonly percent: number;
  readonly label: string;
  /** Set where the label stands to the left of its line, for want of room. */
  readonly flipped: boolean;
  readonly members: readonly Marked[];
}

const LETTER_PX = 6.7;
const GAP_PX = 14;
/** So far beside its line a label stands. */
export const LABEL_DX_PX = 5;
/** The share of the plot that several labels in one may take. */
const TOGETHER = 0.4;

/** Places the labels of marks in one row: those that would overlap become one that names what happened, "cart −6, istiod rolled". Milliseconds and pixels. */
export function markerRow(marks: readonly Marked[], from: number, to: number, widthPx: number): readonly MarkerSpot[] {
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

interface Spot extends MarkerSpot {
  readonly left: number;
  readonly right: number;
}

/** The line is at the mark that the label names first: a merged label must not move the beginning of an incident. */
function spotOf(members: readonly Marked[], from: number, to: number, widthPx: number): Spot {
  const [first] = byWeight(members);
  const share = ((first?.at ?? from) - from) / (to - from);
  const x = share * widthPx;
  const whole = labelOf(members, widthPx);
  // To the left where only there is room, or more of it.
  const wholePx = widthOf(whole);
  const flipped = x + wholePx > widthPx && (x >= wholePx || x > widthPx / 2);
  const label = cutTo(whole, flipped ? x : widthPx - x);
  const labelPx = widthOf(label);
  return { percent: share * 100, label, flipped, members, left: flipped ? x - labelPx : x, right: flipped ? x : x + labelPx };
}

function byWeight(members: readonly Marked[]): readonly Marked[] {
  return [...members].sort((a, b) => b.weight - a.weight || a.at - b.at);
}

function widthOf(label: string): number {
  return label.length * LETTER_PX + LABEL_DX_PX;
}

function cutTo(label: string, roomPx: number): string {
  const letters = Math.max(1, Math.floor((roomPx - LABEL_DX_PX) / LETTER_PX));
  return label.length <= letters ? label : `${label.slice(0, Math.max(0, letters - 1))}…`;
}

/** What happened, the most telling first; where there is no room for all, the first and how many more. */
function labelOf(members: readonly Marked[], widthPx: number): string {
  const counts = new Map<string, number>();
  for (const { label } of byWeight(members)) counts.set(label, (counts.get(label) ?? 0) + 1);
  const labels = [...counts].map(([label, count]) => (count === 1 ? label : `${label} ×${count}`));
  const together = labels.join(", ");
  if (labels.length <= 1 || widthOf(together) <= widthPx * TOGETHER) return together;
  return `${labels[0]} +${members.length - (counts.get([...counts.keys()][0] ?? "") ?? 1)}`;
}
