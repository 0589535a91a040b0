import type { KubeObject } from "./kube-object";

const rbac = "rbac.authorization.k8s.io/v1";
const bootstrapping = { "kubernetes.io/bootstrapping": "rbac-defaults" };

/** What every new cluster holds: four namespaces, the default service, and the roles that discovery needs. */
export function bootstrapObjects(): KubeObject[] {
  return [
    ...["default", "kube-node-lease", "kube-public", "kube-system"].map(namespace),
    ...role("cluster-admin", [everyObject, everyPath], [group("system:masters")]),
    ...role(
      "system:discovery",
      [paths("/api", "/api/*", "/apis", "/apis/*", "/healthz", "/livez", "/openapi", "/openapi/*", "/readyz", "/version", "/version/")],
      [group("system:authenticated")],
    ),
    ...role(
      "system:basic-user",
      [
        { apiGroups: ["authorization.k8s.io"], resources: ["selfsubjectaccessreviews", "selfsubjectrulesreviews"], verbs: ["create"] },
        { apiGroups: ["authentication.k8s.io"], resources: ["selfsubjectreviews"], verbs: ["create"] },
      ],
      [group("system:authenticated")],
    ),
    ...role("system:service-account-issuer-discovery", [paths("/.well-known", "/.well-known/*")], [group("system:authenticated")]),
    ...role(
      "system:public-info-viewer",
      [paths("/healthz", "/livez", "/readyz", "/version", "/version/")],
      [group("system:authenticated"), group("system:unauthenticated")],
    ),
  ];
}

const everyObject = { apiGroups: ["*"], resources: ["*"], verbs: ["*"] };
const everyPath = { nonResourceURLs: ["*"], verbs: ["*"] };

function paths(...urls: string[]): object {
  return { nonResourceURLs: urls, verbs: ["get"] };
}

function group(name: string): object {
  return { apiGroup: "rbac.authorization.k8s.io", kind: "Group", name };
}

function namespace(name: string): KubeObject {
  return {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name, labels: { "kubernetes.io/metadata.name": name } },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Active" },
  };
}

function role(name: string, rules: object[], subjects: object[]): KubeObject[] {
  return [
    { apiVersion: rbac, kind: "ClusterRole", metadata: { name, labels: bootstrapping }, rules },
    {
      apiVersion: rbac,
      kind: "ClusterRoleBinding",
      metadata: { name, labels: bootstrapping },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name },
      subjects,
    },
  ];
}
