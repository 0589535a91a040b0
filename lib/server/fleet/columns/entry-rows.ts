import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { firstSince, nextSince, type Since } from "@/lib/domain/verdict/since";
import { isTrouble, type Verdict } from "@/lib/domain/verdict/verdict";
import { Totals } from "@/lib/server/derive/totals";
import type { ChangeMoment } from "@/lib/server/fleet/entry-change";
import { CHANGED } from "./changed";
import { INT_AT } from "./column-list";
import { type Encoded, type EncodedAlike, EntryColumns } from "./entry-columns";
import type { EntryHook } from "./entry-hook";
import { EntryIndex } from "./entry-index";
import { countInGroup } from "./group-counters";
import { type GroupRecord, GroupTable } from "./group-table";
import { LabelIndex } from "./label-index";
import { movingDifference, writeMoving } from "./moving-parts";
import { Places } from "./places";
import { hasState, verdictDifference, writeVerdict } from "./verdict-columns";

/** What a group counts its machines by: times alone move none of its counters. */
const COUNTED = ~(CHANGED.connectionTimes | CHANGED.metadata | CHANGED.since);

/** What becomes of a slot, and when that was heard of. */
interface Change {
  readonly verdict: Verdict;
  readonly since: Since;
  readonly moment: ChangeMoment;
}

/** Entries and their verdicts in columns, with all that is kept in step with them: indexes, the counters of their groups, hooks. */
export class EntryRows {
  readonly columns = new EntryColumns();
  readonly places = new Places();
  readonly groups = new GroupTable(this.places, ({ cluster, namespace }, name) => this.index.slotOfName(cluster, namespace, name) >= 0);
  readonly labels = new LabelIndex(this.columns);
  readonly index = new EntryIndex(this.columns, this.places);
  readonly #totals = new Totals<GroupRecord>({
    totalsOf: (slot) => [this.#groupOf(slot)],
    add: (record, slot, by) => countInGroup(this.columns, record, slot, by),
  });
  readonly #hooks = new Set<EntryHook>([this.labels]);
  #size = 0;

  /** `kept` hears of every verdict that is written, and of the moment (milliseconds) at which it runs out, where that is another one than before. */
  constructor(private readonly kept: (slot: number, until: number | null) => void) {}

  get size(): number {
    return this.#size;
  }

  hook(hook: EntryHook): () => void {
    this.#hooks.add(hook);
    return () => this.#hooks.delete(hook);
  }

  insert(encoded: Encoded | EncodedAlike, verdict: Verdict, moment: ChangeMoment): number {
    const slot = this.columns.allocate();
    this.columns.write(slot, encoded);
    this.index.insert(slot);
    this.#size++;
    this.#setVerdict(slot, verdict);
    this.columns.setSince(slot, firstSince(moment, encoded.entry.createdAt));
    this.#enter(slot, CHANGED.existence, moment);
    return slot;
  }

  /** Writes an entry over the one in its slot; nothing is told where nothing projected changes. */
  update(slot: number, encoded: Encoded, verdict: Verdict, moment: ChangeMoment): void {
    const columns = this.columns;
    const renamed = columns.names[slot] !== encoded.entry.name || columns.int("place", slot) !== encoded.ints[INT_AT.place];
    const since = this.#sinceOf(slot, verdict, moment, encoded.entry.resourceVersion);
    const mask =
      columns.difference(slot, encoded) | verdictDifference(columns, slot, verdict) | columns.sinceDifference(slot, since) | (renamed ? CHANGED.existence : 0);
    if (mask === 0) {
      columns.discard(slot, encoded);
      return;
    }
    const before = this.#groupOf(slot);
    this.#change(slot, mask, { verdict, since, moment }, () => {
      if (renamed) this.index.removeName(slot);
      columns.write(slot, encoded);
      if (renamed) this.index.insertName(slot);
    });
    this.groups.dropIfEmpty(before);
  }

  /** The same for an entry whose shape its slot has: only what moves is compared and written. */
  move(slot: number, entry: WorkloadEntry, verdict: Verdict, moment: ChangeMoment): void {
    const moved = movingDifference(this.columns, slot, entry);
    const since = this.#sinceOf(slot, verdict, moment, entry.resourceVersion);
    const mask = moved | verdictDifference(this.columns, slot, verdict) | this.columns.sinceDifference(slot, since);
    if (mask === 0) writeMoving(this.columns, slot, entry, moved);
    else this.#change(slot, mask, { verdict, since, moment }, () => writeMoving(this.columns, slot, entry, moved));
  }

  /** Gives a slot another verdict, if it is another. */
  judge(slot: number, verdict: Verdict, moment: ChangeMoment): void {
    const since = this.#sinceOf(slot, verdict, moment, null);
    const mask = verdictDifference(this.columns, slot, verdict) | this.columns.sinceDifference(slot, since);
    if (mask !== 0) this.#change(slot, mask, { verdict, since, moment }, () => undefined);
  }

  /** Takes what the record knows of when a slot's state began. */
  resume(slot: number, since: Since, at: number): void {
    const mask = this.columns.sinceDifference(slot, since);
    if (mask === 0) return;
    const moment: ChangeMoment = { at, sighting: "found", notBefore: null, by: "record" };
    this.#leave(slot, mask, moment);
    this.columns.setSince(slot, since);
    this.#enter(slot, mask, moment);
  }

  remove(slot: number, moment: ChangeMoment): void {
    const record = this.#groupOf(slot);
    this.#leave(slot, CHANGED.existence, moment);
    this.index.remove(slot);
    this.columns.clear(slot);
    this.#size--;
    this.groups.dropIfEmpty(record);
  }

  #change(slot: number, mask: number, { verdict, since, moment }: Change, write: () => void): void {
    this.#leave(slot, mask, moment);
    write();
    this.#setVerdict(slot, verdict);
    this.columns.setSince(slot, since);
    this.#enter(slot, mask, moment);
  }

  /** Since when a slot will be in the state of a verdict; `resourceVersion` null = nobody wrote to the object. */
  #sinceOf(slot: number, verdict: Verdict, moment: ChangeMoment, resourceVersion: string | null): Since {
    const { columns } = this;
    const turned = !hasState(columns, slot, verdict);
    // Nearly every change is seen as it happens, and leaves the state as it is.
    if (!turned && moment.notBefore === null) return columns.since(slot);
    const sameObject = resourceVersion === null || columns.versions.text(slot) === resourceVersion;
    return nextSince(columns.since(slot), { turned, sameObject, isTrouble: isTrouble(verdict.state) }, moment, columns.float("createdAt", slot));
  }

  #setVerdict(slot: number, verdict: Verdict): void {
    const isPostponed = writeVerdict(this.columns, slot, verdict);
    this.kept(slot, isPostponed ? verdict.validUntil : null);
  }

  #groupOf(slot: number): GroupRecord {
    return this.groups.at(this.columns.int("group", slot));
  }

  #leave(slot: number, mask: number, moment: ChangeMoment): void {
    for (const hook of this.#hooks) hook.leaving(slot, mask, moment);
    if ((mask & COUNTED) !== 0) this.#totals.leave(slot);
  }

  #enter(slot: number, mask: number, moment: ChangeMoment): void {
    if ((mask & COUNTED) !== 0) this.#totals.enter(slot);
    else this.#totals.touch(slot);
    for (const hook of this.#hooks) hook.entering(slot, mask, moment);
  }
}
