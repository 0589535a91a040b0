import { HashIndex, hashText } from "@/lib/server/derive/hash-index";
import type { EntryColumns } from "./entry-columns";
import type { Places } from "./places";
import { hashOfUid, uidKey } from "./uid-column";

/** Finds entries by uid and by name. It keeps slot numbers only: the keys stand in the columns, so a slot is entered after it is written and left before. */
export class EntryIndex {
  readonly #byUid = new HashIndex((slot) => uidHash(this.#clusterOf(slot), this.columns.uids.hash(slot)));
  readonly #byName = new HashIndex((slot) => nameHash(this.columns.int("place", slot), this.columns.names[slot] ?? ""));

  constructor(
    private readonly columns: EntryColumns,
    private readonly places: Places,
  ) {}

  insert(slot: number): void {
    this.#byUid.insert(slot);
    this.insertName(slot);
  }

  remove(slot: number): void {
    this.#byUid.remove(slot);
    this.removeName(slot);
  }

  /** For an entry whose name or namespace changes while its uid stays. */
  insertName(slot: number): void {
    this.#byName.insert(slot);
  }

  removeName(slot: number): void {
    this.#byName.remove(slot);
  }

  /** The slot of a uid, or -1. */
  slotOfUid(cluster: string, uid: string): number {
    const key = uidKey(uid);
    return this.#byUid.find(uidHash(cluster, hashOfUid(key)), (slot) => this.columns.uids.equals(slot, key) && this.#clusterOf(slot) === cluster);
  }

  /** The slot of a name, or -1: of several incarnations the newest. */
  slotOfName(cluster: string, namespace: string, name: string): number {
    const place = this.places.find(cluster, namespace);
    if (place === undefined) return -1;
    let newest = -1;
    this.#byName.find(nameHash(place.id, name), (slot) => {
      if (this.columns.names[slot] !== name || this.columns.int("place", slot) !== place.id) return false;
      if (newest < 0 || (this.columns.float("createdAt", slot) ?? 0) >= (this.columns.float("createdAt", newest) ?? 0)) newest = slot;
      return false;
    });
    return newest;
  }

  #clusterOf(slot: number): string {
    return this.places.at(this.columns.int("place", slot)).cluster;
  }
}

function uidHash(cluster: string, uid: number): number {
  return hashText(cluster, uid);
}

function nameHash(place: number, name: string): number {
  return hashText(name, place + 1);
}
