import type { Verdict } from "@/lib/domain/verdict";
import { verdictOf } from "@/lib/domain/verdict-of";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/workload-group";
import type { World } from "@/lib/domain/world";
import { changedReplicas, isLearned } from "./changed-replicas";
import { DueHeap } from "./due-heap";
import { decodeEntry, encodeAlike, encodeEntry } from "./encode-entry";
import { CHANGED, type Encoded, type EncodedAlike, EntryColumns } from "./entry-columns";
import { EntryIndex } from "./entry-index";
import { enterGroup, leaveGroup } from "./group-counters";
import { type GroupMemory, type GroupRecord, GroupTable } from "./group-table";
import { LabelIndex } from "./label-index";
import { Places } from "./places";
import { unknownWorld } from "./unknown-world";
import { hasState, verdictDifference, writeVerdict } from "./verdict-columns";

/** How sure the moment of a change is: seen as it happened, or found by a list, so that it may have been so for longer. */
export type Sighting = "seen" | "found";

/**
 * When a change was heard of (milliseconds), and what brought it: somebody wrote, time ran out, the world is another one, the entry is gone,
 * or it may no longer be watched (it is forgotten, which says nothing about it). Nothing enters after the last two.
 */
export interface ChangeMoment {
  readonly at: number;
  readonly sighting: Sighting;
  readonly by: "write" | "due" | "world" | "end" | "forgotten";
}

/** The verdict on whatever is gone. */
export const VANISHED: Verdict = { state: "vanished", connection: { kind: "never" }, serving: { kind: "unknown" }, vouched: true, validUntil: null };

/** Hears of every change to an entry: before it is written (the columns are still the old ones) and after. The mask says what changes (CHANGED). */
export interface EntryHook {
  leaving(slot: number, mask: number, moment: ChangeMoment): void;
  entering(slot: number, mask: number, moment: ChangeMoment): void;
}

/**
 * Every entry and group that is known, with its verdict, in columns. It does no I/O and knows no clock: time comes with each call, in milliseconds.
 * Cost of a change follows the change: one row, its group's counters, and the hooks.
 */
export class FleetStore {
  readonly columns = new EntryColumns();
  readonly places = new Places();
  readonly groups = new GroupTable(this.places);
  readonly labels = new LabelIndex(this.columns);
  readonly #worlds = new Map<string, World>();
  readonly #index = new EntryIndex(this.columns, this.places);
  readonly #due = new DueHeap();
  readonly #entryHooks = new Set<EntryHook>([this.labels]);
  readonly #groupHooks = new Set<(record: GroupRecord) => void>();
  readonly #memoryHooks = new Set<(record: GroupRecord) => void>();
  readonly #worldHooks = new Set<(cluster: string) => void>();
  #onDue: () => void = () => undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  hookEntries(hook: EntryHook): () => void {
    this.#entryHooks.add(hook);
    return () => this.#entryHooks.delete(hook);
  }

  /** Hears of groups whose own object came, changed or went. */
  hookGroups(hook: (record: GroupRecord) => void): () => void {
    this.#groupHooks.add(hook);
    return () => this.#groupHooks.delete(hook);
  }

  /** Hears of groups of which something else is remembered now. */
  hookMemory(hook: (record: GroupRecord) => void): () => void {
    this.#memoryHooks.add(hook);
    return () => this.#memoryHooks.delete(hook);
  }

  /** Takes what the record knows of a group. */
  remember(record: GroupRecord, memory: GroupMemory): void {
    record.memory = memory;
    record.version++;
    for (const hook of this.#memoryHooks) hook(record);
  }

  /** Hears of every new world, after its entries were judged. */
  hookWorlds(hook: (cluster: string) => void): () => void {
    this.#worldHooks.add(hook);
    return () => this.#worldHooks.delete(hook);
  }

  /** Hears whenever an earlier moment than before is due (see `nextDue`). */
  hookDue(hook: () => void): void {
    this.#onDue = hook;
  }

  worldOf(cluster: string): World {
    return this.#worlds.get(cluster) ?? unknownWorld(cluster);
  }

  /** Takes an entry as it is now. A change that alters nothing projected emits nothing. */
  upsertEntry(entry: WorkloadEntry, now: number, sighting: Sighting): number {
    this.tick(now);
    const moment: ChangeMoment = { at: now, sighting, by: "write" };
    const known = this.slotOfUid(entry.cluster, entry.uid);
    const encoded = encodeEntry(entry, this.columns, this.places, this.groups);
    const verdict = verdictOf(entry, this.worldOf(entry.cluster), now);
    if (known < 0) return this.#insert(encoded, verdict, moment);
    this.#update(known, encoded, verdict, moment);
    return known;
  }

  /**
   * Takes an entry of a fleet that stands still at `at`, where it is not there yet: judged as it was then, in its state since `since` or longer.
   * No time passes with it, whatever order entries come in. `like`: a slot, if one is known, with an entry of the same spec, labels, owner and
   * annotations but for its address.
   */
  placeEntry(entry: WorkloadEntry, since: number, at: number, like = -1): number {
    const alike = like < 0 ? null : encodeAlike(entry, like, this.columns, this.places);
    const encoded = alike ?? encodeEntry(entry, this.columns, this.places, this.groups);
    return this.#insert(encoded, verdictOf(entry, this.worldOf(entry.cluster), at), { at: since, sighting: "found", by: "write" });
  }

  /** Takes an entry that is not there any more, in a fleet of such: vanished since it ended, and nothing judges it again. */
  placeVanished(entry: WorkloadEntry, endedAt: number): number {
    const encoded = encodeEntry(entry, this.columns, this.places, this.groups);
    return this.#insert(encoded, VANISHED, { at: endedAt, sighting: "seen", by: "write" });
  }

  removeEntry(cluster: string, uid: string, now: number, how: Sighting | "forgotten"): void {
    this.tick(now);
    const slot = this.slotOfUid(cluster, uid);
    if (slot < 0) return;
    const record = this.groups.at(this.columns.int("group", slot));
    const forgotten = how === "forgotten";
    this.#leave(slot, CHANGED.existence, { at: now, sighting: forgotten ? "found" : how, by: forgotten ? "forgotten" : "end" });
    this.#index.remove(slot);
    this.columns.clear(slot);
    this.#size--;
    this.groups.dropIfEmpty(record);
  }

  upsertGroup(group: WorkloadGroup): void {
    const record = this.groups.of(this.places.of(group.cluster, group.namespace).id, group.name);
    if (record.object !== null && record.object.resourceVersion === group.resourceVersion && record.object.uid === group.uid) return;
    record.object = group;
    this.#groupChanged(record);
  }

  /** Exactly this uid is gone; its machines, if any are left, stay under its name. */
  removeGroup(cluster: string, namespace: string, name: string, uid: string): void {
    const place = this.places.find(cluster, namespace);
    const record = place && this.groups.find(place.id, name);
    if (record?.object?.uid !== uid) return;
    record.object = null;
    this.#groupChanged(record);
    this.groups.dropIfEmpty(record);
  }

  /**
   * Takes a new world and judges again the entries of its cluster that it may concern. What is only now known of the world may have been
   * so for longer; what changed in it changed now.
   */
  setWorld(world: World, now: number): void {
    this.tick(now);
    const before = this.worldOf(world.cluster);
    const sighting = isLearned(before, world) ? "found" : "seen";
    this.#worlds.set(world.cluster, world);
    const concerned = changedReplicas(before, world);
    const controllers = concerned === "all" ? null : new Set(concerned.map((name) => this.columns.texts.find(name)));
    for (let slot = 0; slot < this.columns.limit; slot++) {
      if (controllers !== null && !controllers.has(this.columns.int("controller", slot))) continue;
      if (this.isUsed(slot) && this.#clusterOf(slot) === world.cluster) this.#judge(slot, { at: now, sighting, by: "world" });
    }
    for (const hook of this.#worldHooks) hook(world.cluster);
  }

  /** Lets time pass: entries whose verdict ran out are judged again, each at the moment it did, so that a late tick tells no other story. */
  tick(now: number): void {
    for (let due = this.#due.next; due !== null && due <= now; due = this.#due.next) {
      const slot = this.#due.pop();
      if (slot === null || !this.isUsed(slot) || this.columns.derivedFloats.validUntil[slot] !== due) continue;
      this.#judge(slot, { at: due, sighting: "seen", by: "due" });
    }
  }

  /** When `tick` has something to do next, or null. */
  get nextDue(): number | null {
    return this.#due.next;
  }

  isUsed(slot: number): boolean {
    return this.columns.uids.isUsed(slot);
  }

  /** The slot of a uid, or -1. */
  slotOfUid(cluster: string, uid: string): number {
    return this.#index.slotOfUid(cluster, uid);
  }

  /** The slot of a name, or -1: of several incarnations the newest. */
  slotOfName(cluster: string, namespace: string, name: string): number {
    return this.#index.slotOfName(cluster, namespace, name);
  }

  entry(slot: number): WorkloadEntry {
    return decodeEntry(this.columns, this.places, slot);
  }

  verdict(slot: number, now: number): Verdict {
    return verdictOf(this.entry(slot), this.worldOf(this.#clusterOf(slot)), now);
  }

  #insert(encoded: Encoded | EncodedAlike, verdict: Verdict, moment: ChangeMoment): number {
    const slot = this.columns.allocate();
    this.columns.write(slot, encoded);
    this.#index.insert(slot);
    this.#size++;
    this.#setVerdict(slot, verdict);
    this.#setSince(slot, moment);
    this.#enter(slot, CHANGED.existence, moment);
    return slot;
  }

  #update(slot: number, encoded: Encoded, verdict: Verdict, moment: ChangeMoment): void {
    const columns = this.columns;
    const renamed = columns.names[slot] !== encoded.entry.name || columns.int("place", slot) !== encoded.own.place;
    const mask = columns.difference(slot, encoded) | verdictDifference(columns, slot, verdict) | (renamed ? CHANGED.existence : 0);
    if (mask === 0) {
      columns.discard(slot, encoded);
      return;
    }
    const before = this.groups.at(columns.int("group", slot));
    const sameState = hasState(columns, slot, verdict);
    this.#leave(slot, mask, moment);
    if (renamed) this.#index.removeName(slot);
    columns.write(slot, encoded);
    if (renamed) this.#index.insertName(slot);
    this.#setVerdict(slot, verdict);
    if (!sameState) this.#setSince(slot, moment);
    this.#enter(slot, mask, moment);
    this.groups.dropIfEmpty(before);
  }

  #judge(slot: number, moment: ChangeMoment): void {
    const verdict = this.verdict(slot, moment.at);
    const mask = verdictDifference(this.columns, slot, verdict);
    if (mask === 0) return;
    const sameState = hasState(this.columns, slot, verdict);
    this.#leave(slot, mask, moment);
    this.#setVerdict(slot, verdict);
    if (!sameState) this.#setSince(slot, moment);
    this.#enter(slot, mask, moment);
  }

  #setVerdict(slot: number, verdict: Verdict): void {
    if (writeVerdict(this.columns, slot, verdict) && verdict.validUntil !== null) {
      const earliest = this.#due.next;
      this.#due.push(verdict.validUntil, slot);
      if (earliest === null || verdict.validUntil < earliest) this.#onDue();
    }
    if (this.#due.size > 4 * this.#size + 1024) this.#rebuildDue();
  }

  #setSince(slot: number, { at, sighting }: ChangeMoment): void {
    this.columns.derivedFloats.since[slot] = at;
    this.columns.derivedBytes.sinceAtLeast[slot] = Number(sighting === "found");
  }

  #rebuildDue(): void {
    this.#due.clear();
    for (let slot = 0; slot < this.columns.limit; slot++) {
      const until = this.columns.derivedFloats.validUntil[slot] ?? Number.NaN;
      if (this.isUsed(slot) && !Number.isNaN(until)) this.#due.push(until, slot);
    }
  }

  #leave(slot: number, mask: number, moment: ChangeMoment): void {
    for (const hook of this.#entryHooks) hook.leaving(slot, mask, moment);
    leaveGroup(this.columns, this.groups.at(this.columns.int("group", slot)), slot);
  }

  #enter(slot: number, mask: number, moment: ChangeMoment): void {
    enterGroup(this.columns, this.groups.at(this.columns.int("group", slot)), slot);
    for (const hook of this.#entryHooks) hook.entering(slot, mask, moment);
  }

  #groupChanged(record: GroupRecord): void {
    record.version++;
    for (const hook of this.#groupHooks) hook(record);
  }

  #clusterOf(slot: number): string {
    return this.places.at(this.columns.int("place", slot)).cluster;
  }
}
