import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectNoViolations } from "./axe-violations";
import { shownFiles } from "./bundle-files";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import type { House } from "./house";
import { signIn } from "./token-sign-in";

/** Where the server remembers: a test looks into it. */
const DATA = mkdtempSync(join(tmpdir(), "stolos-bundle-"));
/** Where it writes what its memory holds. */
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

const CORE = "/api/v1/namespaces/shop";
const ISTIO = "/apis/networking.istio.io/v1/namespaces/shop";

/** A group without machines, its account, and a Service that will take them. */
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

/** What the dashboard's memory holds once its garbage is collected. */
async function heapOf(house: House): Promise<Buffer> {
  house.dashboard.signal("SIGUSR2");
  const written = () => readdirSync(HEAPS).filter((name) => name.endsWith(".heapsnapshot"));
  await expect.poll(written, { timeout: 60_000 }).toHaveLength(1);
  // It is whole once it ends as JSON does.
  const read = () => readFileSync(join(HEAPS, written()[0] ?? ""));
  await expect.poll(() => read().subarray(-4).toString().trim().endsWith("}"), { timeout: 60_000 }).toBe(true);
  return read();
}

test("from a group without machines to one that takes traffic: the files of the page, a machine that starts from them, and its arrival", async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  test.setTimeout(90_000);
  await makeGroup(cluster, "fresh");
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/c/sandbox/groups/shop/fresh");
  await page.getByRole("link", { name: "Add a machine" }).click();

  // Someone of one namespace reads nothing of istio-system: public facts come by the server's own account, and say so.
  await expect(page.getByLabel("Cluster ID")).toHaveValue("Kubernetes");
  await expect(page.getByText("ConfigMap istio-system/istio-sidecar-injector, read with the server's own account")).toBeVisible();
  await page.getByLabel("Internal IP").fill("10.20.99.7");
  // What was typed outlives the page.
  await page.reload();
  await expect(page.getByLabel("Internal IP")).toHaveValue("10.20.99.7");
  await page.getByRole("button", { name: "Show the files and a token" }).click();
  const token = page.getByRole("region", { name: "istio-token" });
  await expect(token).toContainText(/ends in (1:00:00|59:\d\d)/);
  const files = await shownFiles(page);
  expect(files["cluster.env"]).toContain("ISTIO_SVC_IP='10.20.99.7'");
  await expectNoViolations(page, "the page");

  await page.goto("/c/sandbox/groups/shop/fresh/arrive");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("No new machine is here yet. Its token is good for another");
  await expect(page.getByText("This server sees nothing that keeps it away.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Possible: only the machine can tell" })).toContainText("Its clock is off");

  const answer = await start(house, "fresh-1", "10.20.99.1", files);
  expect(answer).toMatchObject({ read: { address: "10.20.99.7", labels: { app: "fresh" }, group: "fresh", probe: true, claimedAccount: "fresh-vm" } });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("waits for its first health report. A good one comes at once, a bad one within 1 s.");
  await house.control("POST", "/vms/shop/fresh-1/health", { problem: "" });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("The newest machine takes traffic for fresh.shop.svc.cluster.local, port 80 → 8080.");
  await expect(page.getByText(/^address 10\.20\.99\.7; .*locality/)).toBeVisible();
  await expect(page.getByText("in the endpoints of fresh.shop.svc.cluster.local, port 80 → 8080")).toBeVisible();
  await expectNoViolations(page, "the page");

  // The token was in one answer: neither a page or an address, nor a log, nor what the server remembers or holds in memory has it.
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

test("a list that is pasted gives each machine files and forms of its own, which are saved one by one; what was typed goes with the sign-out", async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  await makeGroup(cluster, "listed");
  const { token } = new Cluster(house.kubeconfigOf("team-shop"));
  await signIn(page, complaints, token);
  await page.goto("/c/sandbox/groups/shop/listed/bundle");
  await page.getByLabel("Or paste a list, one machine a line").fill("listed-a 10.20.98.1 eu-central-1/eu-central-1a\nlisted-b\t10.20.98.2\tversion=v2");
  await page.getByRole("button", { name: "Take the list over" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Five files for each of 2 machines");
  await page.getByRole("button", { name: "Show the files and a token" }).click();

  const second = page.getByRole("region", { name: "listed-b" });
  await second.getByText("cloud-init.yaml").click();
  await expect(second).toContainText("ISTIO_SVC_IP='10.20.98.2'");
  await page.getByText("ansible_inventory.yaml", { exact: true }).click();
  const inventory = page.getByRole("group").filter({ has: page.locator("summary").getByText("ansible_inventory.yaml", { exact: true }) });
  expect((await inventory.locator("pre").textContent())?.match(/ISTIO_SVC_IP='[\d.]+'/g)).toEqual(["ISTIO_SVC_IP='10.20.98.1'", "ISTIO_SVC_IP='10.20.98.2'"]);
  await expectNoViolations(page, "the page");

  await second.getByText("cluster.env", { exact: true }).click();
  const [saved] = await Promise.all([page.waitForEvent("download"), second.getByRole("button", { name: "Download listed-b-cluster.env" }).click()]);
  expect(saved.suggestedFilename()).toBe("listed-b-cluster.env");
  expect(readFileSync(await saved.path(), "utf8")).toContain("ISTIO_SVC_IP='10.20.98.2'\n");
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain("10.20.98.2");

  await page.getByRole("button", { name: /^Signed in as / }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/sign-in/);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("10.20.98.2");
});

test("silence has its cause where the server can see it: the account that the token is of was deleted", async ({ page, house, cluster, complaints }) => {
  await makeGroup(cluster, "silent");
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/c/sandbox/groups/shop/silent/bundle");
  await page.getByRole("button", { name: "Show the files and a token" }).click();
  const files = await (async () => {
    await expect(page.getByRole("region", { name: "istio-token" })).toBeVisible();
    return shownFiles(page);
  })();
  await page.goto("/c/sandbox/groups/shop/silent/arrive");

  // A clock that is a day off only the machine can know: it is possible, and never claimed.
  await house.control("POST", "/vms", { name: "late-1", address: "10.20.99.3", bundle: files, clockSkewSeconds: -86_400 });
  await expect(page.getByText("This server sees nothing that keeps it away.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Possible: only the machine can tell" })).toContainText("Its clock is off");
  expect(await house.control("GET", "/vms/shop/late-1")).toMatchObject({ state: expect.stringContaining("not yet valid") });

  await cluster.delete(`${CORE}/serviceaccounts/silent-vm`);
  await start(house, "silent-1", "10.20.99.2", files);
  await expect(page.getByRole("region", { name: "Seen by this server" })).toContainText("The service account is gone");
  expect(await house.control("GET", "/vms/shop/silent-1")).toMatchObject({ state: expect.stringContaining("Unauthenticated") });
});

test("who may not make tokens reads which verb is missing, and gets the files without one", async ({ page, house, complaints }) => {
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("viewer")).token);
  await page.goto("/c/sandbox/groups/shop/checkout/bundle");
  await expect(page.getByText("The verb create on serviceaccounts/token in namespace shop is missing.")).toBeVisible();
  await page.getByRole("button", { name: "Show the files" }).click();
  await expect(page.getByText("cluster.env", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "istio-token" })).toHaveCount(0);
  await page.getByText("cloud-init.yaml", { exact: true }).first().click();
  await expect(page.getByText(/create token \S+ --audience istio-ca/).first()).toBeVisible();
});

test("silence has its cause where the server can see it: another account is wanted, no gateway has an address, the group is gone", async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  await makeGroup(cluster, "lost");
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/c/sandbox/groups/shop/lost/bundle");
  await page.getByRole("button", { name: "Show the files and a token" }).click();
  await expect(page.getByRole("region", { name: "istio-token" })).toBeVisible();
  const files = await shownFiles(page);
  await page.goto("/c/sandbox/groups/shop/lost/arrive");
  await expect(page.getByText("This server sees nothing that keeps it away.")).toBeVisible();
  const seen = page.getByRole("region", { name: "Seen by this server" });

  await cluster.patch(`${ISTIO}/workloadgroups/lost`, { spec: { template: { serviceAccount: "default" } } });
  await start(house, "lost-1", "10.20.99.9", files);
  await expect(seen).toContainText("The group wants another account");
  expect(await house.control("GET", "/vms/shop/lost-1")).toMatchObject({ state: expect.stringContaining("service account mismatch") });
  // With its account back it would be let in: this is about one that is not.
  await house.control("DELETE", "/vms/shop/lost-1");
  await cluster.patch(`${ISTIO}/workloadgroups/lost`, { spec: { template: { serviceAccount: "lost-vm" } } });

  const services = "/api/v1/namespaces/istio-system/services";
  const { items = [] } = await cluster.get(services);
  for (const { metadata } of items) if (metadata.labels?.istio === "eastwestgateway") await cluster.delete(`${services}/${metadata.name}`);
  await expect(seen).toContainText("The gateway has no address");
  await expect(seen).not.toContainText("The group wants another account");

  await expect(page.getByRole("region", { name: "Possible: only the machine can tell" })).toContainText("Its clock is off");
  await cluster.delete(`${ISTIO}/workloadgroups/lost`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no group shop/lost. No machine can register with it.");
  await expect(seen).toContainText("There is no such group");
  await expect(seen).toContainText("-n shop get workloadgroup lost");
});
