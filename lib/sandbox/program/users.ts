import { randomBytes } from "node:crypto";
import type { KubeObject } from "@/lib/sandbox/istiod/kube-api";

/** A user of the sandbox, and the namespace that the user's kubeconfig starts in. */
export interface SandboxUser {
  readonly name: string;
  readonly token: string;
  readonly groups: readonly string[];
  readonly namespace: string;
}

export const dashboardUser = "dashboard";

const rows: readonly (readonly [name: string, groups: readonly string[], namespace: string])[] = [
  ["admin", ["system:masters"], ""],
  [dashboardUser, ["stolos:dashboard"], ""],
  ["viewer", ["stolos:viewers"], ""],
  ["team-shop", ["stolos:team-shop"], "shop"],
  ["nobody", [], ""],
  ["istiod", ["sandbox:istiod"], ""],
];

/** Everybody there is, with tokens of this run. `istiod` is the simulated control plane itself. */
export function makeUsers(): SandboxUser[] {
  return rows.map(([name, groups, namespace]) => ({ name, groups, namespace, token: randomBytes(24).toString("base64url") }));
}

const read = ["get", "list", "watch"];
const rule = (apiGroup: string, resources: readonly string[], verbs: readonly string[]) => ({ apiGroups: [apiGroup], resources, verbs });
const istioKinds = ["workloadgroups", "workloadentries", "serviceentries", "destinationrules", "gateways", "sidecars"];

/** Who may do what: `dashboard` and `viewer` read all that Stolos shows, `dashboard` also patches groups, `team-shop` works in its own namespace, `nobody` does nothing. */
export function rightsObjects(): KubeObject[] {
  return [
    ...clusterRights(
      "stolos-read",
      ["stolos:dashboard", "stolos:viewers"],
      [
        rule("networking.istio.io", istioKinds, read),
        rule("", ["services", "pods", "nodes", "namespaces", "events", "configmaps"], read),
        rule("apps", ["deployments"], read),
      ],
    ),
    ...clusterRights(
      "stolos-review-access",
      ["stolos:dashboard"],
      [rule("authorization.k8s.io", ["subjectaccessreviews"], ["create"]), rule("authentication.k8s.io", ["tokenreviews"], ["create"])],
    ),
    // What the dashboard's own users may do where a demo lets them: one annotation of a group.
    ...clusterRights("stolos-set-size", ["stolos:dashboard"], [rule("networking.istio.io", ["workloadgroups"], ["patch"])]),
    ...clusterRights(
      "istiod",
      ["sandbox:istiod"],
      [
        rule("networking.istio.io", istioKinds, read),
        rule("networking.istio.io", ["workloadentries", "workloadentries/status"], ["create", "update", "patch", "delete"]),
        // Its Pods come and go by the same hand: the sandbox has no kubelet.
        rule("", ["pods", "pods/status"], ["*"]),
        rule("apps", ["deployments", "deployments/status"], ["*"]),
      ],
    ),
    ...teamRights("shop", "stolos:team-shop", [
      rule("networking.istio.io", ["workloadgroups", "workloadentries", "serviceentries"], ["*"]),
      rule("", ["services", "pods", "events", "configmaps", "serviceaccounts"], [...read, "create", "update", "patch"]),
      rule("", ["serviceaccounts/token"], ["create"]),
    ]),
  ];
}

const apiVersion = "rbac.authorization.k8s.io/v1";
const subjectsOf = (groups: readonly string[]) => groups.map((name) => ({ kind: "Group", apiGroup: "rbac.authorization.k8s.io", name }));
const roleRefOf = (kind: string, name: string) => ({ apiGroup: "rbac.authorization.k8s.io", kind, name });

function clusterRights(name: string, groups: readonly string[], rules: readonly object[]): KubeObject[] {
  return [
    { apiVersion, kind: "ClusterRole", metadata: { name }, rules },
    { apiVersion, kind: "ClusterRoleBinding", metadata: { name }, roleRef: roleRefOf("ClusterRole", name), subjects: subjectsOf(groups) },
  ];
}

function teamRights(namespace: string, group: string, rules: readonly object[]): KubeObject[] {
  const metadata = { name: "team", namespace };
  return [
    { apiVersion, kind: "Role", metadata, rules },
    { apiVersion, kind: "RoleBinding", metadata, roleRef: roleRefOf("Role", "team"), subjects: subjectsOf([group]) },
  ];
}
