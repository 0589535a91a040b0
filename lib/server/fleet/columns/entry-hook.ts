import type { ChangeMoment } from "@/lib/server/fleet/entry-change";

/** Hears of every change to an entry: before it is written (the columns are still the old ones) and after. The mask says what changes (CHANGED). */
export interface EntryHook {
  leaving(slot: number, mask: number, moment: ChangeMoment): void;
  entering(slot: number, mask: number, moment: ChangeMoment): void;
}
