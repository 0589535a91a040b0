import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { isReadByVersion, localityOf, parseLocality } from "@/lib/domain/localities/locality";
import { usualBehaviour } from "@/lib/domain/mesh/istiod-behaviours";
import type { FindingsWorld, LocalityInUse, ZoneInUse } from "./findings-world";

type Placed = Pick<WorkloadEntry, "locality" | "specLabels" | "metadataLabels">;

/** The locality that istiod reads from an entry. Only an entry whose label can set it depends on the version, so the mesh of other entries is not read. */
export function entryLocality(entry: Placed, world: Pick<FindingsWorld, "mesh">): string {
  return localityOf(entry, !isReadByVersion(entry) || usualBehaviour("readsTopologyLocality", world.mesh.settings));
}

/** Returns the key of a locality. */
export function localityInUseKey(locality: string): string {
  const { region, zone, subzone, dropped } = parseLocality(locality);
  return [region, zone, subzone, dropped].join("/");
}

/** The locality of a key. */
export function localityInUseOfKey(cluster: string, key: string, machines: number): LocalityInUse {
  return { cluster, ...parseLocality(key), machines };
}

type Registered = Pick<WorkloadEntry, "network" | "registrationGroup" | "controller">;

/**
 * The network of the proxy on a machine, "" = none, null = not known. istiod writes the network of a proxy into each entry that it registers, and `istioctl`
 * writes that of the group into the bundle (`pilot/pkg/autoregistration/controller.go` workloadEntryFromGroup; `istioctl/pkg/workload/workload.go`). So the
 * proxy of a registered entry without `spec.network` names none, whatever its labels are (measured). A hand-written entry without one does not show its proxy.
 */
export function proxyNetworkOf({ network, registrationGroup, controller }: Registered): string | null {
  if (network !== "") return network;
  return registrationGroup !== "" && controller !== "" ? "" : null;
}

/** The machines of values by a key, in the order of the keys. */
export function machinesByKey<T extends { readonly machines: number }>(
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

/** The zones of localities, each once, in order. Localities without a zone are left out. */
export function zonesOfLocalities(places: Iterable<Pick<LocalityInUse, "region" | "zone">>): readonly ZoneInUse[] {
  const zones = new Map<string, ZoneInUse>();
  for (const { region, zone } of places) if (zone !== "") zones.set(JSON.stringify([region, zone]), { region, zone });
  return [...zones].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, zone]) => zone);
}
