import type { WatchedKind } from "@/lib/domain/source/scope";
import { SOURCE_NAMES, SOURCES, type SourceName } from "@/lib/domain/source/source";
import type { Resource } from "@/lib/server/kube/resource";
import type { Kind, RecordedKind } from "./kind";
import { authorizationPolicies } from "./kinds/authorizationpolicies";
import { destinationRules } from "./kinds/destinationrules";
import { endpointSlices } from "./kinds/endpointslices";
import { gatewayServices } from "./kinds/gateway-services";
import { gateways } from "./kinds/gateways";
import { istiodDeployments } from "./kinds/istiod-deployments";
import { istiodPods } from "./kinds/istiod-pods";
import { meshConfig } from "./kinds/mesh-config";
import { namespaces } from "./kinds/namespaces";
import { networkGateways } from "./kinds/network-gateways";
import { nodes } from "./kinds/nodes";
import { peerAuthentications } from "./kinds/peerauthentications";
import { serviceAccounts } from "./kinds/serviceaccounts";
import { serviceEntries } from "./kinds/serviceentries";
import { services } from "./kinds/services";
import { sidecars } from "./kinds/sidecars";
import { virtualServices } from "./kinds/virtualservices";
import { workloadPods } from "./kinds/workload-pods";
import { workloadEntries } from "./kinds/workloadentries";
import { workloadGroups } from "./kinds/workloadgroups";

/** Every watched kind by the name of its source: two sources may watch different objects of one Kubernetes kind. */
export const KINDS = {
  workloadgroups: workloadGroups,
  workloadentries: workloadEntries,
  "istiod-pods": istiodPods,
  "istiod-deployments": istiodDeployments,
  "mesh-config": meshConfig,
  "gateway-services": gatewayServices,
  "network-gateways": networkGateways,
  nodes,
  namespaces,
  services,
  serviceentries: serviceEntries,
  destinationrules: destinationRules,
  sidecars,
  virtualservices: virtualServices,
  gateways,
  peerauthentications: peerAuthentications,
  authorizationpolicies: authorizationPolicies,
  serviceaccounts: serviceAccounts,
  endpointslices: endpointSlices,
  "workload-pods": workloadPods,
} as const satisfies Readonly<Record<SourceName, Kind<unknown>>>;

/** The value that the parser of a source returns. */
export type ObjectOf<S extends SourceName> = ReturnType<(typeof KINDS)[S]["parse"]>;

/** Every Kubernetes kind that is watched, once: all sources of one kind have the same resource. */
export const RESOURCES = Object.fromEntries(
  SOURCE_NAMES.map((name) => [SOURCES[name].kind, { kind: SOURCES[name].kind, ...KINDS[name].resource }]),
) as Readonly<Record<WatchedKind, Resource & { readonly kind: WatchedKind }>>;

/** The recorder of a source; null = the history has nothing of it. */
export function recordedKind(source: SourceName): RecordedKind | null {
  return KINDS[source].recorded;
}

/** The name of a source's windows in the history. */
export function storedName(source: SourceName): string {
  return recordedKind(source)?.storedAs ?? source;
}

/** The source whose windows have a name in the history; undefined if a later version wrote it. */
export function sourceStoredAs(name: string): SourceName | undefined {
  return SOURCE_NAMES.find((source) => storedName(source) === name);
}
