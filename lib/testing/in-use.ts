import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { LocalityInUse, NetworkSubject, ReplicaInUse } from "@/lib/domain/findings/findings-world";
import { localityInUseKey, localityInUseOfKey, machineCountsByKey, proxyNetworkOf } from "@/lib/domain/findings/in-use";
import { localityOf } from "@/lib/domain/localities/locality";
import { isOpenConnection, type Verdict } from "@/lib/domain/verdict/verdict";

/** Counts of entries, made anew for each question. The server counts them as they change. */

/** The places of entries, with how many are there, in the order of their names. */
export function placesOf(cluster: string, entries: Iterable<WorkloadEntry>, readsTopology: boolean): readonly LocalityInUse[] {
  return sortedCounts(entries, (entry) => localityInUseKey(localityOf(entry, readsTopology))).map(([key, machines]) =>
    localityInUseOfKey(cluster, key, machines),
  );
}

/** The networks of entries, with the numbers of their machines, in the order of their names. */
export function networksOf(cluster: string, entries: Iterable<WorkloadEntry>): readonly NetworkSubject[] {
  const all = [...entries];
  const unaddressed = (name: string) => all.filter(({ address, network }) => address === "" && network === name).length;
  return sortedCounts(all, ({ network }) => network).map(([name, machines]) => ({ cluster, name, machines, unaddressed: unaddressed(name) }));
}

/** The networks of the proxies on machines, each once, sorted. */
export function proxyNetworksOf(entries: Iterable<WorkloadEntry>): readonly string[] {
  return [...new Set(Array.from(entries, proxyNetworkOf).filter((one) => one !== null))].sort();
}

/** The replicas that entries name, in the order of their names; entries that name none are left out. */
export function controllersOf(entries: Iterable<WorkloadEntry>, verdictOf: (entry: WorkloadEntry) => Verdict): readonly ReplicaInUse[] {
  const named = [...entries].filter(({ controller }) => controller !== "");
  const held = named.filter((entry) => isOpenConnection(verdictOf(entry).connection.kind));
  const heldBy = (name: string) => held.filter(({ controller }) => controller === name).length;
  return sortedCounts(named, ({ controller }) => controller).map(([name, machines]) => ({ name, machines, held: heldBy(name) }));
}

/** Counts by a key, in the order of the keys. */
export function sortedCounts<T>(values: Iterable<T>, keyOf: (value: T) => string): readonly (readonly [key: string, count: number])[] {
  return machineCountsByKey(
    Array.from(values, (value) => ({ key: keyOf(value), machines: 1 })),
    ({ key }) => key,
  );
}
