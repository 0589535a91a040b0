import type { FleetReader } from "./fleet-reader";

/** The namespaces of a cluster that hold machines or groups, in order: the only ones in which a viewer's rights can make a difference. */
export function inhabitedNamespaces(fleet: FleetReader, cluster: string): readonly string[] {
  const names = new Set<string>();
  for (const { place, members, object } of fleet.groups()) {
    if (place.cluster === cluster && (members.size > 0 || object !== null)) names.add(place.namespace);
  }
  return [...names].sort();
}
