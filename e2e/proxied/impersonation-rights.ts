import type { Cluster } from "@/e2e/cluster";

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const apiVersion = "rbac.authorization.k8s.io/v1";
const apiGroup = "rbac.authorization.k8s.io";

/** Lets the dashboard's own account speak for these users and groups, and for nobody else. */
export async function letImpersonate(cluster: Cluster, users: readonly string[], groups: readonly string[]): Promise<void> {
  const rule = (resource: string, resourceNames: readonly string[]) => ({ apiGroups: [""], resources: [resource], verbs: ["impersonate"], resourceNames });
  const metadata = { name: "stolos-impersonate" };
  const rules = [rule("users", users), rule("groups", groups)];
  await cluster.create(`${RBAC}/clusterroles`, { apiVersion, kind: "ClusterRole", metadata, rules });
  await cluster.create(`${RBAC}/clusterrolebindings`, {
    ...{ apiVersion, kind: "ClusterRoleBinding", metadata, roleRef: { apiGroup, kind: "ClusterRole", name: metadata.name } },
    subjects: [{ kind: "Group", apiGroup, name: "stolos:dashboard" }],
  });
}

/** Lets a user read what Stolos shows, in one namespace. */
export async function letRead(cluster: Cluster, user: string, namespace: string): Promise<void> {
  await cluster.create(`${RBAC}/namespaces/${namespace}/rolebindings`, {
    ...{ apiVersion, kind: "RoleBinding", metadata: { name: "proxied-reader", namespace } },
    roleRef: { apiGroup, kind: "ClusterRole", name: "stolos-read" },
    subjects: [{ kind: "User", apiGroup, name: user }],
  });
}
