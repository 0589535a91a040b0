/** The line difference between two texts. */
export interface LineDiff {
  /** Indexes of lines that only the second text has, from 0. */
  readonly added: ReadonlySet<number>;
  /** Lines that only the first text has. The key is the index of the line of the second text that follows them. */
  readonly gone: ReadonlyMap<number, readonly string[]>;
}

/** The largest number of differing lines that are compared pair by pair. If more lines differ, all of them count as changed. */
const MOST = 1_500;

/** Returns the lines that an edit added and removed, by a longest common subsequence. */
export function lineDiff(before: readonly string[], after: readonly string[]): LineDiff {
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

/** Returns the index pairs of a longest common subsequence. */
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
