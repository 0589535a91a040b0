import { ISTIO_KINDS } from "@/lib/sandbox/apiserver/istio-definitions";
import type { ObjectRef } from "./kube-api";

interface Resource {
  readonly groupVersion: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

const rbac = "rbac.authorization.k8s.io/v1";

const resources = new Map<string, Resource>([
  ["Namespace", { groupVersion: "v1", plural: "namespaces", namespaced: false }],
  ["Node", { groupVersion: "v1", plural: "nodes", namespaced: false }],
  ["Pod", { groupVersion: "v1", plural: "pods", namespaced: true }],
  ["Service", { groupVersion: "v1", plural: "services", namespaced: true }],
  ["ServiceAccount", { groupVersion: "v1", plural: "serviceaccounts", namespaced: true }],
  ["ConfigMap", { groupVersion: "v1", plural: "configmaps", namespaced: true }],
  ["EndpointSlice", { groupVersion: "discovery.k8s.io/v1", plural: "endpointslices", namespaced: true }],
  ["TokenReview", { groupVersion: "authentication.k8s.io/v1", plural: "tokenreviews", namespaced: false }],
  ["Deployment", { groupVersion: "apps/v1", plural: "deployments", namespaced: true }],
  ["Role", { groupVersion: rbac, plural: "roles", namespaced: true }],
  ["RoleBinding", { groupVersion: rbac, plural: "rolebindings", namespaced: true }],
  ["ClusterRole", { groupVersion: rbac, plural: "clusterroles", namespaced: false }],
  ["ClusterRoleBinding", { groupVersion: rbac, plural: "clusterrolebindings", namespaced: false }],
  ...ISTIO_KINDS.map(({ kind, group, versions, plural }) => [kind, { groupVersion: `${group}/${versions[0]}`, plural, namespaced: true }] as const),
]);

/** Group, version and plural of a kind. Throws for a kind this program does not use. */
export function resourceOf(kind: string): Resource {
  const resource = resources.get(kind);
  if (resource === undefined) throw new Error(`no resource is known for the kind ${kind}`);
  return resource;
}

/** The path of a kind's collection, in one namespace or ("") in all. */
export function collectionPath(kind: string, namespace: string): string {
  const { groupVersion, plural, namespaced } = resourceOf(kind);
  const root = groupVersion === "v1" ? "/api/v1" : `/apis/${groupVersion}`;
  return namespaced && namespace !== "" ? `${root}/namespaces/${encodeURIComponent(namespace)}/${plural}` : `${root}/${plural}`;
}

export function objectPath(ref: ObjectRef): string {
  return `${collectionPath(ref.kind, ref.namespace)}/${encodeURIComponent(ref.name)}`;
}
