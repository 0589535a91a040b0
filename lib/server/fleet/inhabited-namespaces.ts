import type { FleetReader } from "./fleet-reader";

/** The namespaces of a cluster with machines, groups or lost machines that count, in order: the only ones in which a viewer's rights can make a difference. */
export function inhabitedNamespaces(fleet: FleetReader, cluster: string): readonly string[] {
  const names = new Set<string>();
  for (const { place, members, object, memory } of fleet.groups()) {
    if (place.cluster === cluster && (members.size > 0 || object !== null || memory.lostAt.length > 0)) names.add(place.namespace);
  }
  return [...names].sort();
}
