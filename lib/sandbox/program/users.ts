import { createHmac, randomBytes } from "node:crypto";
import { ISTIO_KINDS } from "@/lib/sandbox/apiserver/istio-definitions";
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
  ["engineer", ["stolos:engineers"], ""],
  ["viewer", ["stolos:viewers"], ""],
  ["oncall", ["stolos:oncall"], ""],
  ["no-pods", ["stolos:no-pods"], ""],
  ["team-shop", ["stolos:team-shop"], "shop"],
  ["creator", ["stolos:creator"], "lab"],
  ["nobody", [], ""],
  ["istiod", ["sandbox:istiod"], ""],
];

/** Everybody there is, with tokens of this run, or (`key`) of every run with the same key. `istiod` is the simulated control plane itself. */
export function makeUsers(key: string | null = null): SandboxUser[] {
  const secret = key ?? randomBytes(24);
  const tokenOf = (name: string) => createHmac("sha256", secret).update(name).digest("base64url");
  return rows.map(([name, groups, namespace]) => ({ name, groups, namespace, token: tokenOf(name) }));
}

const read = ["get", "list", "watch"];
const rule = (apiGroup: string, resources: readonly string[], verbs: readonly string[]) => ({ apiGroups: [apiGroup], resources, verbs });

/** ConfigMaps are read by name only: a list or watch of them is allowed with the field selector of that name. */
const readConfigMaps = (...resourceNames: string[]) => ({ ...rule("", ["configmaps"], read), resourceNames });

/** The plurals of the Istio kinds of a group that the dashboard shows. */
const istioPlurals = (group: string) => ISTIO_KINDS.filter((kind) => kind.group === group && !kind.isUnread).map(({ plural }) => plural);

/** The kinds that may be read in all namespaces, by API group. */
const readEverywhere: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(ISTIO_KINDS.map(({ group }) => [group, istioPlurals(group)])),
  "gateway.networking.k8s.io": ["gateways", "httproutes"],
  "": ["services", "endpoints", "serviceaccounts", "pods", "nodes", "namespaces", "events"],
  "discovery.k8s.io": ["endpointslices"],
  apps: ["deployments"],
};

const readAndWrite = [...read, "create", "update", "patch", "delete"];

/** What somebody needs who brings machines. */
const bringsMachines = [
  rule("networking.istio.io", ["workloadgroups", "workloadentries", "serviceentries"], readAndWrite),
  rule("", ["services", "serviceaccounts", "configmaps"], readAndWrite),
  rule("", ["pods", "events"], read),
  rule("", ["serviceaccounts/token"], ["create"]),
  rule("discovery.k8s.io", ["endpointslices"], read),
];

/** Kinds that name Pods. */
const namingPods: readonly string[] = ["pods", "endpoints", "endpointslices", "events"];

/**
 * Who may do what: `dashboard` and `viewer` read all that Stolos shows, `dashboard` also patches groups, `engineer` reads the same and brings machines
 * into every namespace, as whoever tries the demo does, `no-pods` reads the same but Pods (istiod's
 * own it does) and what names them, `oncall` reads groups and entries and nothing else, `team-shop` and `creator` work in their own namespaces, `nobody` does nothing.
 */
export function rightsObjects(): KubeObject[] {
  return [
    ...clusterRights(
      "stolos-read",
      ["stolos:dashboard", "stolos:viewers", "stolos:engineers"],
      [...Object.entries(readEverywhere).map(([group, kinds]) => rule(group, kinds, read)), readConfigMaps("istio-ca-root-cert")],
    ),
    ...namespaceRights(
      "istio-system",
      "stolos-read-mesh",
      ["stolos:dashboard", "stolos:viewers", "stolos:engineers", "stolos:no-pods"],
      [readConfigMaps("istio", "istio-1-31-2", "istio-sidecar-injector", "istio-sidecar-injector-1-31-2", "values")],
    ),
    ...clusterRights(
      "stolos-no-pods",
      ["stolos:no-pods"],
      Object.entries(readEverywhere).flatMap(([group, kinds]) => {
        const others = kinds.filter((kind) => !namingPods.includes(kind));
        return others.length === 0 ? [] : [rule(group, others, read)];
      }),
    ),
    // istiod's own Pods it may see: who holds a machine is known.
    ...namespaceRights("istio-system", "stolos-read-replicas", ["stolos:no-pods"], [rule("", ["pods"], read)]),
    ...clusterRights("stolos-oncall", ["stolos:oncall"], [rule("networking.istio.io", ["workloadgroups", "workloadentries"], read)]),
    ...clusterRights(
      "stolos-review-access",
      ["stolos:dashboard", "stolos:engineers"],
      [rule("authorization.k8s.io", ["subjectaccessreviews"], ["create"]), rule("authentication.k8s.io", ["tokenreviews"], ["create"])],
    ),
    // What the dashboard's own users may do where a demo lets them: one annotation of a group.
    ...clusterRights("stolos-set-size", ["stolos:dashboard"], [rule("networking.istio.io", ["workloadgroups"], ["patch"])]),
    ...clusterRights("stolos-engineer", ["stolos:engineers"], bringsMachines),
    ...istiodRights(),
    ...namespaceRights(
      "shop",
      "team",
      ["stolos:team-shop"],
      [
        rule("networking.istio.io", ["workloadgroups", "workloadentries", "serviceentries"], ["*"]),
        rule("", ["services", "pods", "events", "configmaps", "serviceaccounts"], [...read, "create", "update", "patch"]),
        rule("", ["serviceaccounts/token"], ["create"]),
        rule("discovery.k8s.io", ["endpointslices"], read),
      ],
    ),
    ...namespaceRights("lab", "creator", ["stolos:creator"], bringsMachines),
  ];
}

/** What the simulated control plane does itself. */
function istiodRights(): KubeObject[] {
  return clusterRights(
    "istiod",
    ["sandbox:istiod"],
    [
      rule("networking.istio.io", istioPlurals("networking.istio.io"), read),
      rule("networking.istio.io", ["workloadentries", "workloadentries/status"], ["create", "update", "patch", "delete"]),
      rule("", ["namespaces"], read),
      rule("", ["configmaps"], ["create"]),
      rule("authentication.k8s.io", ["tokenreviews"], ["create"]),
      // Its Pods come and go by the same hand: the sandbox has no kubelet.
      rule("", ["pods", "pods/status"], ["*"]),
      rule("apps", ["deployments", "deployments/status"], ["*"]),
    ],
  );
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

function namespaceRights(namespace: string, name: string, groups: readonly string[], rules: readonly object[]): KubeObject[] {
  const metadata = { name, namespace };
  return [
    { apiVersion, kind: "Role", metadata, rules },
    { apiVersion, kind: "RoleBinding", metadata, roleRef: roleRefOf("Role", name), subjects: subjectsOf(groups) },
  ];
}
