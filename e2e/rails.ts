import type { Cluster } from "./cluster";

const SYSTEM = "/api/v1/namespaces/istio-system";
const RBAC = "/apis/rbac.authorization.k8s.io/v1/namespaces/istio-system";
const metadata = { name: "stolos-guard-rails", namespace: "istio-system" };

/** Writes the policies, and grants the dashboard's own account the right to read them. */
export async function giveRails(cluster: Cluster, rules: string): Promise<void> {
  const rule = { apiGroups: [""], resources: ["configmaps"], resourceNames: [metadata.name], verbs: ["get"] };
  const group = "rbac.authorization.k8s.io";
  await cluster.create(`${RBAC}/roles`, { apiVersion: `${group}/v1`, kind: "Role", metadata, rules: [rule] });
  const roleRef = { apiGroup: group, kind: "Role", name: metadata.name };
  const subjects = [{ apiGroup: group, kind: "Group", name: "stolos:dashboard" }];
  await cluster.create(`${RBAC}/rolebindings`, { apiVersion: `${group}/v1`, kind: "RoleBinding", metadata, roleRef, subjects });
  await cluster.create(`${SYSTEM}/configmaps`, { apiVersion: "v1", kind: "ConfigMap", metadata, data: { "guard-rails.yaml": rules } });
}

/** Replaces the policies. */
export async function changeRails(cluster: Cluster, rules: string): Promise<void> {
  await cluster.patch(`${SYSTEM}/configmaps/${metadata.name}`, { data: { "guard-rails.yaml": rules } });
}
