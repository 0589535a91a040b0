import type { ControllerInUse, NetworkInUse, PlaceInUse } from "@/lib/domain/findings/findings-world";
import { placeKeyOf, placeOfKey } from "@/lib/domain/findings/in-use";
import { isHeldConnection } from "@/lib/domain/verdict";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

/** Places, networks, replicas and addresses that the entries of a cluster name, kept by differences: an entry leaves as it was, and enters as it is. */
export class UsageIndex {
  readonly #places = new Counts();
  readonly #networks = new Counts();
  readonly #controllers = new Counts();
  readonly #held = new Counts();
  readonly #byAddress = new Map<string, EntryRef[]>();

  constructor(
    private readonly fleet: FleetReader,
    readonly cluster: string,
  ) {}

  enter(entry: EntryRef): void {
    this.#turn(entry, 1);
    const { address } = this.fleet.endpoint(entry);
    if (address === "") return;
    const known = this.#byAddress.get(address);
    if (known === undefined) this.#byAddress.set(address, [entry]);
    else if (!known.includes(entry)) known.push(entry);
  }

  leave(entry: EntryRef): void {
    this.#turn(entry, -1);
    const { address } = this.fleet.endpoint(entry);
    const known = this.#byAddress.get(address);
    if (known === undefined) return;
    const at = known.indexOf(entry);
    if (at >= 0) known.splice(at, 1);
    if (known.length === 0) this.#byAddress.delete(address);
  }

  /** The entries with an address, whatever their network. */
  at(address: string): readonly EntryRef[] {
    return this.#byAddress.get(address) ?? [];
  }

  places(): readonly PlaceInUse[] {
    return this.#places.sorted().map(([key, machines]) => placeOfKey(this.cluster, key, machines));
  }

  place(key: string): PlaceInUse | null {
    const machines = this.#places.of(key);
    return machines === 0 ? null : placeOfKey(this.cluster, key, machines);
  }

  networks(): readonly NetworkInUse[] {
    return this.#networks.sorted().map(([name, machines]) => ({ cluster: this.cluster, name, machines }));
  }

  machinesIn(network: string): number {
    return this.#networks.of(network);
  }

  controllers(): readonly ControllerInUse[] {
    return this.#controllers.sorted().map(([name, machines]) => ({ name, machines, held: this.#held.of(name) }));
  }

  #turn(entry: EntryRef, by: 1 | -1): void {
    const controller = this.fleet.trait(entry, "replica");
    this.#places.add(placeKeyAt(this.fleet, entry), by);
    this.#networks.add(this.fleet.endpoint(entry).network, by);
    if (controller === "") return;
    this.#controllers.add(controller, by);
    if (isHeldConnection(this.fleet.judged(entry).connection)) this.#held.add(controller, by);
  }
}

/** The place of an entry as a key (`placeKeyOf`), without making the entry. */
export function placeKeyAt(fleet: FleetReader, entry: EntryRef): string {
  return placeKeyOf({ locality: fleet.locality(entry), specLabels: [], metadataLabels: [] });
}

class Counts {
  readonly #counts = new Map<string, number>();

  add(key: string, by: number): void {
    const count = this.of(key) + by;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  sorted(): readonly (readonly [string, number])[] {
    return [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}
