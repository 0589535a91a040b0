import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { localityDependsOnVersion, localityOf, parseLocality } from "@/lib/domain/localities/locality";
import { hasBehaviourAssumingNewest } from "@/lib/domain/mesh/istiod-behaviours";
import type { FindingsWorld, LocalityInUse, ZoneInUse } from "./findings-world";

type Placed = Pick<WorkloadEntry, "locality" | "specLabels" | "metadataLabels">;

/**
 * Returns the locality that istiod reads from an entry. Only an entry whose label can set the locality depends on istiod's version, so that for other
 * entries the mesh is not read.
 */
export function entryLocality(entry: Placed, world: Pick<FindingsWorld, "mesh">): string {
  return localityOf(entry, !localityDependsOnVersion(entry) || hasBehaviourAssumingNewest("readsTopologyLocality", world.mesh.settings));
}

/** Returns the key of a locality: its three parts and the text that Istio drops, joined by slashes. Texts that Istio reads as one locality, such as `r/z` and `r/z/`, have one key. */
export function localityInUseKey(locality: string): string {
  const { region, zone, subzone, dropped } = parseLocality(locality);
  return [region, zone, subzone, dropped].join("/");
}

/** Returns the locality with a key of `localityInUseKey`, and the number of machines in it. */
export function localityInUseOfKey(cluster: string, key: string, machines: number): LocalityInUse {
  return { cluster, ...parseLocality(key), machines };
}

type Registered = Pick<WorkloadEntry, "network" | "registrationGroup" | "controller">;

/**
 * Returns the network of the proxy on a machine; "" = none, null = not known. istiod writes the network of a proxy into each entry that it registers,
 * and `istioctl` writes the group's network into the bundle (`pilot/pkg/autoregistration/controller.go` workloadEntryFromGroup;
 * `istioctl/pkg/workload/workload.go`). So the proxy of a registered entry without `spec.network` has no network, whatever its labels are (measured).
 * For a hand-written entry without `spec.network`, the network of the proxy is not known.
 */
export function proxyNetworkOf({ network, registrationGroup, controller }: Registered): string | null {
  if (network !== "") return network;
  return registrationGroup !== "" && controller !== "" ? "" : null;
}

/** Returns the sum of `machines` of the values with each key, in the order of the keys. */
export function machineCountsByKey<T extends { readonly machines: number }>(
  values: Iterable<T>,
  keyOf: (value: T) => string,
): readonly (readonly [key: string, machines: number])[] {
  const counts = new Map<string, number>();
  for (const value of values) {
    const key = keyOf(value);
    counts.set(key, (counts.get(key) ?? 0) + value.machines);
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the zones of localities, each once, sorted. Localities without a zone are left out. */
export function zonesOfLocalities(places: Iterable<Pick<LocalityInUse, "region" | "zone">>): readonly ZoneInUse[] {
  const zones = new Map<string, ZoneInUse>();
  for (const { region, zone } of places) if (zone !== "") zones.set(JSON.stringify([region, zone]), { region, zone });
  return [...zones].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, zone]) => zone);
}
