import type { EntryEnding, EntryRow } from "@/lib/contract/views/entry-row";
import type { Scope } from "@/lib/domain/source/scope";
import { lossWords } from "@/lib/format/loss-words";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { StillFleet } from "@/lib/server/fleet/still-fleet";
import { readsTopology } from "@/lib/server/hosts/mesh-of";
import type { HistoryDatabase } from "./open-database";
import type { LoadedFleet } from "./past-fleets";
import { countUnplanned, type Ending, lastNumber, unplannedEndings, unplannedEndingsAfter } from "./queries/endings";
import { type LastSeen, lastSeen } from "./queries/last-row";
import type { Span } from "./queries/spans";

/** So many of those that are gone are looked at, the newest; a list says how many more there were. */
const MOST = 50_000;
/** Where several write, what has a lower number may come to the tables a little after a higher one. */
const LATE = 1_000;

type Gone = Pick<EntryRow, "cluster" | "uid" | "connection"> & Omit<EntryEnding, "replacedBy"> & { readonly endedAt: number };

/**
 * The machines that vanished within a window, as a fleet: the lists of the live pages filter, sort, count and page it as they do the living.
 * It is read on from where it was read to, and forgets what went before the window.
 */
export class LostFleet implements LoadedFleet {
  readonly #still = new StillFleet();
  readonly #gone = new Map<string, Gone>();
  #loaded: LoadedFleet | null = null;
  #reading: Promise<void> = Promise.resolve();
  #to = 0;
  /** All that has a number up to here is known. */
  #readTo = 0;
  /** Ends before this moment were too many to be looked at. */
  #since = 0;

  constructor(
    private readonly live: FleetReader,
    private readonly most = MOST,
  ) {}

  get fleet(): FleetReader {
    return this.#load().fleet;
  }

  get lists(): StandingLists {
    return this.#load().lists;
  }

  /** How many more that somebody may see vanished within the window than are looked at. */
  older(database: HistoryDatabase["read"], { from }: Span, scope: Scope): Promise<number> {
    return this.#since <= from ? Promise.resolve(0) : countUnplanned(database, { from, to: this.#since - 1 }, scope);
  }

  /** Brings it to a window, which begins no earlier than the one before. */
  readTo(database: HistoryDatabase["read"], span: Span): Promise<void> {
    const next = this.#reading.then(() => this.#read(database, span));
    // Whoever asked hears of the failure; the next one reads again.
    this.#reading = next.catch(() => undefined);
    return next;
  }

  /** Once somebody looks: what was read before is put in order at once. */
  #load(): LoadedFleet {
    if (this.#loaded !== null) return this.#loaded;
    const fleet = this.#still.reader({
      clusters: this.live.clusters,
      now: () => this.#to,
      rowAt: (entry) => this.#rowAt(entry),
      isBack: (entry) => this.#heirOf(fleet.identityOf(entry)) !== "",
      endingAt: (entry) => this.#endingAt(entry),
    });
    // What is idle is told by a clock that goes on.
    this.#loaded = { fleet, lists: new StandingLists(fleet, this.live.now) };
    return this.#loaded;
  }

  async #read(database: HistoryDatabase["read"], span: Span): Promise<void> {
    const last = await lastNumber(database);
    // A record that was begun anew counts anew.
    const isFirst = this.#readTo === 0 || last < this.#readTo;
    const found = await (isFirst ? unplannedEndings(database, span, this.most) : unplannedEndingsAfter(database, this.#readTo - LATE));
    // The newest come first.
    if (isFirst) this.#since = found.length < this.most ? 0 : (found.at(-1)?.at ?? 0);
    const news = found.filter((ending) => ending.at >= span.from && ending.at <= span.to && !this.#gone.has(idOf(ending)));
    // Of one that ended twice, the last time counts.
    const endings = new Map(news.sort((one, other) => one.at - other.at).map((ending) => [ending.subject_id, ending]));
    for await (const seen of lastSeen(database, [...endings.keys()], span.to)) for (const [subject, one] of seen) this.#take(endings.get(subject), one);
    this.#to = Math.max(this.#to, span.to);
    this.#readTo = last;
    this.#forget(span.from);
  }

  #take(ending: Ending | undefined, { entry, state, connection, isThere }: LastSeen): void {
    // One that is there again has not vanished.
    if (ending === undefined || isThere) return;
    const { cluster, uid } = entry;
    this.#gone.set(idOf(ending), { cluster, uid, connection, lastState: state, cause: ending.to_word, notBefore: ending.not_before, endedAt: ending.at });
    this.#still.putVanished(entry, ending.at, readsTopology(this.live.worldOf(cluster)));
  }

  #forget(before: number): void {
    for (const [id, { cluster, uid, endedAt }] of this.#gone) {
      if (endedAt >= before) continue;
      this.#gone.delete(id);
      this.#still.forget(cluster, uid, this.#to);
    }
  }

  #rowAt(entry: EntryRef): EntryRow {
    const row = this.#still.vanishedRow(entry, this.#to);
    const gone = this.#gone.get(row.id);
    if (gone === undefined) return row;
    const { connection, cause, notBefore, lastState } = gone;
    const message = row.message || (lastState === "unhealthy" ? this.#still.reportOf(entry) : "");
    return { ...row, connection, message, ending: { cause, notBefore, lastState, replacedBy: this.#heirOf(row) } };
  }

  #endingAt(entry: EntryRef): string {
    const { ending, disconnectedAt, since, connection, controller, message } = this.#rowAt(entry);
    if (ending === undefined || since === null) return message;
    return lossWords({ ...ending, disconnectedAt, endedAt: since, row: { state: ending.lastState, connection, controller, message } }, this.#to, "utc");
  }

  /** Who has the name now. */
  #heirOf({ cluster, namespace, name, uid }: Pick<EntryRow, "cluster" | "namespace" | "name" | "uid">): string {
    const holder = this.live.byName(cluster, namespace, name);
    const heir = holder === null ? "" : this.live.identityOf(holder).uid;
    return heir === uid ? "" : heir;
  }
}

/** As rows are named. */
function idOf({ cluster, uid }: Ending): string {
  return `${cluster}/${uid}`;
}
