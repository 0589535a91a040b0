/** So many cells are drawn on a page: more would cost more than they tell. */
const MOST_CELLS = 2_000;

/** How many machines and Pods one cell stands for: one, as long as they fit; beyond, the same number in every place, so that places compare. */
export function membersOfCell(members: number): number {
  return Math.max(1, Math.ceil(members / MOST_CELLS));
}
