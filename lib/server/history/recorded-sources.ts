import { SOURCE_NAMES, type SourceName } from "@/lib/domain/source";
import type { RecordedSource } from "./recorded-source";
import { authorizationPolicies } from "./sources/authorizationpolicies";
import { destinationRules } from "./sources/destinationrules";
import { istiodPods } from "./sources/istiod-pods";
import { peerAuthentications } from "./sources/peerauthentications";
import { serviceEntries } from "./sources/serviceentries";
import { services } from "./sources/services";
import { sidecars } from "./sources/sidecars";
import { virtualServices } from "./sources/virtualservices";
import { workloadEntries } from "./sources/workloadentries";
import { workloadGroups } from "./sources/workloadgroups";

/** How each source is recorded; null = nothing of it is. */
export const RECORDED_SOURCES = {
  workloadgroups: workloadGroups,
  workloadentries: workloadEntries,
  "istiod-pods": istiodPods,
  "istiod-deployments": null,
  "mesh-config": null,
  "gateway-services": null,
  "network-gateways": null,
  nodes: null,
  namespaces: null,
  services,
  serviceentries: serviceEntries,
  destinationrules: destinationRules,
  sidecars,
  virtualservices: virtualServices,
  gateways: null,
  peerauthentications: peerAuthentications,
  authorizationpolicies: authorizationPolicies,
  serviceaccounts: null,
  endpointslices: null,
  "workload-pods": { recordedBy: "gauges", storedAs: "workload-pods" },
} as const satisfies Readonly<Record<SourceName, RecordedSource | null>>;

/** How a source is recorded; null = it is not. */
export function recordedSource(source: SourceName): RecordedSource | null {
  return RECORDED_SOURCES[source];
}

/** The name of a source's windows on the disk. */
export function storedName(source: SourceName): string {
  return recordedSource(source)?.storedAs ?? source;
}

/** The source whose windows stand on the disk under a name; undefined where a later version wrote it. */
export function sourceStoredAs(name: string): SourceName | undefined {
  return SOURCE_NAMES.find((source) => storedName(source) === name);
}
