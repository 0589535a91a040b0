import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { ENTRY_COMMON_FIELD_NAMES, type EntryCommonFields, type EntryIdentity } from "@/lib/domain/history/entry-parts";
import { joinEntryFields, readEntryCommonFields, readEntryMovingFields, readEntryOwnFields } from "@/lib/domain/history/read-objects";
import { parseJson, readUntypedObject, UnreadableError } from "@/lib/domain/history/reading";
import { currentFormatsOf, upgradedMoving } from "@/lib/domain/history/stored-format";
import { type StoredParts, storedEntry } from "@/lib/server/history/stored";

/** The parts in which an entry is kept. */
export type KeptEntry = EntryIdentity & StoredParts;

/** An entry from its parts. */
export function wholeEntry(kept: KeptEntry): WorkloadEntry {
  return storedEntry(kept, kept);
}

/** What follows a machine's own address and age in a shape, whose keys are in order. Within a text its quotes would be escaped. */
const COMMON_FROM = `,"${[...ENTRY_COMMON_FIELD_NAMES].sort()[0]}":`;
/** Where machines have little in common nothing more is remembered. */
const COMMON_AT_MOST = 20_000;

/** Reads many entries: what machines of a group have in common is read once, and told by being the same object. */
export class EntryReader {
  readonly #common = new Map<string, EntryCommonFields>();
  readonly #format = currentFormatsOf("entry").shape;

  /** The entry, and what stands for all that follows its address and age; null = it was read whole. */
  read(kept: KeptEntry): { readonly entry: WorkloadEntry; readonly common: object | null } {
    // Only the newest format is known to be in this order.
    const cut = (kept.shapeFormat ?? 1) === this.#format ? kept.body.indexOf(COMMON_FROM) : -1;
    // In place: a function made for each of a fleet's machines is slow.
    try {
      const common = cut < 0 ? null : this.#read(kept.body.slice(cut));
      if (common === null) return { entry: wholeEntry(kept), common };
      const own = readEntryOwnFields(readUntypedObject(JSON.parse(`${kept.body.slice(0, cut)}}`), "it"));
      return { entry: joinEntryFields(kept, own, common, readEntryMovingFields(upgradedMoving("entry", JSON.parse(kept.moving), kept.movingFormat))), common };
    } catch (error) {
      if (!(error instanceof UnreadableError) && !(error instanceof SyntaxError)) throw error;
      return { entry: wholeEntry(kept), common: null };
    }
  }

  #read(text: string): EntryCommonFields | null {
    const known = this.#common.get(text);
    if (known !== undefined || this.#common.size >= COMMON_AT_MOST) return known ?? null;
    const common = readEntryCommonFields(readUntypedObject(parseJson(`{${text.slice(1)}`), "it"));
    this.#common.set(text, common);
    return common;
  }
}
