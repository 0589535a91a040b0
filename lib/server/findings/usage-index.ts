import type { EntryOrigin } from "@/lib/domain/entry/origin";
import type { LocalityInUse, NetworkSubject, ReplicaInUse, ZoneInUse } from "@/lib/domain/findings/findings-world";
import { localityInUseKey, localityInUseOfKey, proxyNetworkOf, zonesOfLocalities } from "@/lib/domain/findings/in-use";
import { isOpenConnection } from "@/lib/domain/verdict/verdict";
import { HashIndex, hashText } from "@/lib/server/derive/hash-index";
import { KeySet } from "@/lib/server/derive/key-set";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

interface NamesInUse {
  readonly version: number;
  readonly zones: readonly ZoneInUse[];
  readonly networks: readonly string[];
  readonly proxies: readonly string[];
}

/** Places, networks, replicas and addresses that the entries of a cluster name, kept by differences: an entry leaves as it was, and enters as it is. */
export class UsageIndex {
  readonly #places = new Counts();
  readonly #networks = new Counts();
  /** Entries without an address, by network. */
  readonly #unaddressed = new Counts();
  /** Networks of proxies. */
  readonly #proxies = new Counts();
  readonly #controllers = new Counts();
  readonly #held = new Counts();
  /** By the address of each. A map of texts took three times the room. */
  readonly #byAddress = new HashIndex((entry) => hashText(this.#addressOf(entry as EntryRef)));
  readonly #there = new KeySet();
  #names: NamesInUse | null = null;
  #told = "";

  constructor(
    private readonly fleet: FleetReader,
    readonly cluster: string,
  ) {}

  /** Is it counted? */
  has(entry: EntryRef): boolean {
    return this.#there.has(entry);
  }

  /** Moves where a place or a network is named for the first time, or by nobody any more. */
  get version(): number {
    return this.#places.version + this.#networks.version + this.#proxies.version;
  }

  enter(entry: EntryRef): void {
    this.#there.add(entry);
    this.#turn(entry, 1);
    if (this.#addressOf(entry) !== "") this.#byAddress.insert(entry);
  }

  leave(entry: EntryRef): void {
    this.#there.delete(entry);
    this.#turn(entry, -1);
    if (this.#addressOf(entry) !== "") this.#byAddress.remove(entry);
  }

  /** The entries with an address, whatever their network. */
  at(address: string): readonly EntryRef[] {
    const found: EntryRef[] = [];
    this.#byAddress.find(hashText(address), (entry) => {
      if (this.#addressOf(entry as EntryRef) === address) found.push(entry as EntryRef);
      return false;
    });
    return found;
  }

  places(): readonly LocalityInUse[] {
    return this.#places.sorted().map(([key, machines]) => localityInUseOfKey(this.cluster, key, machines));
  }

  /** Every zone that is named, once. */
  zones(): readonly ZoneInUse[] {
    return this.#named().zones;
  }

  /** Every network that is named; "" where some name none. */
  networkNames(): readonly string[] {
    return this.#named().networks;
  }

  proxyNetworks(): readonly string[] {
    return this.#named().proxies;
  }

  /** Are other zones or networks named than when this was last asked? */
  namesTurned(): boolean {
    const { version: _version, ...names } = this.#named();
    const text = JSON.stringify(names);
    if (text === this.#told) return false;
    this.#told = text;
    return true;
  }

  place(key: string): LocalityInUse | null {
    const machines = this.#places.of(key);
    return machines === 0 ? null : localityInUseOfKey(this.cluster, key, machines);
  }

  networks(): readonly NetworkSubject[] {
    return this.#networks.sorted().map(([name]) => this.network(name));
  }

  network(name: string): NetworkSubject {
    return { cluster: this.cluster, name, machines: this.#networks.of(name), unaddressed: this.#unaddressed.of(name) };
  }

  controllers(): readonly ReplicaInUse[] {
    return this.#controllers.sorted().map(([name, machines]) => ({ name, machines, held: this.#held.of(name) }));
  }

  #addressOf(entry: EntryRef): string {
    return this.fleet.endpoint(entry).address;
  }

  #named(): NamesInUse {
    const { version } = this;
    if (this.#names?.version === version) return this.#names;
    const networks = this.networks().map(({ name }) => name);
    const proxies = this.#proxies.sorted().map(([network]) => network);
    this.#names = { version, zones: zonesOfLocalities(this.places()), networks, proxies };
    return this.#names;
  }

  #turn(entry: EntryRef, by: 1 | -1): void {
    const controller = this.fleet.trait(entry, "replica");
    this.#places.add(placeKeyAt(this.fleet, entry), by);
    const { network, address } = this.fleet.endpoint(entry);
    this.#networks.add(network, by);
    if (address === "") this.#unaddressed.add(network, by);
    const isRegistered = this.fleet.facet(entry, "origin") === ("auto-registered" satisfies EntryOrigin);
    const ofProxy = proxyNetworkOf({ network, controller, registrationGroup: isRegistered ? "registered" : "" });
    if (ofProxy !== null) this.#proxies.add(ofProxy, by);
    if (controller === "") return;
    this.#controllers.add(controller, by);
    if (isOpenConnection(this.fleet.judged(entry).connection)) this.#held.add(controller, by);
  }
}

/** The place of an entry as a key, without making the entry. */
export function placeKeyAt(fleet: FleetReader, entry: EntryRef): string {
  return localityInUseKey(fleet.locality(entry));
}

class Counts {
  readonly #counts = new Map<string, number>();
  /** Moves with every key that comes or goes. */
  version = 0;

  add(key: string, by: number): void {
    const count = this.of(key) + by;
    if (count === 0 || count === by) this.version++;
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
