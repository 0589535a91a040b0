import { heldFor } from "./held-endpoints";
import { serviceHost } from "./host-name";
import { ISTIO_TLS, TLS_MODE_LABEL } from "./machine";
import { isRefused, takenMode } from "./mutual-tls";
import type { Selector } from "./objects";
import type { SelectionWorld } from "./world";

/**
 * The endpoints of a Pod outside the mesh. Requests to a Service go through kube-proxy to its ready Pods. WorkloadEntries are in no EndpointSlice (facts 4.4),
 * and only proxies receive ServiceEntries.
 */
export type OutsideReach =
  | { readonly code: "service-entry" }
  /** A Service of type ExternalName: a DNS name. */
  | { readonly code: "alias"; readonly to: string }
  /** Its EndpointSlices are written by hand, and not read. */
  | { readonly code: "no-selector" }
  | { readonly code: "pods-not-visible" }
  | {
      readonly code: "pods";
      readonly pods: number;
      /** Pods whose sidecar accepts mutual TLS only, on each of their ports. */
      readonly refusing: readonly string[];
      /** Endpoints that callers in the mesh have, and this one has not. */
      readonly others: number;
      /** `internalTrafficPolicy: Local`: only Pods on the caller's Node. */
      readonly isNodeLocal: boolean;
    };

/** True for a Service without a selector: it has the endpoints of its EndpointSlices, which are not read. */
export function hasUnreadSlices(service: Selector): boolean {
  return service.kind === "Service" && service.type !== "ExternalName" && service.selector.length === 0;
}

/** The reach from a Pod outside the mesh to a Service or ServiceEntry. `seesPods` = the Pods of its namespace are visible. */
export function outsideReachOf(service: Selector, world: SelectionWorld, seesPods: boolean): OutsideReach {
  if (service.kind === "ServiceEntry") return { code: "service-entry" };
  if (service.type === "ExternalName") return { code: "alias", to: service.externalName };
  if (hasUnreadSlices(service)) return { code: "no-selector" };
  if (!seesPods) return { code: "pods-not-visible" };
  const { endpoints } = heldFor(serviceHost(service.name, service.namespace, world.mesh.domain), service.namespace, world);
  const accepted = new Map<string, boolean>();
  const others = new Set<string>();
  for (const { machine, origin, health, port } of endpoints) {
    if (machine.kind !== "pod" || origin.kind !== "Service") others.add(`${machine.kind} ${machine.name}`);
    else if (health === "HEALTHY") {
      const hasSidecar = machine.labels.get(TLS_MODE_LABEL) === ISTIO_TLS;
      const isAccepted = !hasSidecar || !isRefused("plain", takenMode(machine, port, world));
      accepted.set(machine.name, isAccepted || accepted.get(machine.name) === true);
    }
  }
  for (const name of accepted.keys()) others.delete(`pod ${name}`);
  const refusing = [...accepted].flatMap(([name, isAccepted]) => (isAccepted ? [] : [name])).sort();
  return { code: "pods", pods: accepted.size, refusing, others: others.size, isNodeLocal: service.isNodeLocal };
}
