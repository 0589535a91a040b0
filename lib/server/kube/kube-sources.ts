import type { SourceName } from "@/lib/domain/source";
import type { KubeSource } from "./kube-source";
import { authorizationPolicies } from "./sources/authorizationpolicies";
import { destinationRules } from "./sources/destinationrules";
import { endpointSlices } from "./sources/endpointslices";
import { gatewayServices } from "./sources/gateway-services";
import { gateways } from "./sources/gateways";
import { istiodDeployments } from "./sources/istiod-deployments";
import { istiodPods } from "./sources/istiod-pods";
import { meshConfig } from "./sources/mesh-config";
import { namespaces } from "./sources/namespaces";
import { networkGateways } from "./sources/network-gateways";
import { nodes } from "./sources/nodes";
import { peerAuthentications } from "./sources/peerauthentications";
import { serviceAccounts } from "./sources/serviceaccounts";
import { serviceEntries } from "./sources/serviceentries";
import { services } from "./sources/services";
import { sidecars } from "./sources/sidecars";
import { virtualServices } from "./sources/virtualservices";
import { workloadPods } from "./sources/workload-pods";
import { workloadEntries } from "./sources/workloadentries";
import { workloadGroups } from "./sources/workloadgroups";

/** Every source as clusters serve it. */
export const KUBE_SOURCES = {
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
} as const satisfies Readonly<Record<SourceName, KubeSource<unknown>>>;

/** What the parser of a source makes of its objects. */
export type ObjectOf<S extends SourceName> = ReturnType<(typeof KUBE_SOURCES)[S]["parse"]>;
