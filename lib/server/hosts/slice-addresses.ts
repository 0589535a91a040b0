import { namespacesOfSource, type Scope } from "@/lib/domain/scope";
import { addressState, addressStatuses, type CallerService } from "@/lib/domain/selection/caller-service";
import type { EndpointSlice, SelectablePod, Selector } from "@/lib/domain/selection/objects";
import { besidePods, type SliceAddress, sliceAddresses, storedState } from "@/lib/domain/selection/slice-addresses";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { objectKey } from "@/lib/server/fleet/tables";
import type { HostObject } from "./host-reader";
import { meshInSight } from "./mesh-of";

/** Addresses of EndpointSlices. `ready`: sent to the caller as healthy. `doubted`: the visible objects do not show whether it is sent. */
export interface AddressCounts {
  readonly taken: number;
  readonly ready: number;
  readonly doubted: number;
}

type Slices = Pick<FleetReader, "tables" | "sees" | "worldOf"> & { readonly hosts: Pick<FleetReader["hosts"], "pods"> };

/** The addresses in the EndpointSlices of a Service, as a viewer may know them; null = not visible. A ServiceEntry has none. */
export function addressesInSight(fleet: Slices, host: HostObject, scope: Scope): readonly SliceAddress[] | null {
  const { cluster, selector } = host;
  if (selector.kind === "ServiceEntry" || selector.type === "ExternalName") return [];
  const { namespace } = selector;
  if (!seesSlices(fleet, scope, cluster, namespace)) return null;
  const slices = slicesOf(fleet, host);
  if (slices.length === 0) return [];
  const lacksPods = podsLacking(fleet, scope, cluster);
  const world = { slices, pods: podsOf(fleet, cluster, slices, lacksPods), mesh: meshInSight(fleet.worldOf(cluster), scope).settings, lacksPods };
  return besidePods(sliceAddresses(selector, world), selector, lacksPods(namespace) ? [] : fleet.hosts.pods(host));
}

/** The same for an object that is not in the cluster. */
export function selectorAddresses(fleet: Slices, scope: Scope, cluster: string, selector: Selector): readonly SliceAddress[] | null {
  return addressesInSight(fleet, { cluster, selector, uid: "", resourceVersion: "", hosts: [], mutedFindings: "", istiodStatus: "" }, scope);
}

/** Does a Service have an address that istiod stores as healthy, or may it have one, as far as the viewer may know? */
export function mayHaveAddress(fleet: Slices, scope: Scope, cluster: string, selector: Selector): boolean {
  const addresses = selectorAddresses(fleet, scope, cluster, selector);
  return addresses === null || addresses.map(storedState).some((state) => state === "healthy" || state === "not-known");
}

/** True if a Service has EndpointSlices that no controller of Kubernetes wrote, or may have them: they are not visible to the viewer. */
export function mayHaveSlices(fleet: Pick<FleetReader, "tables" | "sees">, host: HostObject, scope: Scope): boolean {
  const { cluster, selector } = host;
  if (selector.kind === "ServiceEntry" || selector.type === "ExternalName") return false;
  return !seesSlices(fleet, scope, cluster, selector.namespace) || slicesOf(fleet, host).length > 0;
}

/** The EndpointSlices of a Service. */
export function slicesOf({ tables }: Pick<FleetReader, "tables">, { cluster, selector: { namespace, name } }: HostObject): readonly EndpointSlice[] {
  return tables.endpointslices.byIndex("service", objectKey(cluster, namespace, name));
}

/** Are the EndpointSlices of a namespace visible to the viewer, and known here? */
export function seesSlices(fleet: Pick<FleetReader, "sees">, scope: Scope, cluster: string, namespace: string): boolean {
  return isIn(namespacesOfSource(scope, cluster, "endpointslices"), namespace) && fleet.sees(cluster, "endpointslices", namespace);
}

/** True for a namespace whose Pods are not visible to the viewer, or not known here. */
export function podsLacking(fleet: Pick<FleetReader, "sees">, scope: Scope, cluster: string): (namespace: string) => boolean {
  const allowed = namespacesOfSource(scope, cluster, "workload-pods");
  return (namespace) => !isIn(allowed, namespace) || !fleet.sees(cluster, "workload-pods", namespace);
}

/** The Pods that the slices name, and those with one of their addresses. */
export function podsOf(
  { tables }: Pick<FleetReader, "tables">,
  cluster: string,
  slices: readonly EndpointSlice[],
  lacksPods: (namespace: string) => boolean,
): readonly SelectablePod[] {
  const endpoints = slices.flatMap((slice) => slice.endpoints.map((endpoint) => ({ ...endpoint, namespace: slice.namespace })));
  const names = new Set(endpoints.flatMap(({ pod }) => (pod === null ? [] : [`${pod.namespace}/${pod.name}`])));
  const addresses = new Set(endpoints.flatMap((one) => one.addresses));
  const namespaces = new Set(endpoints.flatMap(({ pod, namespace }) => [namespace, ...(pod === null ? [] : [pod.namespace])]));
  return [...namespaces]
    .filter((namespace) => !lacksPods(namespace))
    .flatMap((namespace) => tables["workload-pods"].inNamespace(cluster, namespace))
    .filter((pod) => names.has(`${pod.namespace}/${pod.name}`) || addresses.has(pod.address));
}

/** The addresses as one caller gets them. */
export function addressCounts(service: CallerService, addresses: readonly SliceAddress[]): AddressCounts {
  const states = addresses.map((one) => addressState(service, one, addressStatuses(service, one)));
  const count = (state: (typeof states)[number]) => states.filter((one) => one === state).length;
  return { taken: states.length, ready: count("healthy"), doubted: count("not-known") };
}

function isIn(namespaces: "all" | readonly string[], namespace: string): boolean {
  return namespaces === "all" || namespaces.includes(namespace);
}
