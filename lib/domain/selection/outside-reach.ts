import { serviceHostName } from "./host-name";
import { acceptedTlsMode, isTlsRefused } from "./mutual-tls";
import type { KubernetesService, MeshService } from "./objects";
import { storedEndpoints } from "./stored-endpoints";
import { MUTUAL_TLS_MODE, TLS_MODE_LABEL } from "./workload";
import type { SelectionWorld } from "./world";

/**
 * The endpoints that a Pod outside the mesh gets for a service. kube-proxy sends requests for a Service to the ready addresses of its EndpointSlices:
 * its Pods, and addresses of other slices. WorkloadEntries are in no EndpointSlice (docs/istio.md#service-selector), and only proxies receive
 * ServiceEntries.
 */
export type OutsideMeshEndpoints =
  | { readonly code: "service-entry" }
  /** A Service of type ExternalName, which is a DNS alias for the name `to`. */
  | { readonly code: "alias"; readonly to: string }
  /** A Service without a selector, whose EndpointSlices are not known. */
  | { readonly code: "no-selector" }
  | { readonly code: "pods-not-visible" }
  | {
      readonly code: "pods";
      readonly pods: number;
      /** The number of ready addresses in EndpointSlices that the controller of Kubernetes did not write. Null = not known. */
      readonly addresses: number | null;
      /** The names of Pods whose sidecar accepts only mutual TLS on each of their ports, so that it refuses this caller. */
      readonly refusing: readonly string[];
      /** The number of endpoints that callers in the mesh have, and that a Pod outside the mesh does not have. */
      readonly others: number;
      /** True with `internalTrafficPolicy: Local`: only Pods on the caller's Node get requests. */
      readonly isNodeLocal: boolean;
    };

/** Returns true for a Service without a selector: its EndpointSlices list all its endpoints. */
export function needsSlices(service: MeshService): boolean {
  return service.kind === "Service" && service.type !== "ExternalName" && service.selector.length === 0;
}

/** Whether the Pods and EndpointSlices of a namespace are visible to the viewer. */
export interface PodAndSliceVisibility {
  readonly pods: boolean;
  readonly slices: boolean;
}

/** Returns the endpoints that a Pod outside the mesh reaches through a Service or ServiceEntry. */
export function outsideMeshEndpoints(service: MeshService, world: SelectionWorld, sees: PodAndSliceVisibility): OutsideMeshEndpoints {
  if (service.kind === "ServiceEntry") return { code: "service-entry" };
  if (service.type === "ExternalName") return { code: "alias", to: service.externalName };
  if (needsSlices(service) && !sees.slices) return { code: "no-selector" };
  if (!needsSlices(service) && !sees.pods) return { code: "pods-not-visible" };
  const { endpoints } = storedEndpoints(serviceHostName(service.name, service.namespace, world.mesh.domain), service.namespace, world);
  const accepted = new Map<string, boolean>();
  const others = new Set<string>();
  for (const { machine, origin, health, port } of endpoints) {
    if (machine.kind === "address") continue;
    if (machine.kind !== "pod" || origin.kind !== "Service") others.add(`${machine.kind} ${machine.name}`);
    else if (health === "HEALTHY") {
      const hasSidecar = machine.labels.get(TLS_MODE_LABEL) === MUTUAL_TLS_MODE;
      const isAccepted = !hasSidecar || !isTlsRefused("plain", acceptedTlsMode(machine, port, world));
      accepted.set(machine.name, isAccepted || accepted.get(machine.name) === true);
    }
  }
  for (const name of accepted.keys()) others.delete(`pod ${name}`);
  const refusing = [...accepted].flatMap(([name, isAccepted]) => (isAccepted ? [] : [name])).sort();
  const addresses = sees.slices ? readyAddresses(service, world) : null;
  return { code: "pods", pods: accepted.size, addresses, refusing, others: others.size, isNodeLocal: service.isNodeLocal };
}

/** kube-proxy reads conditions and ports, but not `targetRef`. */
function readyAddresses(service: KubernetesService, { slices }: SelectionWorld): number {
  const isServed = (name: string) => service.ports.some((port) => port.name === name);
  const ours = slices.filter((one) => one.namespace === service.namespace && one.service === service.name && one.addressType !== "FQDN");
  const served = ours.filter(({ ports }) => ports.some(({ name }) => isServed(name)));
  return new Set(served.flatMap(({ endpoints }) => endpoints.flatMap(({ ready, addresses }) => (ready === false ? [] : addresses)))).size;
}
