import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { Cluster, type KubeObject } from "@/e2e/cluster";
import { mergedKubeconfigs, startSandbox, WITHOUT_LIMITS } from "@/e2e/house";
import { type SecondDashboard, startSecond } from "@/e2e/second-dashboard";

export const CLUSTERS = ["onyx-eu", "onyx-us"] as const;
export type ClusterName = (typeof CLUSTERS)[number];

/** One machine, group or Pod of a workload, by its address. */
export interface Thing {
  readonly kind: "entry" | "group" | "pod";
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid?: string;
}

/** Somebody with an account of the embedded clusters. */
export interface Person {
  readonly who: string;
  readonly token: string;
  sees(thing: Thing): boolean;
  /** The clusters of which this person sees anything. */
  readonly clusters: readonly string[];
  /** The namespace in which this person may write. Missing = there is none. */
  readonly writesIn?: string;
}

/** Two embedded clusters with the same users, one server that watches both and asks who is there, and eight people. */
export interface ViewersWorld {
  readonly dashboard: SecondDashboard;
  readonly people: readonly Person[];
  readonly entries: readonly Thing[];
  readonly groups: readonly Thing[];
  /** Those of workloads. istiod's own stand in the entries of machines. */
  readonly pods: readonly Thing[];
  /** The clusters, as their administrators reach them. */
  readonly admin: Readonly<Record<ClusterName, Cluster>>;
  /** Starts another dashboard of the same clusters and people, with more settings. Whoever starts it ends it. */
  startAnother(more: Readonly<Record<string, string>>): Promise<SecondDashboard>;
  /** Takes from the person who sees one cluster every right that was given. */
  revoke(): Promise<void>;
  end(): Promise<void>;
}

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const ISTIO = "/apis/networking.istio.io/v1";
const ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";

/** A connection lives for an hour of the test: istiod cleans nothing up by itself while a proof looks for changes. */
const STEADY = ["--scenario", "steady", "--speed", "4", "--max-age", "14400", "--tokens", "two of one company"];

export async function startViewersWorld(): Promise<ViewersWorld> {
  const folders = CLUSTERS.map(() => mkdtempSync(join(tmpdir(), "stolos-viewers-")));
  const sandboxes = await Promise.all(folders.map((folder, at) => startSandbox(folder, [...STEADY, "--seed", String(at + 1)])));
  const [eu = "", us = ""] = folders;
  const both = join(eu, "both");
  writeFileSync(both, mergedKubeconfigs({ "onyx-eu": readFileSync(join(eu, "kubeconfig"), "utf8"), "onyx-us": readFileSync(join(us, "kubeconfig"), "utf8") }));
  const admin = { "onyx-eu": new Cluster(join(eu, "admin.kubeconfig")), "onyx-us": new Cluster(join(us, "admin.kubeconfig")) };
  const [auditor, legacyOnly, groupsOnly] = await Promise.all([
    accountOf(admin["onyx-eu"], "auditor", `${RBAC}/clusterrolebindings`),
    accountOf(admin["onyx-eu"], "legacy-only", `${RBAC}/namespaces/legacy/rolebindings`),
    groupReaderOf(admin["onyx-eu"]),
  ]);
  const settings = { KUBECONFIG: both, STOLOS_CONTEXTS: "*", STOLOS_SIGN_IN: "token", STOLOS_TOKEN_CLUSTERS: CLUSTERS.join(",") };
  const startAnother: ViewersWorld["startAnother"] = (more) => startSecond({ ...WITHOUT_LIMITS, ...settings, ...more });
  const dashboard = await startAnother({});
  const userToken = (user: string) => tokenIn(join(eu, `${user}.kubeconfig`));
  return {
    dashboard,
    people: [
      { who: "everything", token: userToken("viewer"), sees: () => true, clusters: CLUSTERS },
      { who: "one namespace", token: userToken("team-shop"), sees: ({ namespace }) => namespace === "shop", clusters: CLUSTERS, writesIn: "shop" },
      { who: "one cluster of two", token: auditor, sees: ({ cluster }) => cluster === "onyx-eu", clusters: ["onyx-eu"] },
      { who: "nothing", token: userToken("nobody"), sees: () => false, clusters: [] },
      {
        who: "the other namespace",
        token: legacyOnly,
        sees: ({ cluster, namespace }) => cluster === "onyx-eu" && namespace === "legacy",
        clusters: ["onyx-eu"],
      },
      { who: "groups only", token: groupsOnly, sees: ({ cluster, kind }) => cluster === "onyx-eu" && kind === "group", clusters: ["onyx-eu"] },
      { who: "on call: groups and machines", token: userToken("oncall"), sees: ({ kind }) => kind !== "pod", clusters: CLUSTERS },
      { who: "all but what names Pods", token: userToken("no-pods"), sees: ({ kind }) => kind !== "pod", clusters: CLUSTERS },
    ],
    entries: await thingsOf(admin, "entry", `${ISTIO}/workloadentries`),
    groups: await thingsOf(admin, "group", `${ISTIO}/workloadgroups`),
    pods: (await thingsOf(admin, "pod", "/api/v1/pods")).filter(({ namespace }) => namespace !== "istio-system"),
    ...{ admin, startAnother },
    revoke: async () => void (await admin["onyx-eu"].delete(`${RBAC}/clusterrolebindings/auditor`)),
    end: async () => {
      await dashboard.end();
      await Promise.all(sandboxes.map(({ program }) => program.end()));
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A service account of one cluster only, with a token as `kubectl create token` gets it, that may read what a binding there gives it. */
export async function accountOf(cluster: Cluster, name: string, bindings: string, role = "stolos-read"): Promise<string> {
  await cluster.create(ACCOUNTS, { apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace: "default" } });
  await cluster.create(bindings, {
    ...{ apiVersion: "rbac.authorization.k8s.io/v1", kind: bindings.includes("/namespaces/") ? "RoleBinding" : "ClusterRoleBinding", metadata: { name } },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: role },
    subjects: [{ kind: "ServiceAccount", name, namespace: "default" }],
  });
  const request = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: 3_600 } };
  const { status }: KubeObject & { status?: { token: string } } = await cluster.create(`${ACCOUNTS}/${name}/token`, request);
  if (status === undefined) throw new Error("The cluster gave no token.");
  return status.token;
}

/** One who may read groups and nothing else. */
async function groupReaderOf(cluster: Cluster): Promise<string> {
  const rules = [{ apiGroups: ["networking.istio.io"], resources: ["workloadgroups"], verbs: ["get", "list", "watch"] }];
  await cluster.create(`${RBAC}/clusterroles`, { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata: { name: "groups-only" }, rules });
  return accountOf(cluster, "groups-only", `${RBAC}/clusterrolebindings`, "groups-only");
}

async function thingsOf(clusters: Readonly<Record<ClusterName, Cluster>>, kind: Thing["kind"], path: string): Promise<readonly Thing[]> {
  const lists = await Promise.all(
    CLUSTERS.map(async (cluster) => {
      const { items = [] } = await clusters[cluster].get(path);
      return items.map(({ metadata: { namespace = "", name, uid } }) => ({ kind, cluster, namespace, name, uid }));
    }),
  );
  return lists.flat();
}

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: unknown }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}

function tokenIn(path: string): string {
  const config: Kubeconfig = parse(readFileSync(path, "utf8"));
  return config.users[0]?.user.token ?? "";
}
