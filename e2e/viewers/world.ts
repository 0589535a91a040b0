import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { Cluster, type KubeObject } from "@/e2e/cluster";
import { startSandbox } from "@/e2e/house";
import { type SecondDashboard, startSecond } from "@/e2e/second-dashboard";

export const CLUSTERS = ["onyx-eu", "onyx-us"] as const;
type ClusterName = (typeof CLUSTERS)[number];

/** One machine or group, by its address. */
export interface Thing {
  readonly cluster: ClusterName;
  readonly namespace: string;
  readonly name: string;
}

/** Somebody with an account of the embedded clusters. */
export interface Person {
  readonly who: string;
  readonly token: string;
  sees(thing: Thing): boolean;
  /** The clusters of which this person sees anything. */
  readonly clusters: readonly ClusterName[];
}

/** Two embedded clusters with the same users, one server that watches both and asks who is there, and four people. */
export interface ViewersWorld {
  readonly dashboard: SecondDashboard;
  readonly people: readonly Person[];
  readonly entries: readonly Thing[];
  readonly groups: readonly Thing[];
  /** Takes from the person who sees one cluster every right that was given. */
  revoke(): Promise<void>;
  end(): Promise<void>;
}

const RBAC = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";
const ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";

export async function startViewersWorld(): Promise<ViewersWorld> {
  const folders = CLUSTERS.map(() => mkdtempSync(join(tmpdir(), "stolos-viewers-")));
  const sandboxes = await Promise.all(
    folders.map((folder, at) => startSandbox(folder, ["--scenario", "steady", "--seed", String(at + 1), "--speed", "4", "--tokens", "two of one company"])),
  );
  const [eu = "", us = ""] = folders;
  const both = join(eu, "both");
  writeFileSync(both, merged({ "onyx-eu": readFileSync(join(eu, "kubeconfig"), "utf8"), "onyx-us": readFileSync(join(us, "kubeconfig"), "utf8") }));
  const admin = { "onyx-eu": new Cluster(join(eu, "admin.kubeconfig")), "onyx-us": new Cluster(join(us, "admin.kubeconfig")) };
  const auditor = await auditorOf(admin["onyx-eu"]);
  const dashboard = await startSecond({
    ...{ KUBECONFIG: both, STOLOS_CONTEXTS: "*", STOLOS_SIGN_IN: "token", STOLOS_TOKEN_CLUSTERS: CLUSTERS.join(",") },
  });
  const userToken = (user: string) => tokenIn(join(eu, `${user}.kubeconfig`));
  return {
    dashboard,
    people: [
      { who: "everything", token: userToken("viewer"), sees: () => true, clusters: CLUSTERS },
      { who: "one namespace", token: userToken("team-shop"), sees: ({ namespace }) => namespace === "shop", clusters: CLUSTERS },
      { who: "one cluster of two", token: auditor, sees: ({ cluster }) => cluster === "onyx-eu", clusters: ["onyx-eu"] },
      { who: "nothing", token: userToken("nobody"), sees: () => false, clusters: [] },
    ],
    entries: await thingsOf(admin, "workloadentries"),
    groups: await thingsOf(admin, "workloadgroups"),
    revoke: async () => void (await admin["onyx-eu"].delete(`${RBAC}/auditor`)),
    end: async () => {
      await dashboard.end();
      await Promise.all(sandboxes.map(({ program }) => program.end()));
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A service account of one cluster only, with a token as `kubectl create token` gets it. */
async function auditorOf(cluster: Cluster): Promise<string> {
  await cluster.create(ACCOUNTS, { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "auditor", namespace: "default" } });
  await cluster.create(RBAC, {
    ...{ apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRoleBinding", metadata: { name: "auditor" } },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "stolos-read" },
    subjects: [{ kind: "ServiceAccount", name: "auditor", namespace: "default" }],
  });
  const request = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: 3_600 } };
  const { status }: KubeObject & { status?: { token: string } } = await cluster.create(`${ACCOUNTS}/auditor/token`, request);
  if (status === undefined) throw new Error("The cluster gave no token.");
  return status.token;
}

async function thingsOf(clusters: Readonly<Record<ClusterName, Cluster>>, plural: string): Promise<readonly Thing[]> {
  const lists = await Promise.all(
    CLUSTERS.map(async (cluster) => {
      const { items = [] } = await clusters[cluster].get(`/apis/networking.istio.io/v1/${plural}`);
      return items.map(({ metadata: { namespace = "", name } }) => ({ cluster, namespace, name }));
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

function merged(texts: Readonly<Record<string, string>>): string {
  const parts = Object.entries(texts).map(([name, text]) => {
    const config: Kubeconfig = parse(text);
    return { name, cluster: config.clusters[0]?.cluster, user: config.users[0]?.user };
  });
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": parts[0]?.name,
    clusters: parts.map(({ name, cluster }) => ({ name, cluster })),
    users: parts.map(({ name, user }) => ({ name, user })),
    contexts: parts.map(({ name }) => ({ name, context: { cluster: name, user: name } })),
  });
}
