import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { HostObject } from "./host-reader";
import { inlinePlaces, machinesAtPlaces, placeOf } from "./inline-places";
import type { HostlessFleet } from "./recount";

/** Which machines are where an inline endpoint is. Few objects write endpoints, so only their places are kept; new ones are looked for when they are asked for. */
export class InlineMachines {
  readonly #wanted = new Map<string, number>();
  readonly #at = new Map<string, Set<EntryRef>>();
  readonly #placeOf = new Map<EntryRef, string>();
  #unlooked = new Set<string>();

  constructor(private readonly fleet: HostlessFleet) {}

  /** An object came (1), or went (-1). */
  want(host: HostObject, by: 1 | -1): void {
    for (const place of inlinePlaces(host)) {
      const wanted = (this.#wanted.get(place) ?? 0) + by;
      if (wanted > 0) this.#wanted.set(place, wanted);
      else this.#forget(place);
      if (wanted === 1 && by === 1) this.#unlooked.add(place);
    }
  }

  /** A machine came, or may be elsewhere. */
  put(entry: EntryRef): void {
    if (this.#wanted.size === 0) return;
    this.remove(entry);
    const place = placeOf(this.fleet.groupOf(entry).place.cluster, this.fleet.endpoint(entry));
    if (place !== null && this.#wanted.has(place) && !this.#unlooked.has(place)) this.#set(entry, place);
  }

  remove(entry: EntryRef): void {
    const place = this.#placeOf.get(entry);
    if (place === undefined) return;
    this.#placeOf.delete(entry);
    this.#at.get(place)?.delete(entry);
  }

  /** The machines at a place that somebody wants. */
  at(place: string): Iterable<EntryRef> {
    if (this.#unlooked.size > 0) this.#look();
    return this.#at.get(place) ?? [];
  }

  #look(): void {
    const places = this.#unlooked;
    this.#unlooked = new Set();
    for (const [place, entries] of machinesAtPlaces(this.fleet, places)) for (const entry of entries) this.#set(entry, place);
  }

  #set(entry: EntryRef, place: string): void {
    this.#placeOf.set(entry, place);
    this.#at.set(place, (this.#at.get(place) ?? new Set()).add(entry));
  }

  #forget(place: string): void {
    this.#wanted.delete(place);
    this.#unlooked.delete(place);
    for (const entry of this.#at.get(place) ?? []) this.#placeOf.delete(entry);
    this.#at.delete(place);
  }
}
