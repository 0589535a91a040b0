import { isReadByVersion, localityOf, parseLocality } from "@/lib/domain/locality";
import { usualBehaviour } from "@/lib/domain/mesh/istiod-behaviours";
import { isHeldConnection, type Verdict } from "@/lib/domain/verdict";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { ControllerInUse, FindingsWorld, NetworkSubject, PlaceInUse, ZoneInUse } from "./findings-world";

type Placed = Pick<WorkloadEntry, "locality" | "specLabels" | "metadataLabels">;

/**
 * The place of an entry as a key: `region/zone/subzone/dropped`, the same for all texts that Istio reads as one place. `readsTopology`: as of `localityOf`.
 */
export function placeKeyOf(entry: Placed, readsTopology: boolean): string {
  return placeKey(localityOf(entry, readsTopology));
}

/** The locality that istiod reads of an entry. The version decides only if a label can give it: the mesh of other entries is not read. */
export function localityRead(entry: Placed, world: Pick<FindingsWorld, "mesh">): string {
  return localityOf(entry, !isReadByVersion(entry) || usualBehaviour("readsTopologyLocality", world.mesh.settings));
}

/** Returns the key of the place that a locality names. */
export function placeKey(locality: string): string {
  const { region, zone, subzone, dropped } = parseLocality(locality);
  return [region, zone, subzone, dropped].join("/");
}

/** A place as a key names it. */
export function placeOfKey(cluster: string, key: string, machines: number): PlaceInUse {
  return { cluster, ...parseLocality(key), machines };
}

/** The places of entries, with how many are there, in the order of their names. */
export function placesOf(cluster: string, entries: Iterable<Placed>, readsTopology: boolean): readonly PlaceInUse[] {
  return sortedCounts(entries, (entry) => placeKeyOf(entry, readsTopology)).map(([key, machines]) => placeOfKey(cluster, key, machines));
}

/** The networks of entries, with the numbers of their machines, in the order of their names. */
export function networksOf(cluster: string, entries: Iterable<Pick<WorkloadEntry, "network" | "address">>): readonly NetworkSubject[] {
  const all = [...entries];
  const unaddressed = new Map(
    sortedCounts(
      all.filter(({ address }) => address === ""),
      ({ network }) => network,
    ),
  );
  return sortedCounts(all, ({ network }) => network).map(([name, machines]) => ({ cluster, name, machines, unaddressed: unaddressed.get(name) ?? 0 }));
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

/** The networks of the proxies on machines, each once, sorted. */
export function proxyNetworksOf(entries: Iterable<Registered>): readonly string[] {
  return [...new Set(Array.from(entries, proxyNetworkOf).filter((one) => one !== null))].sort();
}

/** The replicas that entries name, in the order of their names; entries that name none are left out. */
export function controllersOf<E extends Pick<WorkloadEntry, "controller">>(entries: Iterable<E>, verdictOf: (entry: E) => Verdict): readonly ControllerInUse[] {
  const named = [...entries].filter(({ controller }) => controller !== "");
  const held = new Map(
    sortedCounts(
      named.filter((entry) => isHeldConnection(verdictOf(entry).connection.kind)),
      ({ controller }) => controller,
    ),
  );
  return sortedCounts(named, ({ controller }) => controller).map(([name, machines]) => ({ name, machines, held: held.get(name) ?? 0 }));
}

/** Counts by a key, in the order of the keys. */
export function sortedCounts<T>(values: Iterable<T>, keyOf: (value: T) => string): readonly (readonly [key: string, count: number])[] {
  return summed(values, keyOf, () => 1);
}

/** The same of what is counted already. */
export function tallied<T extends { readonly machines: number }>(
  values: Iterable<T>,
  keyOf: (value: T) => string,
): readonly (readonly [key: string, count: number])[] {
  return summed(values, keyOf, ({ machines }) => machines);
}

function summed<T>(values: Iterable<T>, keyOf: (value: T) => string, countOf: (value: T) => number): readonly (readonly [key: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const value of values) {
    const key = keyOf(value);
    counts.set(key, (counts.get(key) ?? 0) + countOf(value));
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The zones of places, each once, in their order; places without one are left out. */
export function zonesOfPlaces(places: Iterable<Pick<PlaceInUse, "region" | "zone">>): readonly ZoneInUse[] {
  const zones = new Map<string, ZoneInUse>();
  for (const { region, zone } of places) if (zone !== "") zones.set(JSON.stringify([region, zone]), { region, zone });
  return [...zones].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, zone]) => zone);
}
