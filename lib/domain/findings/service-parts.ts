import { callingNamespace, definitionsOf, type HostNameDefinition } from "@/lib/domain/selection/definitions";
import { type CombinedRule, policyFor, ruleFor } from "@/lib/domain/selection/destination-rules";
import type { KubernetesService, ServiceEntry } from "@/lib/domain/selection/objects";
import type { TrafficPolicyPart } from "@/lib/domain/selection/policies";
import { ANY_CALLER, type SelectionWorld } from "@/lib/domain/selection/world";
import type { ServiceEndpointCounts, ServiceSubject } from "./findings-world";
import { type FindingObject, findingObject } from "./rule";

/** The object of a service in a finding. */
export function serviceFindingObject({ selector }: Pick<ServiceSubject, "selector">): FindingObject {
  return findingObject(selector.kind, selector);
}

/** The key of a service among the findings of one subject. */
export function serviceKey({ selector: { kind, namespace, name } }: Pick<ServiceSubject, "selector">): string {
  return `${kind}/${namespace}/${name}`;
}

/** The definitions that istiod builds from one object: one for each host name, and none for another revision (pilot/pkg/config/kube/crdclient/client.go). */
export function serviceDefinitions({ selector }: Pick<ServiceSubject, "selector">, selection: SelectionWorld): readonly HostNameDefinition[] {
  const services: readonly KubernetesService[] = selector.kind === "Service" ? [selector] : [];
  const serviceEntries: readonly ServiceEntry[] = selector.kind === "ServiceEntry" ? [selector] : [];
  return definitionsOf({ ...selection, services, serviceEntries });
}

/** The DestinationRule of a service for callers in a namespace that may call it (pilot/pkg/model/push_context.go destinationRule). */
export function destinationRuleForCallers(definition: HostNameDefinition, selection: SelectionWorld): CombinedRule | null {
  return ruleFor(definition, { ...ANY_CALLER, namespace: callingNamespace(definition, selection.mesh) }, selection);
}

/** Clients send no requests to UDP ports. */
export function isUdp({ protocol }: { readonly protocol: string }): boolean {
  return protocol.toUpperCase() === "UDP";
}

/** The policies of the ports of a definition: of those that clients send requests to, or of UDP ports. */
export function portPolicies(
  definition: HostNameDefinition,
  rule: CombinedRule | null,
  ofUdp = false,
): readonly { readonly port: number; readonly policy: TrafficPolicyPart | null }[] {
  const ports = definition.ports.filter((port) => isUdp(port) === ofUdp);
  return ports.map(({ number }) => ({ port: number, policy: policyFor(rule, "", number) }));
}

/** The number of selected machines, selected Pods and inline endpoints of a service. */
export function selectedEndpointCount({ machines, pods, inline }: ServiceEndpointCounts): number {
  return (machines?.taken ?? 0) + (pods?.taken ?? 0) + inline;
}

/** The number of endpoints of a service that istiod sends to callers. */
export function sentEndpointCount({ machines, pods, inline, addresses }: ServiceEndpointCounts): number {
  return (machines?.serving ?? 0) + (machines?.inDoubt ?? 0) + (pods?.ready ?? 0) + inline + addresses;
}
