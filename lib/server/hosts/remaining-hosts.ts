import { reasonsAgainst, withEndpointListSent } from "@/lib/domain/selection/matching";
import type { StoredPod } from "@/lib/domain/selection/objects";
import type { Scope } from "@/lib/domain/source/scope";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { type Counting, countMachine, countPod, type PodShare, podShare } from "./host-counts";
import { matchingOf, shareOfBearing } from "./host-matching";
import { showsMembers } from "./host-object";
import type { HostCounts, HostKind, HostObject, HostReader, HostSpread, MachineClass, MemberView } from "./host-reader";
import { classesOver, spreadOf } from "./host-spread";
import { namespaceKey } from "./inhabited-places";
import { meshOf } from "./mesh-of";
import { isHiddenByEntry } from "./taken-pods";

/** Machines and Pods of a fleet that would be gone. */
export interface GoneMembers {
  readonly entries: ReadonlySet<EntryRef>;
  readonly pods: ReadonlySet<StoredPod>;
}

/**
 * A fleet's hosts, were some machines and Pods gone: whoever takes one now takes one fewer. It costs what is gone, not what is there. It stands still: it is
 * right for as long as nothing of the fleet changes. Host objects all stay, whoever is left in them.
 */
export function withoutMembers(fleet: FleetReader, gone: GoneMembers): HostReader {
  return new RemainingHosts(fleet, gone);
}

class RemainingHosts implements HostReader {
  readonly #counts = new Map<HostObject, Counting>();

  constructor(
    private readonly fleet: FleetReader,
    private readonly gone: GoneMembers,
  ) {
    for (const entry of gone.entries) this.#takeMachine(entry);
    this.#takePods();
    if (fleet.tables["workload-pods"].size > 0) this.#unhidePods();
  }

  all(scope: Scope): readonly HostObject[] {
    return this.fleet.hosts.all(scope);
  }

  find(cluster: string, kind: HostKind, namespace: string, name: string): HostObject | null {
    return this.fleet.hosts.find(cluster, kind, namespace, name);
  }

  byUid(cluster: string, uid: string): HostObject | null {
    return this.fleet.hosts.byUid(cluster, uid);
  }

  *machines(host: HostObject, view?: MemberView): Generator<EntryRef, undefined> {
    for (const entry of this.fleet.hosts.machines(host, view)) if (!this.gone.entries.has(entry)) yield entry;
  }

  spread(host: HostObject): readonly HostSpread[] {
    return spreadOf(this.classes(host));
  }

  classes(host: HostObject, view?: MemberView): readonly MachineClass[] {
    return classesOver(this.fleet, this.machines(host, view), { selector: host.selector, mesh: meshOf(this.fleet.worldOf(host.cluster)).settings });
  }

  pods(host: HostObject, view?: MemberView): readonly StoredPod[] {
    const pods = this.fleet.hosts.pods(host, view);
    return this.gone.pods.size === 0 ? pods : pods.filter((pod) => !this.gone.pods.has(pod));
  }

  counts(host: HostObject, view?: MemberView): HostCounts {
    const counted = this.#counts.get(host);
    const before = this.fleet.hosts.counts(host, view);
    return counted === undefined || !showsMembers(host, view)
      ? before
      : { ...counted, version: before.version, pods: before.pods === null ? null : counted.pods };
  }

  isSettled(): boolean {
    return true;
  }

  selecting(entry: EntryRef, view?: MemberView): readonly HostObject[] {
    return this.gone.entries.has(entry) ? [] : this.fleet.hosts.selecting(entry, view);
  }

  candidates(cluster: string, namespace: string): readonly HostObject[] {
    return this.fleet.hosts.candidates(cluster, namespace);
  }

  subscribe(): () => void {
    return () => undefined;
  }

  #takeMachine(entry: EntryRef): void {
    const hosts = this.fleet.hosts.selecting(entry, "stored");
    if (hosts.length === 0) return;
    const mesh = meshOf(this.fleet.worldOf(this.fleet.groupOf(entry).place.cluster)).settings;
    const bearing = this.fleet.bearing(entry, mesh);
    const { weight } = this.fleet.endpoint(entry);
    for (const host of hosts) countMachine(this.#countsOf(host), shareOfBearing(matchingOf(host.selector, mesh), bearing, weight), -1);
  }

  #takePods(): void {
    for (const { cluster, namespace } of placesOf(this.gone.pods))
      for (const host of this.fleet.hosts.candidates(cluster, namespace))
        for (const pod of this.fleet.hosts.pods(host, "stored")) if (this.gone.pods.has(pod)) countPod(this.#countsOf(host), this.#shareOf(host, pod), -1);
  }

  /** ServiceEntries are told of a Pod again once no entry has its name (recording services). */
  #unhidePods(): void {
    const named = new Map<string, Set<string>>();
    for (const entry of this.gone.entries) {
      const { cluster, namespace, name } = this.fleet.identityOf(entry);
      const key = namespaceKey(cluster, namespace);
      named.set(key, (named.get(key) ?? new Set()).add(name));
    }
    for (const { cluster, namespace } of placesOf(this.fleet.tables["workload-pods"].values())) {
      const names = named.get(namespaceKey(cluster, namespace));
      if (names === undefined) continue;
      for (const host of this.fleet.hosts.candidates(cluster, namespace)) if (host.selector.kind === "ServiceEntry") this.#unhideIn(host, names);
    }
  }

  #unhideIn(host: HostObject, names: ReadonlySet<string>): void {
    const mesh = meshOf(this.fleet.worldOf(host.cluster)).settings;
    for (const pod of this.fleet.hosts.pods(host, "stored")) {
      if (!names.has(pod.name) || this.gone.pods.has(pod) || !isHiddenByEntry(this.fleet, pod, mesh)) continue;
      const counting = this.#countsOf(host);
      countPod(counting, this.#shareOf(host, pod), -1);
      countPod(counting, podShare(host.selector, pod, reasonsAgainst(withEndpointListSent(host.selector, "pod"), { kind: "pod", pod }, mesh), false), 1);
    }
  }

  /** How a Pod counts as things are. */
  #shareOf({ cluster, selector }: HostObject, pod: StoredPod): PodShare {
    const mesh = meshOf(this.fleet.worldOf(cluster)).settings;
    return podShare(selector, pod, reasonsAgainst(withEndpointListSent(selector, "pod"), { kind: "pod", pod }, mesh), isHiddenByEntry(this.fleet, pod, mesh));
  }

  #countsOf(host: HostObject): Counting {
    const known = this.#counts.get(host);
    if (known !== undefined) return known;
    const { version, machines, pods, inline } = this.fleet.hosts.counts(host, "stored");
    const counting = { version, machines: { ...machines }, pods: { ...(pods ?? NO_PODS) }, inline };
    this.#counts.set(host, counting);
    return counting;
  }
}

const NO_PODS = { taken: 0, ready: 0, weight: 0 };

interface Place {
  readonly cluster: string;
  readonly namespace: string;
}

function placesOf(objects: Iterable<Place>): Iterable<Place> {
  const places = new Map<string, Place>();
  for (const { cluster, namespace } of objects) places.set(namespaceKey(cluster, namespace), { cluster, namespace });
  return places.values();
}
