/**
 * Returns the word that is most similar to a misspelled word. Null = no word is similar. At most `most` letters may differ, by default a third of the
 * word. Case does not count.
 */
export function nearestWord<Word extends string>(
  word: string,
  known: readonly Word[],
  most = Math.max(1, Math.floor(Math.min(word.length, MOST_LETTERS) / 3)),
): Word | null {
  const wanted = word.toLowerCase().slice(0, MOST_LETTERS);
  let best: Word | null = null;
  let bestDistance = most + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase().slice(0, MOST_LETTERS));
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

const MOST_LETTERS = 64;

/** Returns the number of insertions, deletions, replacements and swaps of neighbours between two words. */
function editDistance(from: string, to: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row++) {
    const here = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const plain = Math.min((last[column] ?? 0) + 1, (here[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (isSame ? 0 : 1));
      const isExchanged = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      here.push(isExchanged ? Math.min(plain, (beforeLast[column - 2] ?? 0) + 1) : plain);
    }
    [beforeLast, last] = [last, here];
  }
  return last[to.length] ?? 0;
}
