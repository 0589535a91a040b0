import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import type { Locator, Page } from "@playwright/test";
import { parse, stringify } from "yaml";
import { rowOf } from "@/e2e/cluster/fleet-pages";
import { banner, freshness } from "./alive";
import { expect, test } from "./fixtures";
import { entryPage, entryPath, groupPage, writeEntry } from "./fleet";
import { someOf } from "./proof-extent";
import { startSecond, temporaryFile } from "./second-dashboard";
import { expectHeading } from "./statements";
import { unfold } from "./unfold";
import { groupNameOf } from "./values/machines";
import type { RawObject } from "./values/raw-objects";

interface Kubeconfig {
  clusters: { name: string; cluster: Record<string, unknown> }[];
  users: { name: string; user: Record<string, unknown> }[];
}
type Change = (config: Kubeconfig) => void;

const cluster = (change: Record<string, unknown>): Change => {
  return (config) => {
    for (const each of config.clusters) Object.assign(each.cluster, change);
  };
};

/** A certificate authority that signed no certificate of this cluster. */
const FOREIGN_AUTHORITY = `-----BEGIN CERTIFICATE-----
MIIBfDCCASOgAwIBAgIUZ5t4o3m0yAd0Vf0mWw2vD0w9HqcwCgYIKoZIzj0EAwIw
-----END CERTIFICATE-----`;

/** A fault of a kubeconfig, its text, and the code of the problem or of the failed connection on every page. */
const KUBECONFIGS: readonly [fault: string, text: (ordinary: string) => string, code: string][] = [
  ["is not YAML", () => "{]", "not-yaml"],
  ["is another YAML file", () => "hello: world\n", "no-kubeconfig"],
  ["names a server that refuses connections", edited(cluster({ server: "https://127.0.0.1:1" })), "unreachable"],
  ["has no certificate authority for its server", edited(cluster({ "certificate-authority-data": undefined })), "tls"],
  ["has a broken authority", edited(cluster({ "certificate-authority-data": Buffer.from(FOREIGN_AUTHORITY).toString("base64") })), "tls"],
  ["has a token that expired", edited((config) => Object.assign(config.users[0]?.user ?? {}, { token: "gone" })), "unauthorized"],
];

/** Counts of zero and empty lists: a page must not show them for data that it could not read. */
const zeros = (page: Page): Locator => page.locator('main [data-statement][data-total="0"], main [data-statement="fleet-empty"], main [data-notice="empty"]');

for (const [fault, text, code] of someOf(KUBECONFIGS, 1)) {
  test(`each page names the fault of a kubeconfig that ${fault}`, async ({ page, house }) => {
    const file = temporaryFile(text(readFileSync(house.kubeconfigOf("dashboard"), "utf8")));
    const second = await startSecond({ KUBECONFIG: file.path });
    for (const path of ["/", "/entries"]) {
      await page.goto(`${second.address}${path}`);
      await expect(page.locator(`[data-problem="${code}"], [data-failure="${code}"]`).first(), path).toBeVisible();
      await expect(zeros(page), "blind is not empty").toHaveCount(0);
    }
    expect(second.log()).not.toMatch(/unhandledRejection|uncaughtException/);
    await page.goto("about:blank");
    await second.end();
    file.remove();
  });
}

test("a missing kubeconfig is named with the setting to change, and an unknown context with the known ones", async ({ page, house }) => {
  const missing = await startSecond({ KUBECONFIG: "/nowhere/kubeconfig" });
  await page.goto(missing.address);
  await expect(page.locator('[data-problem="no-file"]')).toHaveAttribute("data-names", "/nowhere/kubeconfig");
  await expect(page.locator('[data-problem="no-file"]')).toHaveAttribute("data-setting", "KUBECONFIG");
  await page.goto("about:blank");
  await missing.end();

  const partial = await startSecond({ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_CONTEXTS: "sandbox,mars" });
  await page.goto(partial.address);
  await expect(page.locator('[data-problem="no-context"]')).toHaveAttribute("data-cluster", "mars");
  await expect(page.locator('[data-problem="no-context"]')).toHaveAttribute("data-names", "sandbox");
  // One wrong context does not blank the other.
  await expectHeading(page, "fleet-serving", { basis: "expected" });
  await page.goto("about:blank");
  await partial.end();
});

test("each page shows a user without rights that nothing is visible, and counts nothing as zero", { tag: "@no-rights" }, async ({ page, house }) => {
  const second = await startSecond({ KUBECONFIG: house.kubeconfigOf("nobody") });
  for (const path of ["/", "/groups", "/entries", groupPage("shop", "checkout"), entryPage("legacy", "oracle-primary")]) {
    await page.goto(`${second.address}${path}`);
    await expect(banner(page, "denied").first(), path).toBeVisible();
    await expect(freshness(page, "denied")).toBeVisible();
    await expect(zeros(page), path).toHaveCount(0);
    await expect(page.getByRole("main"), path).not.toContainText("checkout-10");
  }
  await page.goto("about:blank");
  await second.end();
});

test("a user with rights in one namespace sees all of it, and nothing of others", { tag: "@one-namespace" }, async ({
  page,
  house,
  cluster: admin,
  complaints,
}) => {
  const second = await startSecond({ KUBECONFIG: house.kubeconfigOf("team-shop") });
  await page.goto(second.address);
  const { items: groups = [] } = await admin.get("/apis/networking.istio.io/v1/namespaces/shop/workloadgroups");
  const { items: entries = [] } = await admin.get("/apis/networking.istio.io/v1/namespaces/shop/workloadentries");
  const groupNames = (entries as unknown as RawObject[]).map(groupNameOf);
  const sizes = groups.map(({ metadata: { name, annotations } }) => {
    const registered = groupNames.filter((group) => group === name).length;
    return Math.max(registered, Number(annotations?.["stolos.dev/expected-size"] ?? 0));
  });
  const inNoGroup = groupNames.filter((group) => groups.every(({ metadata }) => metadata.name !== group)).length;
  await expectHeading(page, "fleet-serving", { basis: "expected", total: sizes.reduce((sum, size) => sum + size, inNoGroup) });
  for (const path of ["/groups", "/entries", groupPage("shop", "checkout")]) {
    await page.goto(`${second.address}${path}`);
    await expect(page.locator("main [data-row-link]").first()).toBeVisible();
    expect(await page.content(), path).not.toMatch(/payments|card-gateway|kafka-broker|logistics/);
  }
  await page.goto(`${second.address}${groupPage("shop", "checkout")}`);
  // The replicas are not visible to this viewer: healthy machines are not green.
  await expect(page.locator('[data-state-word="healthy"][data-verified="false"]').first()).toBeVisible();
  await showYaml(page, "kind: WorkloadGroup");
  // An object that is not visible has the same answer as one that does not exist.
  complaints.claim(/404/);
  expect((await page.goto(`${second.address}${groupPage("payments", "card-gateway")}`))?.status()).toBe(404);
  await expectHeading(page, "group-gone", { namespace: "payments", group: "card-gateway" });
  await page.goto("about:blank");
  await second.end();
});

test("nonsense in an address gets a page with a heading, and never an error", async ({ page, request, complaints }) => {
  complaints.claim(/404|400|414|431/);
  const long = "x".repeat(8_000);
  const addresses = [
    "/entries?sort=nonsense&q=%00%ff:::&ns=%2e%2e%2f&cluster=mars",
    "/groups?sort=-__proto__&q=__proto__=1%20constructor:x%20!",
    `/entries?q=${long}`,
    `/entries?q="%20"%22%22=%20!!!&columns=nothing`,
    "/c/mars/groups/shop/checkout",
    "/c/sandbox/entries/shop/nope?uid=' OR 1=1",
    "/c/sandbox/entries/..%2f..%2fetc/passwd",
    "/c/%2e%2e/groups/%3Cscript%3E/x",
    `/c/sandbox/groups/shop/${long.slice(0, 2000)}`,
    "/no/such/page",
  ];
  for (const path of someOf(addresses, 5)) {
    const answer = await page.goto(path);
    expect(answer?.status(), path.slice(0, 80)).toBeLessThan(500);
    await expect(page.getByRole("heading", { level: 1 }), path.slice(0, 80)).toBeVisible();
    await expect(page.locator('[data-statement="page-failed"]'), path.slice(0, 80)).toHaveCount(0);
    expect(await page.getByRole("main").textContent()).not.toMatch(/undefined|NaN/);
  }
  for (const path of [
    "/api/c/sandbox/objects/secrets/shop/x",
    "/api/c/sandbox/objects/workloadgroups/..%2f..%2f/x",
    "/api/c/mars/events/workloadgroups/shop/x",
  ]) {
    expect((await request.get(path)).status(), path).toBeGreaterThanOrEqual(400);
    expect((await request.get(path)).status(), path).toBeLessThan(500);
  }
});

const HOSTILE = "<img src=x onerror=\"document.title='owned'\"> \u202Egnp.exe \u0007 javascript:alert(1) {{7*7}} <%= 7*7 %>";

test("objects with hostile values are shown as text and do not break other rows", async ({ page, cluster }) => {
  const gate = { "proxy.istio.io/health-checks-enabled": "true" };
  const conditions = (...all: readonly object[]) => ({ conditions: all });
  const objects: readonly [string, Parameters<typeof writeEntry>[3]][] = [
    ["harm-message", { metadata: { annotations: gate }, status: conditions({ type: "Healthy", status: "False", message: HOSTILE }) }],
    ["harm-network", { spec: { network: "__proto__" } }],
    ["harm-labels", { spec: { labels: { constructor: "y", toString: "z" } }, metadata: { labels: { hasOwnProperty: "q" } } }],
    ["harm-times", { metadata: { annotations: { ...gate, "istio.io/connectedAt": "never", "istio.io/workloadController": "'; rm -rf /" } } }],
    ["harm-conditions", { metadata: { annotations: gate }, status: conditions({}, { type: "Healthy", status: "Perhaps" }, { type: "Healthy" }) }],
    ["harm-group", { metadata: { annotations: { "istio.io/autoRegistrationGroup": "<script>alert(1)</script>" } } }],
  ];
  const written: string[] = [];
  for (const [name, parts] of objects) {
    await writeEntry(cluster, "telemetry", name, parts);
    written.push(name);
  }
  await page.goto("/entries?ns=telemetry&q=harm-");
  for (const name of written) await expect(rowOf(page, name)).toBeVisible();
  await page.goto("/entries?ns=telemetry&q=group:telemetry/alert-relay");
  await expect(page.locator("main [data-row-link]")).toHaveCount(6);
  for (const name of written) {
    await page.goto(entryPage("telemetry", name));
    await expect(page.locator('[data-section="machine"] [data-fact="group"]'), name).toBeVisible();
    await showYaml(page, `name: ${name}`);
    expect(await page.locator("main").locator("img, script, a[href^='javascript']").count(), `${name} is text`).toBe(0);
    expect(await page.title()).not.toContain("owned");
  }
  await page.goto("/");
  await expectHeading(page, "fleet-serving", { basis: "expected" });
  for (const name of written) await cluster.delete(entryPath("telemetry", name));
});

/** Opens the YAML of the object, and waits for this part of it. */
async function showYaml(page: Page, part: string): Promise<void> {
  const section = await unfold(page, "yaml");
  await expect(section).toContainText(part);
}

test("npm start names a port that is taken, and refuses to be reached by others", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const address = taken.address();
  const port = address !== null && typeof address !== "string" ? address.port : 0;
  expect(await refusalOf({ STOLOS_PORT: String(port) })).toMatch(
    new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is taken.*STOLOS_PORT=${port + 1} npm start`, "s"),
  );
  taken.close();
  expect(await refusalOf({ STOLOS_HOST: "0.0.0.0" })).toMatch(/STOLOS_HOST is "0\.0\.0\.0", which others can reach.*kubectl port-forward/s);
  expect(await refusalOf({ STOLOS_PORT: "many" })).toMatch(/STOLOS_PORT: "many" is no whole number from 1 to 65535/);
});

/** The standard error of an `npm start` that ends by itself. */
function refusalOf(settings: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["lib/tooling/start.mjs"], { env: { ...process.env, ...settings }, stdio: ["ignore", "ignore", "pipe"] });
    let told = "";
    child.stderr.on("data", (bytes: Buffer) => {
      told += bytes.toString();
    });
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? reject(new Error("It did not refuse.")) : resolve(told)));
  });
}

function edited(change: Change): (ordinary: string) => string {
  return (ordinary) => {
    const config: Kubeconfig = parse(ordinary);
    change(config);
    return stringify(config);
  };
}
