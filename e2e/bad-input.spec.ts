import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { parse, stringify } from "yaml";
import { expectHeadline, rowOf } from "@/e2e/cluster/fleet-pages";
import { expect, test } from "./fixtures";
import { entryPage, entryPath, groupPage, writeEntry } from "./fleet";
import { someOf } from "./proof-extent";
import { startSecond, temporaryFile } from "./second-dashboard";

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

/** A certificate authority that never signed anything here. */
const FOREIGN_AUTHORITY = `-----BEGIN CERTIFICATE-----
MIIBfDCCASOgAwIBAgIUZ5t4o3m0yAd0Vf0mWw2vD0w9HqcwCgYIKoZIzj0EAwIw
-----END CERTIFICATE-----`;

const KUBECONFIGS: readonly [what: string, text: (ordinary: string) => string, says: RegExp][] = [
  ["is not YAML", () => "{]", /The kubeconfig is not YAML/],
  ["is another YAML file", () => "hello: world\n", /The file is not a kubeconfig/],
  ["names a server that refuses", edited(cluster({ server: "https://127.0.0.1:1" })), /(refuse|ECONNREFUSED|unreachable|cannot be reached)/i],
  ["trusts nobody who signed this server", edited(cluster({ "certificate-authority-data": undefined })), /certificate/i],
  ["has a broken authority", edited(cluster({ "certificate-authority-data": Buffer.from(FOREIGN_AUTHORITY).toString("base64") })), /certificate/i],
  ["has a token that expired", edited((config) => Object.assign(config.users[0]?.user ?? {}, { token: "gone" })), /Unauthorized|not allowed|token/i],
];

for (const [what, text, says] of someOf(KUBECONFIGS, 1)) {
  test(`a kubeconfig that ${what} is named on every page`, async ({ page, house }) => {
    const file = temporaryFile(text(readFileSync(house.kubeconfigOf("dashboard"), "utf8")));
    const second = await startSecond({ KUBECONFIG: file.path });
    for (const path of ["/", "/entries"]) {
      await page.goto(`${second.address}${path}`);
      await expect(page.getByRole("main"), path).toContainText(says);
      await expect(page.getByText(/\b0 of 0\b|No machine yet/), "blind is not empty").toHaveCount(0);
    }
    expect(second.log()).not.toMatch(/unhandledRejection|uncaughtException/);
    await page.goto("about:blank");
    await second.end();
    file.remove();
  });
}

test("a kubeconfig that is not there, or a context that it does not have, is named with what to set", async ({ page, house }) => {
  for (const [settings, says] of [
    [{ KUBECONFIG: "/nowhere/kubeconfig" }, ["The kubeconfig does not exist", "/nowhere/kubeconfig", "Set KUBECONFIG to a file that exists"]],
    [{ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_CONTEXTS: "sandbox,mars" }, ['The kubeconfig has no context "mars"', "Use one of: sandbox"]],
  ] as const) {
    const second = await startSecond(settings);
    await page.goto(second.address);
    for (const words of says) await expect(page.getByRole("main")).toContainText(words);
    // One context that is wrong does not blank the other.
    if ("STOLOS_CONTEXTS" in settings) await expectHeadline(page, /expected machines serve/);
    await page.goto("about:blank");
    await second.end();
  }
});

test("a user without any right is told so everywhere, and nothing is counted as zero", async ({ page, house }) => {
  const second = await startSecond({ KUBECONFIG: house.kubeconfigOf("nobody") });
  for (const path of ["/", "/groups", "/entries", groupPage("shop", "checkout"), entryPage("legacy", "oracle-primary")]) {
    await page.goto(`${second.address}${path}`);
    await expect(page.getByText("Not allowed").first(), path).toBeVisible();
    await expect(page.getByRole("button", { name: /^Freshness: Not allowed/ })).toBeVisible();
    expect(await page.getByRole("main").textContent(), path).not.toMatch(/No machine yet|\b0 entries|checkout-10/);
  }
  await page.goto("about:blank");
  await second.end();
});

test("a user with rights in one namespace has the whole product there, and nothing of others", async ({ page, house, complaints }) => {
  const second = await startSecond({ KUBECONFIG: house.kubeconfigOf("team-shop") });
  await page.goto(second.address);
  await expectHeadline(page, /^(212|\d+) of 212 expected machines serve\./);
  for (const path of ["/groups", "/entries", groupPage("shop", "checkout")]) {
    await page.goto(`${second.address}${path}`);
    await expect(page.locator("main [data-row-link]").first()).toBeVisible();
    expect(await page.content(), path).not.toMatch(/payments|card-gateway|kafka-broker|logistics/);
  }
  await page.goto(`${second.address}${groupPage("shop", "checkout")}`);
  // Replicas are in a namespace that is not theirs: healthy, but by a word that nobody here can check.
  await expect(page.getByText("Healthy, replica not visible").first()).toBeVisible();
  await page.getByRole("region", { name: "YAML" }).getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("region", { name: "YAML" })).toContainText("kind: WorkloadGroup");
  // What is out of sight is answered like what is nowhere.
  complaints.claim(/404/);
  expect((await page.goto(`${second.address}${groupPage("payments", "card-gateway")}`))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/No such group can be seen|not known/);
  await page.goto("about:blank");
  await second.end();
});

test("nonsense in an address is a page that says so, and never an error", async ({ page, request, complaints }) => {
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
    expect(await page.getByRole("main").textContent()).not.toMatch(/went wrong|Application error|undefined|NaN/);
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

test("objects that mean harm are text, harm nothing and leave their neighbours alone", async ({ page, cluster }) => {
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
    await expect(page.getByRole("region", { name: "Belongs to" }), name).toBeVisible();
    await page.getByRole("region", { name: "YAML" }).getByRole("button", { name: "Show" }).click();
    await expect(page.getByRole("region", { name: "YAML" })).toContainText(`name: ${name}`);
    expect(await page.locator("main").locator("img, script, a[href^='javascript']").count(), `${name} is text`).toBe(0);
    expect(await page.title()).not.toContain("owned");
  }
  await page.goto("/");
  await expectHeadline(page, /expected machines serve\./);
  for (const name of written) await cluster.delete(entryPath("telemetry", name));
});

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
  expect(await refusalOf({ STOLOS_PORT: "many" })).toMatch(/STOLOS_PORT is "many"\. It must be a number/);
});

/** What `npm start` says when it ends by itself. */
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
