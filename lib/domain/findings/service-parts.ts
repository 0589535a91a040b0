import { allHostNameDefinitions, type HostNameDefinition, preferredCallingNamespace } from "@/lib/domain/selection/definitions";
import { type CombinedDestinationRule, destinationRuleFor, trafficPolicyFor } from "@/lib/domain/selection/destination-rules";
import type { KubernetesService, ServiceEntry } from "@/lib/domain/selection/objects";
import type { TrafficPolicySettings } from "@/lib/domain/selection/policies";
import { BARE_SIDECAR_CALLER, type SelectionWorld } from "@/lib/domain/selection/world";
import type { ServiceEndpointCounts, ServiceSubject } from "./findings-world";
import { type FindingObject, findingObject } from "./rule";

/** Returns the reference to a Service or ServiceEntry for a finding. */
export function serviceFindingObject({ selector }: Pick<ServiceSubject, "selector">): FindingObject {
  return findingObject(selector.kind, selector);
}

/** Returns the key of a service: `Kind/namespace/name`. */
export function serviceKey({ selector: { kind, namespace, name } }: Pick<ServiceSubject, "selector">): string {
  return `${kind}/${namespace}/${name}`;
}

/**
 * Returns the definitions that istiod makes of one object: one for each host name, and none for an object of another revision
 * (pilot/pkg/config/kube/crdclient/client.go).
 */
export function hostNameDefinitionsOfObject({ selector }: Pick<ServiceSubject, "selector">, selection: SelectionWorld): readonly HostNameDefinition[] {
  const services: readonly KubernetesService[] = selector.kind === "Service" ? [selector] : [];
  const serviceEntries: readonly ServiceEntry[] = selector.kind === "ServiceEntry" ? [selector] : [];
  return allHostNameDefinitions({ ...selection, services, serviceEntries });
}

/**
 * Returns the DestinationRule of a service for callers in a namespace that may call it; null = none (pilot/pkg/model/push_context.go
 * destinationRule).
 */
export function destinationRuleForCallers(definition: HostNameDefinition, selection: SelectionWorld): CombinedDestinationRule | null {
  return destinationRuleFor(definition, { ...BARE_SIDECAR_CALLER, namespace: preferredCallingNamespace(definition, selection.mesh) }, selection);
}

/** Returns true for a UDP port. Sidecars do not send requests to it. */
export function isUdp({ protocol }: { readonly protocol: string }): boolean {
  return protocol.toUpperCase() === "UDP";
}

/** Returns the traffic policy for each port of a definition: for all ports but UDP ones, or with `ofUdp` only for UDP ports. */
export function trafficPoliciesByPort(
  definition: HostNameDefinition,
  rule: CombinedDestinationRule | null,
  ofUdp = false,
): readonly { readonly port: number; readonly policy: TrafficPolicySettings | null }[] {
  const ports = definition.ports.filter((port) => isUdp(port) === ofUdp);
  return ports.map(({ number }) => ({ port: number, policy: trafficPolicyFor(rule, "", number) }));
}

/** Returns the number of selected machines, selected Pods and endpoints written in the ServiceEntry. */
export function selectedEndpointCount({ machines, pods, inline }: ServiceEndpointCounts): number {
  return (machines?.taken ?? 0) + (pods?.taken ?? 0) + inline;
}

/** Returns the number of endpoints of a service that istiod sends to callers. */
export function sentEndpointCount({ machines, pods, inline, addresses }: ServiceEndpointCounts): number {
  return (machines?.serving ?? 0) + (machines?.inDoubt ?? 0) + (pods?.ready ?? 0) + inline + addresses;
}
