import { representativeCallerNetworks } from "@/lib/domain/findings/caller-networks";
import type { FindingsWorld, ServiceSubject } from "@/lib/domain/findings/findings-world";
import { callerServicesOfObject, candidatePortStatuses, type EquivalentMachines, groupEquivalentMachines } from "@/lib/domain/findings/service-destinations";
import { parseLocality } from "@/lib/domain/localities/locality";
import { type CallerService, callerService } from "@/lib/domain/selection/caller-service";
import { workloadOfPod } from "@/lib/domain/selection/workload";

/** The endpoints of a service in one zone; region and zone "" = endpoints without a locality. */
interface HostZone {
  readonly region: string;
  readonly zone: string;
  readonly machines: number;
  readonly pods: number;
}

/**
 * Returns the zones of a service's endpoints, the largest first: machines by their entries, Pods that istiod sends as healthy by their labels or
 * Nodes (pkg/model/proxy.go, pilot/pkg/serviceregistry/kube/controller/pod.go).
 */
export function zonesOfService(host: ServiceSubject, world: FindingsWorld): readonly HostZone[] {
  const zones = new Map<string, HostZone>();
  const add = (region: string, zone: string, { machines = 0, pods = 0 }) => {
    const key = JSON.stringify([region, zone]);
    const before = zones.get(key) ?? { region, zone, machines: 0, pods: 0 };
    zones.set(key, { ...before, machines: before.machines + machines, pods: before.pods + pods });
  };
  for (const { region, zone, machines } of world.placesOf(host)) add(region, zone, { machines });
  for (const pod of world.sentPodsOf(host)) {
    const { region, zone } = parseLocality(workloadOfPod(pod, world.mesh.settings).locality);
    add(region, zone, { pods: 1 });
  }
  return [...zones.values()].sort((a, b) => zoneEndpointCount(b) - zoneEndpointCount(a) || (zoneName(a) < zoneName(b) ? -1 : 1));
}

/** Returns true if callers get Pods whose locality is not known, because their Nodes are not visible. */
export function hasUnknownPodLocality(host: ServiceSubject, world: FindingsWorld): boolean {
  return !world.sees("nodes") && world.sentPodsOf(host).some((pod) => workloadOfPod(pod, world.mesh.settings).locality === "");
}

/**
 * Returns the sorted localities of the endpoints that one caller gets, namely the caller that gets the most localities. Callers in other networks may
 * get others, or none. The search stops when a caller has all localities of the object.
 */
export function mostLocalitiesOfOneCaller(host: ServiceSubject, world: FindingsWorld): readonly string[] {
  const placed = zonesOfService(host, world).filter(hasRegionOrZone).map(zoneName);
  const services = placed.length < 2 ? [] : callerServicesOfObject(host, world);
  const callers = representativeCallerNetworks(world).flatMap((network) =>
    services.map(({ origin, host: name, caller, world: own }) => ({
      service: callerService(origin, name, { ...caller, network }, own),
      places: new Set<string>(),
    })),
  );
  if (callers.length === 0) return [];
  for (const { locality, hasAddress, statuses } of membersOf(host, services, world)) {
    const place = zoneName(parseLocality(locality));
    if (!placed.includes(place)) continue;
    for (const { service, places } of callers) if (!places.has(place) && isReached(statuses(service), hasAddress)) places.add(place);
    if (callers.some(({ places }) => places.size === placed.length)) break;
  }
  const most = callers.reduce((best, one) => (one.places.size > best.places.size ? one : best));
  return [...most.places].sort();
}

/**
 * Returns true if the caller gets an address for the machine. In a mesh without gateways istiod also sends an entry without an address, and that
 * endpoint leads nowhere (docs/istio.md#empty-address).
 */
function isReached(statuses: ReturnType<EquivalentMachines["statuses"]>, hasAddress: boolean): boolean {
  return statuses.some(({ is }) => is === "gateway" || (is === "sent" && hasAddress));
}

function* membersOf(
  host: ServiceSubject,
  services: readonly CallerService[],
  world: FindingsWorld,
): Iterable<Omit<EquivalentMachines, "network" | "machines">> {
  for (const pod of world.sentPodsOf(host)) {
    const { locality } = workloadOfPod(pod, world.mesh.settings);
    yield { locality, hasAddress: true, statuses: (service) => candidatePortStatuses(service, { kind: "pod", pod }) };
  }
  yield* groupEquivalentMachines(host, services, world);
}

/** Returns the number of endpoints in a zone: machines and Pods. */
export function zoneEndpointCount({ machines, pods }: HostZone): number {
  return machines + pods;
}

/** Returns the text of a zone with its region: `region/zone`, or the region alone. */
export function zoneName({ region, zone }: Pick<HostZone, "region" | "zone">): string {
  return zone === "" ? region : `${region}/${zone}`;
}

/** Returns false if neither region nor zone is set. */
export function hasRegionOrZone({ region, zone }: Pick<HostZone, "region" | "zone">): boolean {
  return region !== "" || zone !== "";
}
