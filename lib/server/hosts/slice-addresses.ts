import { type CallerService, isSameService, sliceAddressStateForCaller, sliceAddressStatusByPort } from "@/lib/domain/selection/caller-service";
import { compareByAge } from "@/lib/domain/selection/definitions";
import { serviceNameOf } from "@/lib/domain/selection/host-name";
import type { EndpointSlice, KubernetesService, MeshService, SelectablePod } from "@/lib/domain/selection/objects";
import {
  addressesWithoutPodPorts,
  type MergedSliceAddress,
  type PodWithConflictingSlice,
  podsWithConflictingSlices,
  sliceAddresses,
  storedAddressState,
} from "@/lib/domain/selection/slice-addresses";
import { isReadByRevision } from "@/lib/domain/selection/workload";
import { hasNamespace, isInScope, isSourceVisible, type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { objectKey } from "@/lib/server/table/indexed-table";
import type { HostObject } from "./host-reader";
import { meshInSight } from "./mesh-of";
import { ServiceVersions } from "./service-versions";

/** Addresses of EndpointSlices. `ready`: sent to the caller as healthy. `doubted`: the visible objects do not show whether it is sent. */
export interface AddressCounts {
  readonly taken: number;
  readonly ready: number;
  readonly doubted: number;
}

type Slices = Pick<FleetReader, "tables" | "sees" | "worldOf"> & { readonly hosts: Pick<FleetReader["hosts"], "pods"> };

/**
 * The addresses of EndpointSlices that an object brings to a host name, as a viewer may know them; null = not visible. A ServiceEntry has those that name a
 * Service which does not exist, or an alias.
 */
export function addressesInSight(fleet: Slices, host: HostObject, scope: Scope, hostName = defaultHost(host.selector)): readonly MergedSliceAddress[] | null {
  const { selector } = host;
  const all = listedAddresses(fleet, host, scope, hostName);
  return all === null || all.length === 0 ? all : addressesWithoutPodPorts(all, selector, podsOfService(fleet, host, scope));
}

/** The Pods of a Service that an EndpointSlice lists with other values, as far as a viewer may know. */
export function contestedInSight(fleet: Slices, host: HostObject, scope: Scope): readonly PodWithConflictingSlice[] {
  if (host.selector.kind === "ServiceEntry") return [];
  const all = listedAddresses(fleet, host, scope, "") ?? [];
  return all.length === 0 ? [] : podsWithConflictingSlices(all, host.selector, podsOfService(fleet, host, scope));
}

function podsOfService(fleet: Slices, host: HostObject, scope: Scope): readonly SelectablePod[] {
  const { cluster, selector } = host;
  return selector.kind === "ServiceEntry" || podsLacking(fleet, scope, cluster)(selector.namespace) ? [] : fleet.hosts.pods(host);
}

function listedAddresses(fleet: Slices, host: HostObject, scope: Scope, hostName: string): readonly MergedSliceAddress[] | null {
  const { cluster, selector } = host;
  const named = sliceServiceOf(fleet, host, scope, hostName);
  if (named === null) return [];
  const { namespace } = selector;
  if (!seesSlices(fleet, scope, cluster, namespace)) return null;
  const slices = slicesNaming(fleet, cluster, named);
  if (slices.length === 0) return [];
  const lacksPods = podsLacking(fleet, scope, cluster);
  const world = { slices, pods: podsOf(fleet, cluster, slices, lacksPods), mesh: meshInSight(fleet.worldOf(cluster), scope).settings, lacksPods };
  return sliceAddresses(named, world);
}

const defaultHost = (selector: MeshService) => (selector.kind === "ServiceEntry" ? (selector.hosts[0] ?? "") : "");

/** The Service that the EndpointSlices of an object name, with labels if it exists; null = the object has none. */
function sliceServiceOf(
  fleet: Pick<Slices, "tables" | "worldOf">,
  { cluster, selector }: HostObject,
  scope: Scope,
  hostName: string,
): Parameters<typeof sliceAddresses>[0] | null {
  if (selector.kind === "Service") return selector.type === "ExternalName" ? null : selector;
  if (!hostName.includes(".svc.")) return null;
  const { namespace } = selector;
  const { settings: mesh } = meshInSight(fleet.worldOf(cluster), scope);
  const name = serviceNameOf(hostName, namespace, mesh.domain);
  if (name === null) return null;
  const others = ServiceVersions.of(fleet.tables)
    .defining(cluster, hostName, mesh.domain)
    .filter((one) => one.namespace === namespace && !isSameService(one, selector));
  const isVisible = ({ kind }: MeshService) => isInScope(scope, cluster, kind === "Service" ? "services" : "serviceentries", namespace);
  const service = others.find((one): one is KubernetesService => one.kind === "Service" && isVisible(one));
  const hasOlder = others.some((one) => one.kind === "ServiceEntry" && compareByAge(one, selector) < 0 && isReadByRevision(one.labels, mesh) && isVisible(one));
  if (hasOlder || (service !== undefined && service.type !== "ExternalName")) return null;
  return { namespace, name, labels: service?.labels ?? null };
}

/** The same for an object that is not in the cluster. */
export function selectorAddresses(fleet: Slices, scope: Scope, cluster: string, selector: MeshService): readonly MergedSliceAddress[] | null {
  return addressesInSight(fleet, { cluster, selector, uid: "", resourceVersion: "", hosts: [], mutedFindings: "", istiodStatus: "", managedBy: "" }, scope);
}

/** Does a Service have an address that istiod stores as healthy, or may it have one, as far as the viewer may know? */
export function mayHaveAddress(fleet: Slices, scope: Scope, cluster: string, selector: MeshService): boolean {
  const addresses = selectorAddresses(fleet, scope, cluster, selector);
  return addresses === null || addresses.map(storedAddressState).some((state) => state === "healthy" || state === "not-known");
}

/** True if an object has EndpointSlices that no controller of Kubernetes wrote, or may have them: they are not visible to the viewer. */
export function mayHaveSlices(fleet: Pick<FleetReader, "tables" | "sees" | "worldOf">, host: HostObject, scope: Scope): boolean {
  const { cluster, selector } = host;
  const named = sliceServiceOf(fleet, host, scope, defaultHost(selector));
  if (named === null) return false;
  return !seesSlices(fleet, scope, cluster, selector.namespace) || slicesNaming(fleet, cluster, named).length > 0;
}

/** The EndpointSlices that name the Service with this host name, or the Service itself. */
export function slicesOf(
  { tables }: Pick<FleetReader, "tables">,
  { cluster, selector }: HostObject,
  { domain, hostName }: { readonly domain: string; readonly hostName: string },
): readonly EndpointSlice[] {
  const { namespace } = selector;
  const name = selector.kind === "Service" ? selector.name : serviceNameOf(hostName, namespace, domain);
  return name === null ? [] : slicesNaming({ tables }, cluster, { namespace, name });
}

function slicesNaming(
  { tables }: Pick<FleetReader, "tables">,
  cluster: string,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): readonly EndpointSlice[] {
  return tables.endpointslices.byIndex("service", objectKey(cluster, namespace, name));
}

/** Are the EndpointSlices of a namespace visible to the viewer, and known here? */
function seesSlices(fleet: Pick<FleetReader, "sees">, scope: Scope, cluster: string, namespace: string): boolean {
  return isSourceVisible(scope, cluster, "endpointslices", namespace) && fleet.sees(cluster, "endpointslices", namespace);
}

/** True for a namespace whose Pods are not visible to the viewer, or not known here. */
export function podsLacking(fleet: Pick<FleetReader, "sees">, scope: Scope, cluster: string): (namespace: string) => boolean {
  const allowed = visibleNamespacesOfSource(scope, cluster, "workload-pods");
  return (namespace) => !hasNamespace(allowed, namespace) || !fleet.sees(cluster, "workload-pods", namespace);
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
export function addressCounts(service: CallerService, addresses: readonly MergedSliceAddress[]): AddressCounts {
  const states = addresses.map((one) => sliceAddressStateForCaller(service, one, sliceAddressStatusByPort(service, one)));
  const count = (state: (typeof states)[number]) => states.filter((one) => one === state).length;
  return { taken: states.length, ready: count("healthy"), doubted: count("not-known") };
}
