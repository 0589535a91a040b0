import { type DrainedEntry, LOST_DRAIN_RETENTION_MS, lostDrainOf } from "@/lib/domain/entry/lost-drain";
import { entryManagementOf } from "@/lib/domain/entry/origin";
import { MAX_STORED_HEALTH_CHANGES, NO_RECORDED_FACTS, type RecordedEntryFacts } from "@/lib/domain/findings/recorded-entry-facts";
import { DRAINING_LABEL } from "@/lib/domain/verdict/serving";
import { ChangedParts } from "./changed-parts";
import type { ChangeMoment, EntryRef } from "./entry-change";
import type { FleetGroup } from "./fleet-group";
import type { FleetReader } from "./fleet-reader";

const HEALTH = ChangedParts.of("health");
const DRAIN = ChangedParts.of("existence", "labels");
/** So many drains are remembered, the newest. */
const MOST_DRAINS = 1_000;
const NONE: readonly number[] = [];

/**
 * What the live fleet remembers of entries beyond their objects: how often their health turned lately, and which were draining when they went. Of
 * whoever never turned and was never drained it keeps nothing.
 */
export class EntryMemory {
  readonly #turns = new Map<EntryRef, readonly number[]>();
  /** Turns that the record knows of, by cluster and uid: also of entries that are not there yet. */
  readonly #recalled = new Map<string, readonly number[]>();
  readonly #drained = new Map<string, DrainedEntry>();
  readonly #listeners = new Set<(entry: EntryRef) => void>();
  #before: string | null = null;

  constructor(private readonly fleet: FleetReader) {
    fleet.subscribe({
      leaving: (ref, parts, moment) => this.#leaving(ref, parts, moment),
      entering: (ref, parts, moment) => this.#entering(ref, parts, moment),
    });
  }

  /** What is remembered of an entry. */
  of(ref: EntryRef): RecordedEntryFacts {
    const healthTurns = this.#turnsOf(ref);
    const drained = this.#drained.size === 0 ? undefined : this.#drained.get(this.#nameOf(ref));
    const drainedBefore = drained === undefined || drained.uid === this.fleet.identityOf(ref).uid ? null : drained;
    return healthTurns.length === 0 && drainedBefore === null ? NO_RECORDED_FACTS : { healthTurns, drainedBefore };
  }

  /** The entries of a group that have lost a drain: as few as drains are remembered, however large the group is. */
  lostDrains({ place: { cluster, namespace }, name }: FleetGroup): readonly EntryRef[] {
    const before = `${cluster}/${namespace}/`;
    return [...this.#drained].flatMap(([key, drained]) => {
      const ref = key.startsWith(before) ? this.fleet.byName(cluster, namespace, key.slice(before.length)) : null;
      if (ref === null || this.fleet.groupOf(ref).name !== name) return [];
      const entry = this.fleet.entry(ref);
      return entry.uid !== drained.uid && lostDrainOf(entry, drained, this.fleet.now()) !== null ? [ref] : [];
    });
  }

  /** Takes a turn that the record knows of, from before anything was seen here; in the order of time. */
  recall(cluster: string, uid: string, at: number): void {
    const key = `${cluster}/${uid}`;
    this.#recalled.set(key, [...(this.#recalled.get(key) ?? []), at].slice(-MAX_STORED_HEALTH_CHANGES));
    const ref = this.fleet.byUid(cluster, uid);
    if (ref !== null) for (const listener of this.#listeners) listener(ref);
  }

  /** Hears of an entry of which more is known than before, though it did not change itself. */
  hook(listener: (entry: EntryRef) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #leaving(ref: EntryRef, parts: ChangedParts, { at, by }: ChangeMoment): void {
    const isGone = by === "end" || by === "forgotten";
    this.#before = !isGone && parts.meets(HEALTH) ? this.fleet.healthStatus(ref) : null;
    if (!isGone) return;
    this.#turns.delete(ref);
    if (this.#recalled.size > 0) this.#recalled.delete(this.#uidOf(ref));
    if (by === "end") this.#ended(ref, at);
  }

  #entering(ref: EntryRef, parts: ChangedParts, { at }: ChangeMoment): void {
    if (this.#before !== null) this.#turned(ref, this.#before, at);
    this.#before = null;
    // Drained again: whoever takes that back means it.
    if (this.#drained.size > 0 && parts.meets(DRAIN) && this.#isDraining(ref)) this.#drained.delete(this.#nameOf(ref));
  }

  /** A condition that comes or goes is no turn: that is its connection. */
  #turned(ref: EntryRef, before: string, at: number): void {
    const after = this.fleet.healthStatus(ref);
    if (after !== null && before !== after) this.#turns.set(ref, [...(this.#turns.get(ref) ?? []), at].slice(-MAX_STORED_HEALTH_CHANGES));
  }

  /** Asked of all that goes: the whole entry is read of those few that are. */
  #isDraining(ref: EntryRef): boolean {
    return !!this.fleet.label(ref, DRAINING_LABEL);
  }

  #ended(ref: EntryRef, at: number): void {
    if (!this.#isDraining(ref)) return;
    const entry = this.fleet.entry(ref);
    if (entry.unreadable !== null || entryManagementOf(entry) !== "auto") return;
    const name = this.#nameOf(ref);
    this.#drained.delete(name);
    for (const [key, { endedAt }] of this.#drained) if (endedAt + LOST_DRAIN_RETENTION_MS <= at || this.#drained.size >= MOST_DRAINS) this.#drained.delete(key);
    this.#drained.set(name, { uid: entry.uid, endedAt: at, reason: entry.drainReason });
    // A list may bring the new one before it misses the old one.
    const next = this.fleet.byName(entry.cluster, entry.namespace, entry.name);
    if (next !== null && next !== ref) for (const listener of this.#listeners) listener(next);
  }

  #turnsOf(ref: EntryRef): readonly number[] {
    const [recalled, seen] = [this.#recalled.size === 0 ? NONE : (this.#recalled.get(this.#uidOf(ref)) ?? NONE), this.#turns.get(ref) ?? NONE];
    return recalled.length === 0 ? seen : [...recalled, ...seen].slice(-MAX_STORED_HEALTH_CHANGES);
  }

  #uidOf(ref: EntryRef): string {
    const { cluster, uid } = this.fleet.identityOf(ref);
    return `${cluster}/${uid}`;
  }

  #nameOf(ref: EntryRef): string {
    const { cluster, namespace, name } = this.fleet.identityOf(ref);
    return `${cluster}/${namespace}/${name}`;
  }
}
