/** Something to mark above a plot. */
export interface Marked {
  readonly at: number;
  readonly label: string;
  readonly detail: string;
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

/** Places the labels of marks in one row: those that would overlap become one, "3 changes". Milliseconds and pixels. */
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

function spotOf(members: readonly Marked[], from: number, to: number, widthPx: number): Spot {
  const [first] = members;
  const label = members.length === 1 ? (first?.label ?? "") : sameLabel(members) ? `${first?.label} ×${members.length}` : `${members.length} changes`;
  const share = ((first?.at ?? from) - from) / (to - from);
  const x = share * widthPx;
  const labelPx = label.length * LETTER_PX;
  const flipped = x + labelPx > widthPx && x > labelPx;
  return { percent: share * 100, label, flipped, members, left: flipped ? x - labelPx : x, right: flipped ? x : x + labelPx };
}

function sameLabel(members: readonly Marked[]): boolean {
  return members.every(({ label }) => label === members[0]?.label);
}
