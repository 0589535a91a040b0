/** So many cells are drawn on a page: more would cost more than they tell. */
const MOST_CELLS = 2_000;
/** No place is drawn with fewer cells than this. */
const LEAST_CELLS = 60;

/** How many cells a place may have, by how many members each place has: all of them where they fit, else a share. */
export function cellsEach(members: readonly number[]): number {
  const total = members.reduce((sum, count) => sum + count, 0);
  if (total <= MOST_CELLS) return Number.POSITIVE_INFINITY;
  let left = MOST_CELLS;
  let places = members.length;
  // Small places leave their room to the large ones.
  for (const count of [...members].sort((a, b) => a - b)) {
    const share = left / places;
    if (count > share) return Math.max(LEAST_CELLS, Math.floor(share));
    left -= count;
    places -= 1;
  }
  return Number.POSITIVE_INFINITY;
}
