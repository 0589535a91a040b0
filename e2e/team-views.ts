import type { Cluster } from "./cluster";

const SYSTEM = "/api/v1/namespaces/istio-system";
const RBAC = "/apis/rbac.authorization.k8s.io/v1/namespaces/istio-system";
const metadata = { name: "stolos-views", namespace: "istio-system" };

/** The address of the ConfigMap. */
export const TEAM_VIEWS = `${SYSTEM}/configmaps/${metadata.name}`;

/** Writes the views of a team, and grants the dashboard's own account the right to read them. */
export async function giveTeamViews(cluster: Cluster, views: string): Promise<void> {
  const group = "rbac.authorization.k8s.io";
  const rule = { apiGroups: [""], resources: ["configmaps"], resourceNames: [metadata.name], verbs: ["get"] };
  await cluster.create(`${RBAC}/roles`, { apiVersion: `${group}/v1`, kind: "Role", metadata, rules: [rule] });
  const roleRef = { apiGroup: group, kind: "Role", name: metadata.name };
  const subjects = [{ apiGroup: group, kind: "User", name: "dashboard" }];
  await cluster.create(`${RBAC}/rolebindings`, { apiVersion: `${group}/v1`, kind: "RoleBinding", metadata, roleRef, subjects });
  await cluster.create(`${SYSTEM}/configmaps`, { apiVersion: "v1", kind: "ConfigMap", metadata, data: { "views.yaml": views } });
}
