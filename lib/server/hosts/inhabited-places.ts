import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

/** What a scope sees in the namespaces (by `namespaceKey`) that hold any of it: machines, or no machines but the object of a group. */
export function inhabitedPlaces(fleet: Pick<FleetReader, "groups">, scope: Scope): ReadonlyMap<string, "machines" | "groups"> {
  const places = new Map<string, "machines" | "groups">();
  for (const { place, members, object } of fleet.groups()) {
    const key = namespaceKey(place.cluster, place.namespace);
    const seen = seenIn(place, scope, { machines: members.size > 0, object: object !== null });
    if (seen !== null && places.get(key) !== "machines") places.set(key, seen);
  }
  return places;
}

/** A namespace of a cluster as one text. */
export function namespaceKey(cluster: string, namespace: string): string {
  return `${cluster}\n${namespace}`;
}

function seenIn({ cluster, namespace }: FleetGroup["place"], scope: Scope, has: { readonly machines: boolean; readonly object: boolean }) {
  if (has.machines && isInScope(scope, cluster, "workloadentries", namespace)) return "machines";
  return has.object && isInScope(scope, cluster, "workloadgroups", namespace) ? "groups" : null;
}
