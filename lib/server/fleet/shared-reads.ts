import type { FleetReader } from "./fleet-reader";

/** How long a value without a reader is kept, so that a page and its stream share the first look at the fleet. Milliseconds. */
const IDLE_MS = 20_000;

interface Shared<V> {
  readonly value: V;
  readers: number;
  idleSince: number;
}

/** Values of a fleet that several readers share, by keys. A value is closed some time after its last reader. */
export class SharedReads<V extends { close(): void }> {
  readonly #ofFleets = new WeakMap<FleetReader, Map<string, Shared<V>>>();

  /** Returns the value of a key, and how a reader gives it back. `create` makes the value for its first reader. */
  take(fleet: FleetReader, key: string, create: () => V): { readonly value: V; close(): void } {
    const all = this.#ofFleets.get(fleet) ?? new Map<string, Shared<V>>();
    this.#ofFleets.set(fleet, all);
    closeIdle(fleet, all);
    const shared = all.get(key) ?? { value: create(), readers: 0, idleSince: 0 };
    all.set(key, shared);
    shared.readers++;
    let isOpen = true;
    return {
      value: shared.value,
      close: () => {
        if (!isOpen) return;
        isOpen = false;
        shared.readers--;
        shared.idleSince = fleet.now();
        closeIdle(fleet, all);
        // Without another reader too, the value stops to follow the fleet.
        setTimeout(() => closeIdle(fleet, all), IDLE_MS + 1_000).unref();
      },
    };
  }
}

function closeIdle<V extends { close(): void }>(fleet: FleetReader, all: Map<string, Shared<V>>): void {
  for (const [key, { value, readers, idleSince }] of all) {
    if (readers > 0 || fleet.now() - idleSince < IDLE_MS) continue;
    value.close();
    all.delete(key);
  }
}
