import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { shownFiles } from "@/e2e/bundle-files";
import { Cluster } from "@/e2e/cluster";
import { expect, test } from "@/e2e/cluster/fixtures";
import type { RealCluster } from "@/e2e/cluster/real-cluster";
import { listen } from "@/e2e/complaints";
import { startDashboard, untilReady } from "@/e2e/house";
import { BUTTON, FIELD, LINK } from "@/e2e/labels";
import { expectHeading } from "@/e2e/statements";

/** The one namespace in which the user creator may write. */
const NAMESPACE = "lab";
const ADDRESS = "10.20.99.7";

/** The values that a real machine read in the files, and sends to istiod. */
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

test("with write permission in one empty namespace, a user adds a machine that istiod registers and sends to callers", async ({ realCluster, page }) => {
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
    await expectHeading(page, "arrival", { group: `${NAMESPACE}/reco`, step: "health" });
    await realCluster.control("POST", `/vms/${NAMESPACE}/reco-1/health`, JSON.stringify({ problem: "" }));
    await expectHeading(page, "arrival", { group: `${NAMESPACE}/reco`, step: "arrived", state: "done", host: "reco.lab.svc.cluster.local" });
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
  await page.getByLabel(FIELD.token).fill(token);
  await page.getByRole("button", { name: BUTTON.signIn }).click();
  await expect(page).not.toHaveURL(/sign-in/);
}

async function makeGroup(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/groups/new?cluster=real&namespace=${NAMESPACE}`);
  await expect(page.locator('[data-right][data-state="ok"]')).toHaveCount(5);
  await page.getByRole("link", { name: LINK.nextDescribeIt }).click();
  await page.getByLabel(FIELD.name, { exact: true }).fill("reco");
  await page.getByLabel(FIELD.nameOfANewPort).fill("http");
  await page.getByLabel(FIELD.numberOfANewPort).fill("8080");
  await page.getByRole("button", { name: BUTTON.addPort }).click();
  await page.locator('label:has(input[type="radio"][value="httpGet"])').click();
  await page.getByRole("link", { name: LINK.nextHowCallersReachIt }).click();
  await page.getByRole("radio", { name: new RegExp(`^${FIELD.newService} `) }).check();
  await page.getByRole("link", { name: LINK.nextReview }).click();
  await expect(page.locator('[data-result="would"]')).toHaveCount(3);
  await page.getByRole("button", { name: BUTTON.apply, exact: true }).click();
  await expect(page.locator('[data-made="3"][data-left="0"]')).toBeVisible();
  await expect(page.locator('[data-watch="shown"]')).toBeVisible();
}

async function makeBundle(page: Page, address: string): Promise<Readonly<Record<string, string>>> {
  await page.goto(`${address}/c/real/groups/${NAMESPACE}/reco/bundle`);
  await expect(page.getByLabel(FIELD.clusterId)).toHaveValue("Kubernetes");
  await page.getByLabel(FIELD.internalIp).fill(ADDRESS);
  await page.getByRole("button", { name: BUTTON.showTheFilesAndAToken }).click();
  await expect(page.getByRole("region", { name: "istio-token" })).toBeVisible();
  return shownFiles(page);
}

/** Starts a machine from the files alone, and checks the values that it read. */
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

/** The endpoints that istiod sends to a caller in the namespace. */
async function answering(cluster: RealCluster): Promise<readonly string[]> {
  const told = (await cluster.control("GET", `/endpoints?namespace=${NAMESPACE}`)) as Readonly<
    Record<string, { readonly endpoints: readonly { readonly address: string }[] }>
  >;
  return Object.entries(told)
    .filter(([name]) => name.endsWith("||reco.lab.svc.cluster.local"))
    .flatMap(([, { endpoints }]) => endpoints.map((one) => one.address));
}
