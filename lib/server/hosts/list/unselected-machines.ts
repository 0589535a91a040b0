import { isInScope, isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup, FleetPlace } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { SharedReads } from "@/lib/server/fleet/shared-reads";
import { hostKey, isHostInScope } from "@/lib/server/hosts/host-object";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { namespaceKey } from "@/lib/server/hosts/inhabited-places";

const RENEWED = ChangedParts.of("connectionTimes");

/**
 * The machines in sight that no selector in sight takes, by their groups. After the first look its cost follows what changed: a machine that did is
 * asked again, and where an object that selects did, its namespace is.
 */
export class UnselectedMachines {
  readonly #byGroup = new Map<FleetGroup, Set<EntryRef>>();
  readonly #versions = new Map<string, string>();
  readonly #changedEntries = new Set<EntryRef>();
  readonly #changedPlaces = new Set<string>();
  readonly #placeVersions = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  readonly #unhook: readonly (() => void)[];

  constructor(
    private readonly fleet: FleetReader,
    private readonly scope: Scope,
  ) {
    for (const table of [fleet.tables.services, fleet.tables.serviceentries])
      for (const object of table.values())
        if (isInScope(scope, object.cluster, object.kind, object.namespace)) this.#versions.set(hostKey(object), object.resourceVersion);
    for (const record of fleet.groups()) this.#changedPlaces.add(placeKey(record.place));
    this.#unhook = [
      fleet.subscribe({
        leaving: (entry, parts) => {
          if (parts.isWithin(RENEWED)) return;
          this.#changedEntries.delete(entry);
          this.#byGroup.get(fleet.groupOf(entry))?.delete(entry);
        },
        entering: (entry, parts) => {
          if (parts.isWithin(RENEWED) || !this.isTold(fleet.groupOf(entry).place)) return;
          this.#changedEntries.add(entry);
          this.#changed();
        },
        world: (cluster) => {
          if (!scope.clusters.has(cluster)) return;
          for (const { place } of fleet.groups()) if (place.cluster === cluster && this.isTold(place)) this.#lookAgain(placeKey(place));
          // Whether there are groups there must not decide when a viewer hears: he may not see them.
          this.#changed();
        },
        group: (group) => isInScope(scope, group.place.cluster, "workloadgroups", group.place.namespace) && this.#changed(),
      }),
      fleet.hosts.subscribe((host) => this.#hostChanged(host)),
    ];
  }

  /** Can it be told who selects the machines of a namespace: are they in sight, and all that selects there? */
  isTold({ cluster, namespace }: FleetPlace): boolean {
    return (["workloadentries", "services", "serviceentries"] as const).every((source) => isSourceVisible(this.scope, cluster, source, namespace));
  }

  /** The machines of a group that nobody selects, as they are now. */
  of(group: FleetGroup): ReadonlySet<EntryRef> {
    return this.#byGroup.get(group) ?? NONE;
  }

  /** Moves where something that selects in a namespace is another one. */
  versionOf(place: FleetPlace): number {
    return this.#placeVersions.get(placeKey(place)) ?? 0;
  }

  /** Hears that something may be another one now. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Asks again about what changed; to be called before anything is read. */
  catchUp(): void {
    for (const record of this.#changedPlaces.size === 0 ? [] : this.fleet.groups()) if (this.#changedPlaces.has(placeKey(record.place))) this.#look(record);
    this.#changedPlaces.clear();
    for (const entry of this.#changedEntries) this.#ask(this.fleet.groupOf(entry), entry);
    this.#changedEntries.clear();
  }

  close(): void {
    for (const unhook of this.#unhook) unhook();
  }

  #look(record: FleetGroup): void {
    this.#byGroup.delete(record);
    if (!this.isTold(record.place)) return;
    for (const entry of this.fleet.members(record)) this.#ask(record, entry);
  }

  #ask(record: FleetGroup, entry: EntryRef): void {
    const isTaken = this.fleet.hosts.selecting(entry).some((host) => isHostInScope(host, this.scope));
    const found = this.#byGroup.get(record);
    if (isTaken) found?.delete(entry);
    else if (found === undefined) this.#byGroup.set(record, new Set([entry]));
    else found.add(entry);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #lookAgain(place: string): void {
    this.#changedPlaces.add(place);
    this.#placeVersions.set(place, (this.#placeVersions.get(place) ?? 0) + 1);
  }

  /** Most of what is told of a host is that its counts are others: its machines told that themselves. */
  #hostChanged(host: HostObject): void {
    if (!isHostInScope(host, this.scope)) return;
    const now = this.fleet.hosts.byUid(host.cluster, host.uid);
    const key = hostKey(host);
    if (now !== null && this.#versions.get(key) === now.resourceVersion) return;
    if (now === null) this.#versions.delete(key);
    else this.#versions.set(key, now.resourceVersion);
    this.#lookAgain(namespaceKey(host.cluster, host.selector.namespace));
    this.#changed();
  }
}

const NONE: ReadonlySet<EntryRef> = new Set();

function placeKey({ cluster, namespace }: FleetPlace): string {
  return namespaceKey(cluster, namespace);
}

const shared = new SharedReads<UnselectedMachines>();

/** The unselected machines of a scope, one for all who read them, and how to give them back. */
export function standingUnselected(fleet: FleetReader, scope: Scope): { readonly machines: UnselectedMachines; close(): void } {
  const { value: machines, close } = shared.take(fleet, scope.key, () => new UnselectedMachines(fleet, scope));
  return { machines, close };
}
