import { hasDroppedLocalityParts, localityKey, localityPartsOf, type MembersOfLocality, ZERO_LOCALITY_COUNTS } from "@/lib/domain/localities/locality-tree";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader, SeenGroup } from "@/lib/server/fleet/fleet-reader";
import { groupKey } from "./group-key";
import type { PlacedHost, PlacedPod } from "./placed-hosts";

/** Who is where: the machines of groups in sight, the Pods of hosts that take machines, and these hosts, each at every place where it has somebody. */
export function placeShares(fleet: FleetReader, groups: readonly SeenGroup[], hosts: readonly PlacedHost[]): readonly MembersOfLocality[] {
  const machines = groups.flatMap(({ record, sight }) => (sight.machines ? sharesOfGroup(fleet, record) : []));
  return [...machines, ...sharesOfPods(hosts), ...sharesOfHosts(hosts)];
}

function sharesOfGroup(fleet: FleetReader, group: FleetGroup): readonly MembersOfLocality[] {
  const key = groupKey(group);
  const groups = key === "" ? [] : [key];
  return fleet.localities(group).map(({ locality, machines, ...counted }) => ({
    place: localityPartsOf(locality),
    counts: { ...ZERO_LOCALITY_COUNTS, ...counted, machines, odd: hasDroppedLocalityParts(locality) ? machines : 0 },
    ...{ groups, hosts: [] },
  }));
}

/** Each Pod once, however many hosts take it; it is ready where callers of one of them are sent it as healthy. */
function sharesOfPods(hosts: readonly PlacedHost[]): readonly MembersOfLocality[] {
  const pods = new Map<string, PlacedPod>();
  for (const host of hosts) for (const pod of host.pods ?? []) if (pod.isReady || !pods.has(pod.uid)) pods.set(pod.uid, pod);
  const byPlace = new Map<string, { readonly place: PlacedPod["place"]; pods: number; ready: number }>();
  for (const { place, isReady } of pods.values()) {
    const key = place === null ? "?" : localityKey(place);
    const here = byPlace.get(key) ?? { place, pods: 0, ready: 0 };
    here.pods += 1;
    here.ready += isReady ? 1 : 0;
    byPlace.set(key, here);
  }
  return [...byPlace.values()].map(({ place, pods: count, ready }) => ({
    place,
    counts: { ...ZERO_LOCALITY_COUNTS, pods: count, podsReady: ready, weight: ready },
    ...{ groups: [], hosts: [] },
  }));
}

function sharesOfHosts(hosts: readonly PlacedHost[]): readonly MembersOfLocality[] {
  return hosts.flatMap(({ object, hosts: names, here }) => {
    const keys = names.map((name) => `${object.cluster}/${object.uid}/${name}`);
    return here.map(({ place }) => ({ place, counts: ZERO_LOCALITY_COUNTS, groups: [], hosts: keys }));
  });
}
