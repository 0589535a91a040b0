import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { World } from "@/lib/domain/mesh/world";
import type { Since } from "@/lib/domain/verdict/since";
import type { Verdict } from "@/lib/domain/verdict/verdict";
import { verdictOf } from "@/lib/domain/verdict/verdict-of";
import { Evaluations } from "@/lib/server/derive/evaluations";
import type { ChangeMoment, Sighting } from "@/lib/server/fleet/entry-change";
import type { FleetPlace, GroupMemory } from "@/lib/server/fleet/fleet-group";
import { decodeEntry } from "./decode-entry";
import { encodeAlike, encodeEntry } from "./encode-entry";
import type { EntryHook } from "./entry-hook";
import { EntryRows } from "./entry-rows";
import { EntryVerdicts } from "./entry-verdicts";
import { type GroupRecord, hasLosses } from "./group-table";
import { hasShape } from "./moving-parts";

/** The verdict on whatever is gone. */
export const VANISHED: Verdict = { state: "vanished", connection: { kind: "never" }, serving: { kind: "unknown" }, vouched: true, validUntil: null };

/**
 * Every entry and group that is known, with its verdict, in columns. It does no I/O and knows no clock: time comes with each call, in milliseconds.
 * Cost of a change follows the change: one row, its group's counters, and the hooks.
 */
export class FleetStore {
  readonly #rows = new EntryRows((slot, until) => this.evaluations.kept(slot, until));
  readonly columns = this.#rows.columns;
  readonly places = this.#rows.places;
  readonly groups = this.#rows.groups;
  readonly labels = this.#rows.labels;
  readonly #groupHooks = new Set<(record: GroupRecord) => void>();
  readonly #memoryHooks = new Set<(record: GroupRecord) => void>();
  readonly #verdicts = new EntryVerdicts(this.#rows);
  /** What of the verdicts waits to be evaluated again, and when something does. */
  readonly evaluations = new Evaluations(this.#verdicts);

  constructor() {
    this.hookEntries(this.#verdicts);
  }

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
    this.groups.dropIfEmpty(record);
  }

  /** Takes what the history knows of a group that may be gone. A group that is gone has a record while the history shows its losses. */
  recall({ cluster, namespace }: FleetPlace, name: string, memory: GroupMemory): void {
    const place = this.places.find(cluster, namespace);
    const known = place && this.groups.find(place.id, name);
    if (known === undefined && !hasLosses(memory)) return;
    const record = known ?? this.groups.of(this.places.of(cluster, namespace).id, name);
    if (JSON.stringify(record.memory) !== JSON.stringify(memory)) this.remember(record, memory);
  }

  /** Hears of every new world, after its entries were judged. */
  hookWorlds(hook: (cluster: string) => void): () => void {
    return this.#verdicts.hookWorlds(hook);
  }

  worldOf(cluster: string): World {
    return this.#verdicts.worldOf(cluster);
  }

  /**
   * Takes an entry as it is now. A change that alters nothing projected emits nothing. `notBefore`: where nobody was looking when it changed, the
   * last moment at which somebody was.
   */
  upsertEntry(entry: WorkloadEntry, now: number, sighting: Sighting, notBefore: number | null = sighting === "found" ? 0 : null): number {
    const moment: ChangeMoment = { at: now, sighting, notBefore, by: "write" };
    const known = this.slotOfUid(entry.cluster, entry.uid);
    // What time and the world did to it comes before what somebody writes now.
    if (known >= 0) this.evaluations.evaluateNow(known, now);
    const verdict = verdictOf(entry, this.worldOf(entry.cluster), now);
    if (known >= 0 && hasShape(this.columns, this.places, known, entry)) {
      this.#rows.move(known, entry, verdict, moment);
      return known;
    }
    const encoded = this.#verdicts.encoded(entry);
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
    const encoded = alike ?? this.#verdicts.encoded(entry);
    return this.#rows.insert(encoded, verdictOf(entry, this.worldOf(entry.cluster), at), { ...since, sighting: "found", by: "write" });
  }

  /** Takes an entry that is not there any more, in a fleet of such: vanished since it ended, and nothing judges it again. */
  placeVanished(entry: WorkloadEntry, endedAt: number, isTopologyRead: boolean): number {
    const encoded = encodeEntry(entry, this.#rows, isTopologyRead);
    return this.#rows.insert(encoded, VANISHED, { at: endedAt, sighting: "seen", notBefore: null, by: "write" });
  }

  removeEntry(cluster: string, uid: string, now: number, how: Sighting | "forgotten"): void {
    const slot = this.slotOfUid(cluster, uid);
    if (slot < 0) return;
    this.evaluations.evaluateNow(slot, now);
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
    this.tick(now);
  }

  /** Takes a new world, once all that began before is evaluated; the entries that it may concern are judged again as `evaluations` run. */
  beginWorld(world: World, now: number): void {
    this.evaluations.change(this.#verdicts.changeTo(world), now);
  }

  /** Lets time pass, and evaluates in one go all that waits. Where others wait too, `evaluations` run in slices. */
  tick(now: number): void {
    this.evaluations.run(now);
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
    return this.#verdicts.at(slot, now);
  }

  #groupChanged(record: GroupRecord): void {
    record.version++;
    for (const hook of this.#groupHooks) hook(record);
  }
}
