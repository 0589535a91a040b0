/** How sure the moment of a change is: seen as it happened, or found by a list, so that it may have been so for longer. */
export type Sighting = "seen" | "found";

/**
 * When a change was heard of (milliseconds), and what brought it: somebody wrote, time ran out, the world is another one, the record knows more
 * of its past, the entry is gone, or it may no longer be watched (it is forgotten, which says nothing about it). Nothing enters after the last two.
 */
export interface ChangeMoment {
  readonly at: number;
  readonly sighting: Sighting;
  /** Set where nobody was looking when it happened: not before this. */
  readonly notBefore: number | null;
  readonly by: "write" | "due" | "world" | "record" | "end" | "forgotten";
}

/** Hears of every change to an entry: before it is written (the columns are still the old ones) and after. The mask says what changes (CHANGED). */
export interface EntryHook {
  leaving(slot: number, mask: number, moment: ChangeMoment): void;
  entering(slot: number, mask: number, moment: ChangeMoment): void;
}
