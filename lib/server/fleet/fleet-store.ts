import type { Since } from "@/lib/domain/since";
import type { Verdict } from "@/lib/domain/verdict";
import { verdictOf } from "@/lib/domain/verdict-of";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/workload-group";
import type { World } from "@/lib/domain/world";
import { decodeEntry, encodeAlike, encodeEntry } from "./encode-entry";
import type { ChangeMoment, EntryHook, Sighting } from "./entry-hook";
import { EntryRows } from "./entry-rows";
import type { GroupMemory, GroupRecord } from "./group-table";
import { hasShape } from "./has-shape";
import { judgedParts } from "./judged-parts";
import { Worlds } from "./worlds";

/** The verdict on whatever is gone. */
export const VANISHED: Verdict = { state: "vanished", connection: { kind: "never" }, serving: { kind: "unknown" }, vouched: true, validUntil: null };

/**
 * Every entry and group that is known, with its verdict, in columns. It does no I/O and knows no clock: time comes with each call, in milliseconds.
 * Cost of a change follows the change: one row, its group's counters, and the hooks.
 */
export class FleetStore {
  readonly #rows = new EntryRows();
  readonly columns = this.#rows.columns;
  readonly places = this.#rows.places;
  readonly groups = this.#rows.groups;
  readonly labels = this.#rows.labels;
  readonly #groupHooks = new Set<(record: GroupRecord) => void>();
  readonly #memoryHooks = new Set<(record: GroupRecord) => void>();
  readonly #worlds = new Worlds(this.columns, this.places, (slot, moment) => this.#judge(slot, moment));

  get size(): number {
    return this.#rows.size;
  }

  hookEntries(hook: EntryHook): () => void {
    return this.#rows.hook(hook);
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
    return this.#worlds.hook(hook);
  }

  /** Hears whenever an earlier moment than before is due (see `nextDue`). */
  hookDue(hook: () => void): void {
    this.#rows.deadlines.hook(hook);
  }

  worldOf(cluster: string): World {
    return this.#worlds.of(cluster);
  }

  /**
   * Takes an entry as it is now. A change that alters nothing projected emits nothing. `notBefore`: where nobody was looking when it changed, the
   * last moment at which somebody was.
   */
  upsertEntry(entry: WorkloadEntry, now: number, sighting: Sighting, notBefore: number | null = sighting === "found" ? 0 : null): number {
    this.tick(now);
    const moment: ChangeMoment = { at: now, sighting, notBefore, by: "write" };
    const known = this.slotOfUid(entry.cluster, entry.uid);
    // What the world did to it comes before what somebody writes now.
    if (known >= 0) this.#worlds.rejudge(known, now);
    const verdict = verdictOf(entry, this.worldOf(entry.cluster), now);
    if (known >= 0 && hasShape(this.columns, this.places, known, entry)) {
      this.#rows.move(known, entry, verdict, moment);
      return known;
    }
    const encoded = encodeEntry(entry, this.columns, this.places, this.groups);
    if (known < 0) return this.#rows.insert(encoded, verdict, moment);
    this.#rows.update(known, encoded, verdict, moment);
    return known;
  }

  /**
   * Takes an entry of a fleet that stands still at `at`, where it is not there yet: judged as it was then, in its state since `since`.
   * No time passes with it, whatever order entries come in. `like`: a slot, if one is known, with an entry of the same spec, labels, owner and
   * annotations but for its address.
   */
  placeEntry(entry: WorkloadEntry, since: Since, at: number, like = -1): number {
    const alike = like < 0 ? null : encodeAlike(entry, like, this.columns, this.places);
    const encoded = alike ?? encodeEntry(entry, this.columns, this.places, this.groups);
    return this.#rows.insert(encoded, verdictOf(entry, this.worldOf(entry.cluster), at), { ...since, sighting: "found", by: "write" });
  }

  /** Takes an entry that is not there any more, in a fleet of such: vanished since it ended, and nothing judges it again. */
  placeVanished(entry: WorkloadEntry, endedAt: number): number {
    const encoded = encodeEntry(entry, this.columns, this.places, this.groups);
    return this.#rows.insert(encoded, VANISHED, { at: endedAt, sighting: "seen", notBefore: null, by: "write" });
  }

  removeEntry(cluster: string, uid: string, now: number, how: Sighting | "forgotten"): void {
    this.tick(now);
    const slot = this.slotOfUid(cluster, uid);
    if (slot < 0) return;
    const forgotten = how === "forgotten";
    this.#rows.remove(slot, { at: now, sighting: forgotten ? "found" : how, notBefore: null, by: forgotten ? "forgotten" : "end" });
  }

  /** Takes what the record knows of when the state that a slot is in began. */
  resume(slot: number, since: Since, now: number): void {
    this.#rows.resume(slot, since, now);
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

  /** Takes a new world and judges again, at once, the entries of its cluster that it may concern. */
  setWorld(world: World, now: number): void {
    this.beginWorld(world, now);
    this.judgeOn(now, Number.POSITIVE_INFINITY);
  }

  /** Takes a new world; the entries that it may concern are judged again as `judgeOn` is called. What is left of the world before is judged first. */
  beginWorld(world: World, now: number): void {
    this.judgeOn(now, Number.POSITIVE_INFINITY);
    this.tick(now);
    this.#worlds.begin(world);
  }

  /** Judges at most so many of the entries that a new world concerns; true once all of them are. A hundred thousand in one go would keep everybody waiting. */
  judgeOn(now: number, most: number): boolean {
    this.tick(now);
    return this.#worlds.judgeOn(now, most);
  }

  /** Lets time pass: entries whose verdict ran out are judged again, each at the moment it did, so that a late tick tells no other story. */
  tick(now: number): void {
    if (now < (this.nextDue ?? Number.POSITIVE_INFINITY)) return;
    for (const { slot, at } of this.#rows.deadlines.runOut(now)) this.#judge(slot, { at, sighting: "seen", notBefore: null, by: "due" });
  }

  /** When `tick` has something to do next, or null. */
  get nextDue(): number | null {
    return this.#rows.deadlines.next;
  }

  isUsed(slot: number): boolean {
    return this.columns.uids.isUsed(slot);
  }

  /** The slot of a uid, or -1. */
  slotOfUid(cluster: string, uid: string): number {
    return this.#rows.index.slotOfUid(cluster, uid);
  }

  /** The slot of a name, or -1: of several incarnations the newest. */
  slotOfName(cluster: string, namespace: string, name: string): number {
    return this.#rows.index.slotOfName(cluster, namespace, name);
  }

  entry(slot: number): WorkloadEntry {
    return decodeEntry(this.columns, this.places, slot);
  }

  verdict(slot: number, now: number): Verdict {
    return verdictOf(judgedParts(this.columns, slot), this.worldOf(this.#clusterOf(slot)), now);
  }

  #judge(slot: number, moment: ChangeMoment): void {
    this.#rows.judge(slot, this.verdict(slot, moment.at), moment);
  }

  #groupChanged(record: GroupRecord): void {
    record.version++;
    for (const hook of this.#groupHooks) hook(record);
  }

  #clusterOf(slot: number): string {
    return this.places.at(this.columns.int("place", slot)).cluster;
  }
}
