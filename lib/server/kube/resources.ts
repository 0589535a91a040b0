import { encoded } from "@/lib/contract/paths";
import type { WatchedKind } from "@/lib/domain/scope";

/** Everything this server asks a cluster about: the kinds a viewer sees, and istiod's Deployments. */
export type ResourceKind = WatchedKind | "deployments";

export interface Resource {
  readonly kind: ResourceKind;
  /** "" for the core group. */
  readonly group: string;
  /** Versions that can be read, the best first; which one is served is found out. */
  readonly versions: readonly string[];
  readonly namespaced: boolean;
}

const ISTIO = { group: "networking.istio.io", versions: ["v1", "v1beta1", "v1alpha3"], namespaced: true };
const CORE = { group: "", versions: ["v1"] };

/** Istio's three versions have the same schema (facts 1.0). */
export const RESOURCES: Readonly<Record<ResourceKind, Resource>> = {
  workloadgroups: { kind: "workloadgroups", ...ISTIO },
  workloadentries: { kind: "workloadentries", ...ISTIO },
  serviceentries: { kind: "serviceentries", ...ISTIO },
  services: { kind: "services", ...CORE, namespaced: true },
  pods: { kind: "pods", ...CORE, namespaced: true },
  nodes: { kind: "nodes", ...CORE, namespaced: false },
  namespaces: { kind: "namespaces", ...CORE, namespaced: false },
  deployments: { kind: "deployments", group: "apps", versions: ["v1"], namespaced: true },
};

/** Path of a collection: of one namespace, or (null) of all. */
export function collectionPath(resource: Resource, version: string, namespace: string | null): string {
  const root = resource.group === "" ? `/api/${version}` : `/apis/${resource.group}/${version}`;
  return namespace === null ? `${root}/${resource.kind}` : `${root}/namespaces/${encoded(namespace)}/${resource.kind}`;
}
