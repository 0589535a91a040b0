import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { parse } from "yaml";
import { iconColour, rowOf } from "@/e2e/cluster/fleet-pages";
import { startTcpProxy } from "@/lib/testing/tcp-proxy";
import { expectAlive } from "./alive";
import { startApiProxy } from "./api-proxy";
import { expect, test } from "./fixtures";
import { freshEntry } from "./fleet";
import { banners } from "./freshness";
import { mergedKubeconfigs, startSandbox } from "./house";
import { startSecond } from "./second-dashboard";

test("when one of two clusters is lost, its rows are not green, and the other cluster's rows stay live", { tag: "@cluster-lost" }, async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  // On a busy machine the second dashboard serves pages before its history is open.
  complaints.claim(/503 \(Service Unavailable\).*(\/api\/history\/|vanished)/);
  const folder = mkdtempSync(join(tmpdir(), "stolos-two-"));
  const lost = await startSandbox(folder, ["--scenario", "steady", "--entries", "60", "--speed", "4"]);
  const both = join(folder, "both");
  writeFileSync(
    both,
    mergedKubeconfigs({ here: readFileSync(house.kubeconfigOf("dashboard"), "utf8"), there: readFileSync(join(folder, "kubeconfig"), "utf8") }),
  );
  const second = await startSecond({ KUBECONFIG: both, STOLOS_CONTEXTS: "*" });

  // A healthy entry of each cluster: the first row of a list is its worst.
  await page.goto(`${second.address}/entries?cluster=there&q=state:healthy`);
  await expect(page.locator("main [data-row-link]").first()).toBeVisible();
  const there = (await page.locator("main [data-row-link]").first().textContent()) ?? "";
  await page.goto(`${second.address}/entries?q=${there}`);
  await expectAlive(page);
  await expect(stateIn(rowOf(page, there), "healthy")).toBeVisible();
  // On a busy machine a cluster may be catching up for a moment: its rows are violet then.
  await expectGreen(page, there);

  const other = await page.context().newPage();
  const here = await freshEntry(cluster, "legacy", "sap-bridge");
  await other.goto(`${second.address}/entries?cluster=here&q=group:legacy/sap-bridge`);
  await expectAlive(other);
  await expect(stateIn(rowOf(other, here), "healthy")).toBeVisible();
  await expectGreen(other, here);
  await expect(rowOf(other, here).getByRole("link", { name: here, exact: true })).toHaveAttribute("href", /^\/c\/here\//);

  await lost.program.end();
  await expect(notLive(page, "there").first()).toBeVisible({ timeout: 20_000 });
  await expectGreen(page, there, false);
  await expectGreen(other, here);
  await expect(banners(other, { cluster: "here" })).toHaveCount(0);
  await expect(banners(other, { cluster: "there" }).first()).toBeVisible();

  // The other cluster stays live: its changes arrive.
  await house.control("POST", `/vms/legacy/${here}/health`, { problem: "probe failed" });
  await expect(other.getByRole("row").filter({ hasText: here })).toContainText("probe failed");
  await house.control("POST", `/vms/legacy/${here}/health`, { problem: "" });
  await expect(stateIn(rowOf(other, here), "healthy")).toBeVisible();
  // An open page repeats its requests, and a dashboard that ends refuses them.
  for (const each of [page, other]) await each.goto("about:blank");
  await second.end();
  rmSync(folder, { recursive: true, force: true });
});

test("when one of two clusters returns garbage, errors or a login page, a banner names it and the other stays live", { tag: "@cluster-garbage" }, async ({
  page,
  house,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "stolos-two-"));
  const bad = await startSandbox(folder, ["--scenario", "steady", "--entries", "60", "--speed", "4"]);
  const [good, config] = [readFileSync(house.kubeconfigOf("dashboard"), "utf8"), readFileSync(join(folder, "kubeconfig"), "utf8")];
  const proxy = await startApiProxy(serverOf(config));
  const door = await startTcpProxy(Number(new URL(proxy.address).port));
  const both = join(folder, "both");
  writeFileSync(both, mergedKubeconfigs({ here: good, there: config.replaceAll(serverOf(config), `http://127.0.0.1:${door.port}`) }));
  const second = await startSecond({ KUBECONFIG: both, STOLOS_CONTEXTS: "*" });
  await page.goto(`${second.address}/entries?cluster=here&q=group:legacy/sap-bridge`);
  await expect(page.locator("main [data-row-link]")).toHaveCount(6);
  const here = (await page.locator("main [data-row-link]").first().textContent()) ?? "";
  const row = page.getByRole("row").filter({ hasText: here });
  await expect(banners(page, { cluster: "there" })).toHaveCount(0);

  // The last part is a value of the answer that the banner repeats.
  const ways: readonly (readonly [string, () => void, string])[] = [
    ["garbage", () => proxy.answerAll((answer) => answer.setHeader("content-type", "application/json").end('{"kind":"Li\u0000')), ""],
    ["errors", () => proxy.answerAll((answer) => answer.writeHead(500, { "content-type": "application/json" }).end("{}")), "500"],
    ["a login page", () => proxy.answerAll((answer) => answer.setHeader("content-type", "text/html").end("<html>Sign in</html>")), "text/html"],
    [
      "hardly anything",
      () => {
        proxy.answerAll(null);
        door.slow(1);
        door.drop();
      },
      "",
    ],
  ];
  for (const [what, inflict, reason] of ways) {
    inflict();
    await expect(notLive(page, "there").first(), what).toBeVisible({ timeout: 40_000 });
    await expect(notLive(page, "there").first(), what).toContainText(reason, { timeout: 40_000 });
    await expect(banners(page, { cluster: "here" }), what).toHaveCount(0);
    await house.control("POST", `/vms/legacy/${here}/health`, { problem: `probe failed beside ${what}` });
    await expect(row).toContainText(`probe failed beside ${what}`);
    await expect(page.locator("main [data-row-link]"), what).toHaveCount(6);
  }
  await house.control("POST", `/vms/legacy/${here}/health`, { problem: "" });
  door.restore();
  door.drop();
  await expect(banners(page, { cluster: "there" }), "both are live again").toHaveCount(0, { timeout: 40_000 });
  await page.goto("about:blank");
  await second.end();
  await Promise.all([proxy.close(), door.close()]);
  await bad.program.end();
  rmSync(folder, { recursive: true, force: true });
});

test("a cluster that is added later is on open pages, and a removed one leaves them and is named by its links", { tag: "@cluster-removed" }, async ({
  page,
  house,
  complaints,
}) => {
  // An open page may request something of the cluster at the moment at which it is removed.
  complaints.claim(/404 \(Not Found\).*\/api\/c\/there\//);
  const folder = mkdtempSync(join(tmpdir(), "stolos-come-and-go-"));
  const secrets = join(folder, "secrets");
  mkdirSync(secrets);
  const added = await startSandbox(folder, ["--scenario", "steady", "--entries", "60", "--speed", "4"]);
  copyFileSync(house.kubeconfigOf("dashboard"), join(secrets, "here.yaml"));
  const second = await startSecond({ KUBECONFIG: "", STOLOS_KUBECONFIGS: secrets, STOLOS_DATA: join(folder, "data") });
  const rows = page.locator("main [data-row-link]");

  await page.goto(`${second.address}/entries?cluster=there`);
  await expect(page.locator('[data-notice="not-found"]')).toContainText("there");
  copyFileSync(join(folder, "kubeconfig"), join(secrets, "there.yaml"));
  await expect(rows.first(), "without a reload").toBeVisible({ timeout: 10_000 });

  const machine = await page.context().newPage();
  await machine.goto(`${second.address}${await rows.first().getAttribute("href")}`);
  await expectAlive(machine);
  // The history has its machines, and a proof of the watch after they were read.
  const recorded = async () => (await page.request.get(`${second.address}/api/view?kind=entries&query=cluster%3Dthere&limit=1&at=${past()}`)).text();
  await expect.poll(recorded, { timeout: 20_000 }).toContain('"cluster":"there"');
  rmSync(join(secrets, "there.yaml"));
  await expect(page.locator('[data-notice="not-found"]')).toContainText("there", { timeout: 10_000 });
  await expect(machine.locator('[data-subject="removed-cluster"]'), "the open page of a machine").toBeVisible({ timeout: 10_000 });
  await expect(machine.locator('[data-state-word="lost"]')).toHaveCount(0);
  await machine.reload();
  await machine.locator('[data-past-of="object"]').click();
  await expect(machine.locator('[data-state-word="healthy"]').first(), "its past").toBeVisible();

  for (const each of [page, machine]) await each.goto("about:blank");
  await second.end();
  await added.program.end();
  rmSync(folder, { recursive: true, force: true });
});

/** The moment of an earlier page, some seconds ago: later ones may not be proved yet. */
function past(): string {
  return new Date(Date.now() - 6_000).toISOString();
}

/** The banner of a cluster that is stale or catching up. */
function notLive(page: Page, cluster: string): Locator {
  return banners(page, { kind: "stale", cluster }).or(banners(page, { kind: "catching-up", cluster }));
}

function stateIn(row: Locator, state: string): Locator {
  return row.locator(`[data-state-word="${state}"]`);
}

function expectGreen(page: Page, name: string, is = true): Promise<void> {
  const isGreen = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = colour.match(/\d+/g)?.map(Number) ?? [];
    return green > red + 15 && green > blue + 8;
  };
  return expect.poll(async () => isGreen(await iconColour(page, name)), { message: `${name} is ${is ? "" : "not "}green` }).toBe(is);
}

function serverOf(text: string): string {
  const { clusters }: { readonly clusters: readonly { readonly cluster: { readonly server: string } }[] } = parse(text);
  return clusters[0]?.cluster.server ?? "";
}
