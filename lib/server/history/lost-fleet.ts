import type { EntryEnding, EntryRow } from "@/lib/contract/rows";
import { entryRow } from "@/lib/server/fleet/entry-row";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { FleetStore, VANISHED } from "@/lib/server/fleet/fleet-store";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import type { HistoryDatabase } from "./open-database";
import type { LoadedFleet } from "./past-fleets";
import { countUnplanned, type Ending, unplannedEndings } from "./queries/endings";
import { type LastVersion, lastVersions } from "./queries/last-row";
import { readerOf } from "./queries/load-fleet";
import type { Span } from "./queries/spans";

/** So many of those that are gone are looked at, the newest; a list says how many more there were. */
const MOST = 50_000;
/** Where several write, the end of a machine may come to the tables a little after a later one. Milliseconds. */
const LATE_MS = 120_000;

type Gone = Pick<EntryRow, "cluster" | "uid" | "connection" | "message"> & Omit<EntryEnding, "replacedBy"> & { readonly endedAt: number };

/**
 * The machines that vanished within a window, as a fleet: the lists of the live pages filter, sort, count and page it as they do the living.
 * It is read on from where it was read to, and forgets what went before the window.
 */
export class LostFleet implements LoadedFleet {
  readonly fleet: FleetReader;
  readonly lists: StandingLists;
  readonly #store = new FleetStore();
  readonly #gone = new Map<string, Gone>();
  #reading: Promise<void> = Promise.resolve();
  #to = 0;
  #newest: number | null = null;
  #older = 0;

  constructor(private readonly live: FleetReader) {
    this.fleet = { ...readerOf(this.#store, 0, live.clusters), now: () => this.#to, rowAt: (slot) => this.#rowAt(slot) };
    // What is idle is told by a clock that goes on.
    this.lists = new StandingLists({ ...this.fleet, now: live.now });
  }

  /** How many more vanished within the window than are looked at. */
  get older(): number {
    return this.#older;
  }

  /** Brings it to a window, which begins no earlier than the one before. */
  readTo(database: HistoryDatabase["read"], span: Span): Promise<void> {
    const next = this.#reading.then(() => this.#read(database, span));
    // Whoever asked hears of the failure; the next one reads again.
    this.#reading = next.catch(() => undefined);
    return next;
  }

  async #read(database: HistoryDatabase["read"], span: Span): Promise<void> {
    const from = this.#newest === null ? span.from : Math.max(span.from, this.#newest - LATE_MS);
    const found = (await unplannedEndings(database, { from, to: span.to }, MOST)).filter((ending) => !this.#gone.has(idOf(ending)));
    const numbers = found.map(({ subject_id }) => subject_id);
    const known = await lastVersions(database, numbers, span.to);
    for (const ending of found) this.#take(ending, known.get(ending.subject_id));
    this.#to = Math.max(this.#to, span.to);
    this.#newest = found.reduce((newest, { at }) => Math.max(newest, at), this.#newest ?? span.from);
    this.#forget(span.from);
    this.#older = this.#gone.size < MOST ? 0 : Math.max(0, (await countUnplanned(database, span)) - this.#gone.size);
  }

  #take(ending: Ending, last: LastVersion | undefined): void {
    // One whose versions are pruned is not known any more, and one that is there again has not vanished.
    if (last === undefined || last.isThere) return;
    const { cluster, uid, connection, message, state } = last.row;
    this.#gone.set(idOf(ending), {
      cluster,
      uid,
      connection,
      message,
      lastState: state,
      cause: ending.to_word,
      notBefore: ending.not_before,
      endedAt: ending.at,
    });
    this.#store.placeVanished(last.entry, ending.at);
  }

  #forget(before: number): void {
    for (const [id, { cluster, uid, endedAt }] of this.#gone) {
      if (endedAt >= before) continue;
      this.#gone.delete(id);
      this.#store.removeEntry(cluster, uid, this.#to, "seen");
    }
  }

  #rowAt(slot: number): EntryRow {
    const row = entryRow(this.#store, slot, this.#to, VANISHED);
    const gone = this.#gone.get(row.id);
    if (gone === undefined) return row;
    const { connection, message, cause, notBefore, lastState } = gone;
    return { ...row, connection, message, ending: { cause, notBefore, lastState, replacedBy: this.#heirOf(row) } };
  }

  /** Who has the name now. */
  #heirOf({ cluster, namespace, name, uid }: EntryRow): string {
    const { store } = this.live;
    const slot = store.slotOfName(cluster, namespace, name);
    const heir = slot < 0 ? "" : store.columns.uids.text(slot);
    return heir === uid ? "" : heir;
  }
}

/** As rows are named. */
function idOf({ cluster, uid }: Ending): string {
  return `${cluster}/${uid}`;
}
