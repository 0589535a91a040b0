import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectNoViolations } from "./axe-violations";
import { shownFiles, tokenSection } from "./bundle-files";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import type { House } from "./house";
import { BUTTON, FIELD, LINK } from "./labels";
import { fieldAt } from "./new-group-steps";
import { expectHeading } from "./statements";
import { signIn } from "./token-sign-in";

/** The server's data folder, which the tests read. */
const DATA = mkdtempSync(join(tmpdir(), "stolos-bundle-"));
/** The folder of its heap snapshots. */
const HEAPS = mkdtempSync(join(tmpdir(), "stolos-heaps-"));
test.afterAll(() => {
  for (const folder of [DATA, HEAPS]) rmSync(folder, { recursive: true, force: true });
});

test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--seed", "1", "--speed", "4"],
    settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1", STOLOS_READ_ONLY: "false", STOLOS_SIGN_IN: "token", STOLOS_DATA: DATA },
    // At a signal Node collects its garbage and writes its heap: every text of it in full.
    nodeArguments: ["--heapsnapshot-signal=SIGUSR2", `--diagnostic-dir=${HEAPS}`, "--heap-snapshot-string-limit=10000000"],
  },
});

/** The clocks of the server and of this process are this close. */
const CLOCKS_APART_MS = 5_000;
const CORE = "/api/v1/namespaces/shop";
const ISTIO = "/apis/networking.istio.io/v1/namespaces/shop";

/** Makes a group without machines, its account, and a Service that selects its machines. */
async function makeGroup(cluster: Cluster, name: string): Promise<void> {
  const metadata = { name, namespace: "shop" };
  await cluster.create(`${CORE}/serviceaccounts`, { apiVersion: "v1", kind: "ServiceAccount", metadata: { ...metadata, name: `${name}-vm` } });
  await cluster.create(`${ISTIO}/workloadgroups`, {
    apiVersion: "networking.istio.io/v1",
    kind: "WorkloadGroup",
    metadata,
    spec: {
      metadata: { labels: { app: name } },
      template: { serviceAccount: `${name}-vm`, ports: { http: 8080 } },
      probe: { periodSeconds: 5, httpGet: { path: "/ready", port: 8080 } },
    },
  });
  const ports = [{ name: "http", port: 80, targetPort: 8080 }];
  await cluster.create(`${CORE}/services`, { apiVersion: "v1", kind: "Service", metadata, spec: { selector: { app: name }, ports } });
}

async function start(house: House, name: string, address: string, bundle: Readonly<Record<string, string>>): Promise<unknown> {
  return house.control("POST", "/vms", { name, address, bundle });
}

/** A heap snapshot of the dashboard after garbage collection. */
async function heapOf(house: House): Promise<Buffer> {
  house.dashboard.signal("SIGUSR2");
  const written = () => readdirSync(HEAPS).filter((name) => name.endsWith(".heapsnapshot"));
  await expect.poll(written, { timeout: 60_000 }).toHaveLength(1);
  // It is whole once it ends as JSON does.
  const read = () => readFileSync(join(HEAPS, written()[0] ?? ""));
  await expect.poll(() => read().subarray(-4).toString().trim().endsWith("}"), { timeout: 60_000 }).toBe(true);
  return read();
}

test("a machine that starts from the files of the page arrives and gets traffic", async ({ page, house, cluster, complaints }) => {
  test.setTimeout(90_000);
  await makeGroup(cluster, "fresh");
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/c/sandbox/groups/shop/fresh");
  await page.getByRole("link", { name: LINK.addMachines }).click();

  // This viewer has no rights in istio-system: the server's own account reads the public values of the mesh.
  await expect(page.getByLabel(FIELD.clusterId)).toHaveValue("Kubernetes");
  await expect(fieldAt(page, "clusterId")).toHaveAttribute("data-place", "ConfigMap istio-system/istio-sidecar-injector");
  await expect(fieldAt(page, "clusterId")).toHaveAttribute("data-read-by", "server");
  await page.getByLabel(FIELD.internalIp).fill("10.20.99.7");
  // The typed value is still there after a reload.
  await page.reload();
  await expect(page.getByLabel(FIELD.internalIp)).toHaveValue("10.20.99.7");
  await page.getByRole("button", { name: BUTTON.showTheFilesAndAToken }).click();
  const expiresAt = Number(await tokenSection(page).getByRole("timer").getAttribute("data-expires-at"));
  const hour = 3_600_000;
  expect(expiresAt - Date.now(), "the rest of the token's life").toBeGreaterThan(hour - 60_000);
  expect(expiresAt - Date.now(), "the rest of the token's life").toBeLessThanOrEqual(hour + CLOCKS_APART_MS);
  const files = await shownFiles(page);
  expect(files["cluster.env"]).toContain("ISTIO_SVC_IP='10.20.99.7'");
  await expectNoViolations(page, "the page");

  await page.goto("/c/sandbox/groups/shop/fresh/arrive");
  await expectHeading(page, "arrival", { group: "shop/fresh", step: "connected", state: "waiting", tokenExpiresAt: expiresAt });
  await expectCauses(page, { found: "" });

  const answer = await start(house, "fresh-1", "10.20.99.1", files);
  expect(answer).toMatchObject({ read: { address: "10.20.99.7", labels: { app: "fresh" }, group: "fresh", probe: true, claimedAccount: "fresh-vm" } });
  await expectHeading(page, "arrival", { step: "health", state: "waiting", goodReportWithin: 0, badReportWithin: 1_000 });
  await house.control("POST", "/vms/shop/fresh-1/health", { problem: "" });
  await expectHeading(page, "arrival", { step: "arrived", host: "fresh.shop.svc.cluster.local", port: 80, endpointPort: 8080 });
  const entries = (await cluster.get(`${ISTIO}/workloadentries?labelSelector=app%3Dfresh`)) as { readonly items?: readonly { readonly spec?: unknown }[] };
  const written = entries.items?.[0]?.spec as Readonly<Record<string, string>>;
  const place = page.locator('[data-step="connected"] [data-address]');
  await expect(place).toHaveAttribute("data-address", "10.20.99.7");
  await expect(place).toHaveAttribute("data-network", written.network ?? "");
  await expect(place).toHaveAttribute("data-locality", written.locality ?? "");
  await expect(page.locator('[data-step="endpoints"] [data-hosts]')).toHaveAttribute("data-hosts", "fresh.shop.svc.cluster.local:80:8080");
  await expectNoViolations(page, "the page");

  // One answer has the token. No page, no address, no log, no file of the server and no heap has it.
  const secret = files["istio-token"]?.trim() ?? "";
  expect(secret.length).toBeGreaterThan(100);
  expect(await page.content()).not.toContain(secret);
  for (const path of ["/audit", "/c/sandbox/groups/shop/fresh/bundle", "/api/healthz", "/api/readyz", "/api/c/sandbox/arrivals/shop/fresh", "/api/nothing"])
    expect(await (await page.request.get(path)).text(), path).not.toContain(secret);
  expect(house.dashboard.log()).not.toContain(secret);
  const kept = readdirSync(DATA, { recursive: true, encoding: "utf8" }).filter((path) => statSync(join(DATA, path)).isFile());
  expect(kept).not.toEqual([]);
  expect(kept.filter((path) => readFileSync(join(DATA, path)).includes(secret))).toEqual([]);
  const heap = await heapOf(house);
  expect(heap.includes("fresh-vm"), "the heap is that of the dashboard").toBe(true);
  expect(heap.includes(secret), "the token is in the heap").toBe(false);
  expect(house.dashboard.log()).toContain('"command":"issue-token"');
});

test("a pasted list gives each machine its own files, and a sign-out removes what was typed", async ({ page, house, cluster, complaints }) => {
  await makeGroup(cluster, "listed");
  const { token } = new Cluster(house.kubeconfigOf("team-shop"));
  await signIn(page, complaints, token);
  await page.goto("/c/sandbox/groups/shop/listed/bundle");
  await page.getByLabel(FIELD.machineList).fill("listed-a 10.20.98.1 eu-central-1/eu-central-1a\nlisted-b\t10.20.98.2\tversion=v2");
  await page.getByRole("button", { name: BUTTON.takeTheListOver }).click();
  await expectHeading(page, "bundle", { group: "listed", machines: 2 });
  await page.getByRole("button", { name: BUTTON.showTheFilesAndAToken }).click();

  const second = page.locator('[data-section="machine-files-listed-b"]');
  await second.locator('[data-file="cloud-init.yaml"] summary').click();
  await expect(second).toContainText("ISTIO_SVC_IP='10.20.98.2'");
  const inventory = page.locator('[data-file="ansible_inventory.yaml"]');
  await inventory.locator("summary").click();
  expect((await inventory.locator("pre").textContent())?.match(/ISTIO_SVC_IP='[\d.]+'/g)).toEqual(["ISTIO_SVC_IP='10.20.98.1'", "ISTIO_SVC_IP='10.20.98.2'"]);
  await expectNoViolations(page, "the page");

  await second.locator('[data-file="cluster.env"] summary').click();
  const [saved] = await Promise.all([page.waitForEvent("download"), second.getByRole("button", { name: BUTTON.download("listed-b-cluster.env") }).click()]);
  expect(saved.suggestedFilename()).toBe("listed-b-cluster.env");
  expect(readFileSync(await saved.path(), "utf8")).toContain("ISTIO_SVC_IP='10.20.98.2'\n");
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain("10.20.98.2");

  await page.locator("button[data-viewer]").click();
  await page.getByRole("menuitem", { name: BUTTON.signOut }).click();
  await expect(page).toHaveURL(/sign-in/);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("10.20.98.2");
});

test("the arrival page shows the cause no-account after the account of the token is deleted", async ({ page, house, cluster, complaints }) => {
  await makeGroup(cluster, "silent");
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/c/sandbox/groups/shop/silent/bundle");
  await page.getByRole("button", { name: BUTTON.showTheFilesAndAToken }).click();
  await expect(tokenSection(page)).toBeVisible();
  const files = await shownFiles(page);
  await page.goto("/c/sandbox/groups/shop/silent/arrive");

  // Only the machine can know that its clock is a day off: the cause stays possible.
  await house.control("POST", "/vms", { name: "late-1", address: "10.20.99.3", bundle: files, clockSkewSeconds: -86_400 });
  await expectCauses(page, { found: "" });
  expect(await house.control("GET", "/vms/shop/late-1")).toMatchObject({ state: expect.stringContaining("not yet valid") });

  await cluster.delete(`${CORE}/serviceaccounts/silent-vm`);
  await start(house, "silent-1", "10.20.99.2", files);
  await expectCauses(page, { found: "no-account" });
  expect(await house.control("GET", "/vms/shop/silent-1")).toMatchObject({ state: expect.stringContaining("Unauthenticated") });
});

test("a viewer without the right to create tokens sees it, and gets the files without a token", async ({ page, house, complaints }) => {
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("viewer")).token);
  await page.goto("/c/sandbox/groups/shop/checkout/bundle");
  await expect(page.locator('[data-section="token"] [data-missing="create serviceaccounts/token"]')).toHaveAttribute("data-namespace", "shop");
  await page.getByRole("button", { name: BUTTON.showTheFiles, exact: true }).click();
  await expect(page.locator('[data-file="cluster.env"]')).toBeVisible();
  await expect(tokenSection(page)).toHaveCount(0);
  await page.locator('[data-file="cloud-init.yaml"] summary').click();
  await expect(page.getByText(/create token \S+ --audience istio-ca/).first()).toBeVisible();
});

test("the arrival page shows another account, a gateway without an address, and a deleted group as causes", async ({ page, house, cluster, complaints }) => {
  await makeGroup(cluster, "lost");
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/c/sandbox/groups/shop/lost/bundle");
  await page.getByRole("button", { name: BUTTON.showTheFilesAndAToken }).click();
  await expect(tokenSection(page)).toBeVisible();
  const files = await shownFiles(page);
  await page.goto("/c/sandbox/groups/shop/lost/arrive");
  await expectCauses(page, { found: "" });

  await cluster.patch(`${ISTIO}/workloadgroups/lost`, { spec: { template: { serviceAccount: "default" } } });
  await start(house, "lost-1", "10.20.99.9", files);
  await expectCauses(page, { found: "other-account" });
  expect(await house.control("GET", "/vms/shop/lost-1")).toMatchObject({ state: expect.stringContaining("service account mismatch") });
  // With its old account the machine could register, so it goes first.
  await house.control("DELETE", "/vms/shop/lost-1");
  await cluster.patch(`${ISTIO}/workloadgroups/lost`, { spec: { template: { serviceAccount: "lost-vm" } } });

  const services = "/api/v1/namespaces/istio-system/services";
  const { items = [] } = await cluster.get(services);
  for (const { metadata } of items) if (metadata.labels?.istio === "eastwestgateway") await cluster.delete(`${services}/${metadata.name}`);
  await expectCauses(page, { found: "no-gateway" });

  await cluster.delete(`${ISTIO}/workloadgroups/lost`);
  await expectHeading(page, "arrival", { group: "shop/lost", step: "objects", state: "wrong" });
  await expect(page.locator('[data-section="found-causes"] [data-cause="no-group"]')).toContainText("-n shop get workloadgroup lost");
  await expect(page.locator('[data-section="possible-causes"]')).toHaveCount(0);
});

/** Expects exactly these causes that the server sees, as codes divided by spaces, and a wrong clock among the possible ones. */
async function expectCauses(page: Page, { found }: { readonly found: string }): Promise<void> {
  await expect(page.locator("[data-found-causes]")).toHaveAttribute("data-found-causes", found);
  await expect(page.locator('[data-section="found-causes"] [data-cause]')).toHaveCount(found === "" ? 0 : found.split(" ").length);
  await expect(page.locator('[data-section="possible-causes"] [data-cause="clock"]')).toBeVisible();
}
