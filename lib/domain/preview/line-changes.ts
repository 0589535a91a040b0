/** Of two texts, line by line: what is in both, in the first alone, in the second alone. */
export interface ChangedLines {
  /** Lines of the second text that the first has not; from 0. */
  readonly added: ReadonlySet<number>;
  /** Lines of the first text that the second has not, by the line of the second before which they stood. */
  readonly gone: ReadonlyMap<number, readonly string[]>;
}

/** So many lines that differ are compared pair by pair; beyond that they count as all other. */
const MOST = 1_500;

/** Which lines an edit added and took away, by their longest common sequence. */
export function changedLines(before: readonly string[], after: readonly string[]): ChangedLines {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const [ours, theirs] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const kept = ours.length > MOST || theirs.length > MOST ? [] : commonLines(ours, theirs);
  const added = new Set<number>();
  const gone = new Map<number, readonly string[]>();
  let [ourAt, theirAt] = [0, 0];
  for (const [ourKept, theirKept] of [...kept, [ours.length, theirs.length] as const]) {
    if (ourAt < ourKept) gone.set(head + theirAt, ours.slice(ourAt, ourKept));
    for (; theirAt < theirKept; theirAt++) added.add(head + theirAt);
    ourAt = ourKept + 1;
    theirAt = theirKept + 1;
  }
  return { added, gone };
}

/** The places of a longest common sequence, as pairs of indexes. */
function commonLines(ours: readonly string[], theirs: readonly string[]): readonly (readonly [number, number])[] {
  const width = theirs.length + 1;
  const longest = new Uint16Array((ours.length + 1) * width);
  const at = (row: number, column: number) => longest[row * width + column] ?? 0;
  for (let row = ours.length - 1; row >= 0; row--) {
    for (let column = theirs.length - 1; column >= 0; column--) {
      longest[row * width + column] = ours[row] === theirs[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < ours.length && column < theirs.length; ) {
    if (ours[row] === theirs[column]) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}
