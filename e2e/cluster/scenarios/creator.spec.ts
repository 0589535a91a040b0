import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { shownFiles } from "@/e2e/bundle-files";
import { Cluster } from "@/e2e/cluster";
import { expect, test } from "@/e2e/cluster/fixtures";
import type { RealCluster } from "@/e2e/cluster/real-cluster";
import { listen } from "@/e2e/complaints";
import { startDashboard, untilReady } from "@/e2e/house";

/** The one namespace in which the user creator may write. */
const NAMESPACE = "lab";
const ADDRESS = "10.20.99.7";

/** What a real machine made of the files, and what it tells istiod. */
interface BundleRead {
  readonly read: {
    readonly id: string;
    readonly environment: Readonly<Record<string, string>>;
    readonly hosts: Readonly<Record<string, string>>;
    readonly discoveryAddress: string;
    readonly discoveryIP: string;
    readonly readinessProbe: unknown;
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly token: { readonly subject: string; readonly audiences: readonly string[] };
  };
}

test("who may write in one empty namespace brings a machine there that istiod registers and sends to callers", async ({ realCluster, page }) => {
  await realCluster.clear();
  await realCluster.kubectl(`delete serviceentries,services --all -n ${NAMESPACE}`);
  const settings = { ...realCluster.settingsOf("dashboard"), STOLOS_READ_ONLY: "false", STOLOS_SIGN_IN: "token" };
  const { program, port } = await startDashboard(settings);
  const address = `http://127.0.0.1:${port}`;
  const heard: string[] = [];
  try {
    await untilReady(address);
    await signIn(page, address, new Cluster(realCluster.kubeconfigOf("creator")).token);
    listen(page, heard);
    await test.step("the group, its account and its Service", () => makeGroup(page, address));
    const files = await test.step("the bundle", () => makeBundle(page, address));
    await test.step("the machine", () => startMachine(realCluster, files));
    await page.goto(`${address}/c/real/groups/${NAMESPACE}/reco/arrive`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("waits for its first health report.");
    await realCluster.control("POST", `/vms/${NAMESPACE}/reco-1/health`, JSON.stringify({ problem: "" }));
    await expect(page.getByRole("heading", { level: 1 })).toContainText("The newest machine takes traffic for reco.lab.svc.cluster.local");
    await expect.poll(() => answering(realCluster)).toEqual([ADDRESS]);
    expect(heard).toEqual([]);
  } finally {
    await program.end();
    await realCluster.clear();
    await realCluster.kubectl(`delete services/reco serviceaccounts/reco-vm -n ${NAMESPACE} --ignore-not-found`);
  }
});

async function signIn(page: Page, address: string, token: string): Promise<void> {
  await page.goto(`${address}/sign-in`);
  await page.getByLabel("Token of the cluster").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/sign-in/);
}

async function makeGroup(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/groups/new?cluster=real&namespace=${NAMESPACE}`);
  await expect(page.getByRole("list", { name: "Rights" }).getByText("ok", { exact: true })).toHaveCount(5);
  await page.getByRole("link", { name: "Next: describe it" }).click();
  await page.getByLabel("Name", { exact: true }).fill("reco");
  await page.getByLabel("name of a new port").fill("http");
  await page.getByLabel("number of a new port").fill("8080");
  await page.getByRole("button", { name: "Add port" }).click();
  await page.locator("label", { hasText: /^HTTP$/ }).click();
  await page.getByRole("link", { name: "Next: how callers reach it" }).click();
  await page.getByRole("radio", { name: /A new Service / }).check();
  await page.getByRole("link", { name: "Next: review" }).click();
  await expect(page.getByText("It would take it", { exact: true })).toHaveCount(3);
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("The API server has all of them.")).toBeVisible();
  await expect(page.getByText("The cluster has the group.")).toBeVisible();
}

async function makeBundle(page: Page, address: string): Promise<Readonly<Record<string, string>>> {
  await page.goto(`${address}/c/real/groups/${NAMESPACE}/reco/bundle`);
  await expect(page.getByLabel("Cluster ID")).toHaveValue("Kubernetes");
  await page.getByLabel("Internal IP").fill(ADDRESS);
  await page.getByRole("button", { name: "Show the files and a token" }).click();
  await expect(page.getByRole("region", { name: "istio-token" })).toBeVisible();
  return shownFiles(page);
}

/** It starts from the files alone, and says what it read in them. */
async function startMachine(cluster: RealCluster, files: Readonly<Record<string, string>>): Promise<void> {
  const folder = mkdtempSync(join(cluster.folder, "machine-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { read } = (await cluster.control("POST", "/vms", JSON.stringify({ name: "reco-1", replica: "a", bundle: folder }))) as BundleRead;
  expect(read.id).toBe(`sidecar~${ADDRESS}~reco-1.${NAMESPACE}~${NAMESPACE}.svc.cluster.local`);
  expect(read.environment).toMatchObject({ ISTIO_SVC_IP: ADDRESS, ISTIO_NAMESPACE: NAMESPACE, ISTIO_META_AUTO_REGISTER_GROUP: "reco" });
  expect(read.hosts).toEqual({ "istiod.istio-system.svc": "203.0.113.10" });
  expect(read).toMatchObject({ discoveryAddress: "istiod.istio-system.svc:15012", discoveryIP: "203.0.113.10" });
  expect(read.readinessProbe).toMatchObject({ httpGet: { port: 8080 } });
  expect(read.metadata).toMatchObject({ LABELS: { app: "reco" }, AUTO_REGISTER_GROUP: "reco", SERVICE_ACCOUNT: "reco-vm", NAMESPACE });
  expect(read.token).toMatchObject({ subject: `system:serviceaccount:${NAMESPACE}:reco-vm`, audiences: ["istio-ca"] });
}

/** Who a caller in the namespace is sent to, as istiod tells it. */
async function answering(cluster: RealCluster): Promise<readonly string[]> {
  const told = (await cluster.control("GET", `/endpoints?namespace=${NAMESPACE}`)) as Readonly<
    Record<string, { readonly endpoints: readonly { readonly address: string }[] }>
  >;
  return Object.entries(told)
    .filter(([name]) => name.endsWith("||reco.lab.svc.cluster.local"))
    .flatMap(([, { endpoints }]) => endpoints.map((one) => one.address));
}
