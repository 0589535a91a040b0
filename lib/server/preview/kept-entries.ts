import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

/** So many are kept, and for so long after the last try. Milliseconds. */
const MOST = 20_000;
const IDLE_MS = 60_000;

const kept = new WeakMap<FleetReader, KeptEntries>();

/** An entry of a fleet as it is now. A try reads the same ones with every keystroke, so they are kept until they change, or nobody tries any more. */
export function keptEntry(fleet: FleetReader, entry: EntryRef): WorkloadEntry {
  const known = kept.get(fleet) ?? new KeptEntries(fleet);
  kept.set(fleet, known);
  return known.read(entry);
}

class KeptEntries {
  readonly #entries = new Map<EntryRef, WorkloadEntry>();
  #usedAt = 0;

  constructor(private readonly fleet: FleetReader) {
    const changed = (entry: EntryRef) => this.#forget(entry);
    fleet.subscribe({ leaving: changed, entering: changed });
  }

  read(entry: EntryRef): WorkloadEntry {
    this.#usedAt = this.fleet.now();
    const known = this.#entries.get(entry);
    if (known !== undefined) return known;
    if (this.#entries.size >= MOST) this.#entries.clear();
    const read = this.fleet.entry(entry);
    this.#entries.set(entry, read);
    return read;
  }

  #forget(entry: EntryRef): void {
    if (this.#entries.size === 0) return;
    if (this.fleet.now() - this.#usedAt > IDLE_MS) this.#entries.clear();
    else this.#entries.delete(entry);
  }
}
