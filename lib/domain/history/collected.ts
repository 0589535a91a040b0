/** Kubernetes deletes the entries of a deleted group within moments, 20 a second. Later another user may have deleted an entry. Milliseconds. */
export const COLLECTED_WITHIN_MS = 15 * 60_000;
/** Groups and entries have two watches: the deletion of a group may be reported so long after that of its entries. Milliseconds. */
export const HEARD_LATER_MS = 1_000;

/** True if Kubernetes may have deleted an entry at `endedAt` because its group was deleted at `groupGone`. Milliseconds. */
export function isCollected(groupGone: number, endedAt: number): boolean {
  return endedAt >= groupGone - HEARD_LATER_MS && endedAt <= groupGone + COLLECTED_WITHIN_MS;
}
