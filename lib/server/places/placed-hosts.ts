import type { ListQuery } from "@/lib/contract/url/list-query";
import { type LocalityParts, localityKey, localityPartsOf } from "@/lib/domain/localities/locality-tree";
import type { StoredPod } from "@/lib/domain/selection/objects";
import { isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { matchingOf, shareOfBearing } from "@/lib/server/hosts/host-matching";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { meshOf } from "@/lib/server/hosts/mesh-of";
import { podBearing, shareOfPod } from "@/lib/server/hosts/pod-bearing";
import { isHiddenByEntry } from "@/lib/server/hosts/taken-pods";
import { groupKey } from "./group-key";
import { podPlace, podPlacesInSight } from "./pod-place";

/** The machines and Pods that a host takes at one place; null = where they are is not visible. `weight`: of those that callers are sent. */
export interface MembersHere {
  readonly place: LocalityParts | null;
  machines: number;
  serving: number;
  doubted: number;
  pods: number;
  podsReady: number;
  weight: number;
}

/** A Pod that a host takes, and whether callers are sent it as healthy. */
export interface PlacedPod {
  readonly uid: string;
  readonly place: LocalityParts | null;
  readonly isReady: boolean;
}

/** A Service or a ServiceEntry that takes machines, with who of it is where. */
export interface PlacedHost {
  readonly object: HostObject;
  /** Its host names, each once. */
  readonly hosts: readonly string[];
  readonly here: readonly MembersHere[];
  /** The groups whose machines it takes, by `groupKey`. */
  readonly groups: ReadonlyMap<string, FleetGroup>;
  /** Null = not visible. */
  readonly pods: readonly PlacedPod[] | null;
}

interface Kept {
  readonly version: number;
  readonly podsSeen: boolean;
  readonly placed: PlacedHost;
}

const MOVED = ChangedParts.of("place", "group");

/** The hosts in sight that take machines in the picked clusters and namespaces, of which those are placed anew that changed. */
export class PlacedHosts {
  readonly #kept = new Map<HostObject, Kept>();
  /** Machines that are at another place, or in another group: whoever takes them may count just as before. */
  readonly #moved = new Set<EntryRef>();
  readonly #unhook: readonly (() => void)[];

  constructor(
    private readonly fleet: FleetReader,
    private readonly scope: Scope,
    private readonly picked: Pick<ListQuery, "clusters" | "namespaces">,
  ) {
    this.#unhook = [
      fleet.subscribe({
        entering: (entry, parts) => {
          if (parts.meets(MOVED)) this.#moved.add(entry);
        },
        world: () => this.#kept.clear(),
      }),
      fleet.tables["workload-pods"].hook((before, after) => {
        if (before !== null && after !== null && isElsewhere(before, after)) this.#forget(after);
      }),
    ];
  }

  /** All of them as they are now, in no order. */
  now(): readonly PlacedHost[] {
    for (const entry of this.#moved) if (this.fleet.isThere(entry)) for (const host of this.fleet.hosts.selecting(entry)) this.#kept.delete(host);
    this.#moved.clear();
    const found: PlacedHost[] = [];
    const seen = new Set<HostObject>();
    for (const object of this.fleet.hosts.all(this.scope)) {
      const { cluster, selector } = object;
      if (!pickedPlace(this.picked, cluster, selector.namespace) || !isSourceVisible(this.scope, cluster, "workloadentries", selector.namespace)) continue;
      const { version, machines, pods } = this.fleet.hosts.counts(object);
      if (machines.taken === 0) continue;
      const podsSeen = pods !== null && isSourceVisible(this.scope, cluster, "workload-pods", selector.namespace);
      const known = this.#kept.get(object);
      const kept = known?.version === version && known.podsSeen === podsSeen ? known : { version, podsSeen, placed: this.#placed(object, podsSeen) };
      this.#kept.set(object, kept);
      seen.add(object);
      found.push(kept.placed);
    }
    for (const object of this.#kept.keys()) if (!seen.has(object)) this.#kept.delete(object);
    return found;
  }

  close(): void {
    for (const unhook of this.#unhook) unhook();
  }

  #forget({ cluster, namespace }: StoredPod): void {
    for (const host of this.fleet.hosts.candidates(cluster, namespace)) this.#kept.delete(host);
  }

  #placed(object: HostObject, podsSeen: boolean): PlacedHost {
    const here = new Map<string, MembersHere>();
    const groups = this.#placeMachines(object, here);
    const pods = podsSeen ? this.#placePods(object, here) : null;
    return { object, hosts: [...new Set(object.hosts)], here: [...here.values()], groups, pods };
  }

  #placeMachines(object: HostObject, here: Map<string, MembersHere>): ReadonlyMap<string, FleetGroup> {
    const { fleet } = this;
    const mesh = meshOf(fleet.worldOf(object.cluster)).settings;
    const matching = matchingOf(object.selector, mesh);
    const groups = new Map<string, FleetGroup>();
    let before: FleetGroup | null = null;
    // Machines have few localities: each is read once.
    const byLocality = new Map<string, MembersHere>();
    for (const ref of fleet.hosts.machines(object)) {
      const locality = fleet.locality(ref);
      const members = byLocality.get(locality) ?? membersAt(here, localityPartsOf(locality));
      byLocality.set(locality, members);
      const { serving, inDoubt, weight } = shareOfBearing(matching, fleet.bearing(ref, mesh), fleet.endpoint(ref).weight);
      members.machines += 1;
      members.serving += serving;
      members.doubted += inDoubt;
      members.weight += weight;
      const group = fleet.groupOf(ref);
      if (group !== before) groups.set(groupKey(group), group);
      before = group;
    }
    return groups;
  }

  #placePods(object: HostObject, here: Map<string, MembersHere>): readonly PlacedPod[] {
    const { fleet } = this;
    const world = fleet.worldOf(object.cluster);
    const mesh = meshOf(world).settings;
    const places = podPlacesInSight(world, this.scope);
    const matching = matchingOf(object.selector, mesh);
    return fleet.hosts.pods(object).map((pod) => {
      const place = podPlace(pod, places);
      const { ready } = shareOfPod(matching, podBearing(pod, mesh, isHiddenByEntry(fleet, pod, mesh)));
      const members = membersAt(here, place);
      members.pods += 1;
      members.podsReady += ready;
      members.weight += ready;
      return { uid: `${pod.cluster}/${pod.uid}`, place, isReady: ready > 0 };
    });
  }
}

function membersAt(here: Map<string, MembersHere>, place: LocalityParts | null): MembersHere {
  const key = place === null ? "?" : localityKey(place);
  const members = here.get(key) ?? { place, machines: 0, serving: 0, doubted: 0, pods: 0, podsReady: 0, weight: 0 };
  here.set(key, members);
  return members;
}

/** May a Pod be at another place than before? Whether it is taken, and counts, its host tells. */
function isElsewhere(before: StoredPod, after: StoredPod): boolean {
  return before.node !== after.node || JSON.stringify(before.labels) !== JSON.stringify(after.labels);
}
