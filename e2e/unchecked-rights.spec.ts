import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { Cluster } from "@/e2e/cluster";
import { loadedAt } from "@/e2e/cluster/fleet-pages";
import { expectAlive } from "./alive";
import { type ApiProxy, startApiProxy } from "./api-proxy";
import { expect, test } from "./fixtures";
import { entryPage, freshEntry, groupPage, reportHealth } from "./fleet";
import { greenElements } from "./green-elements";
import { type SecondDashboard, startSecond, temporaryFile } from "./second-dashboard";

/* What somebody who signed in with a token sees while nobody can say what this person may see: at four times the pace of life. */

let proxy: ApiProxy;
let second: SecondDashboard;
let removeFile: () => void;
let token: string;

test.beforeAll(async ({ house }) => {
  const config = readFileSync(house.kubeconfigOf("dashboard"), "utf8");
  const server = /server: (\S+)/.exec(config)?.[1] ?? "";
  proxy = await startApiProxy(server);
  const file = temporaryFile(config.replaceAll(server, proxy.address));
  removeFile = file.remove;
  token = new Cluster(house.kubeconfigOf("viewer")).token;
  second = await startSecond({ KUBECONFIG: file.path, STOLOS_SIGN_IN: "token" });
});
test.afterAll(async () => {
  await second.end();
  await proxy.close();
  removeFile();
});
test.afterEach(async ({ page, house }) => {
  proxy.answerAll(null);
  await page.goto("about:blank");
  await house.control("POST", "/scenario/steady");
});

async function signIn(page: Page): Promise<void> {
  await page.goto(`${second.address}/sign-in`);
  await page.getByLabel("Token of the cluster").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs in, and opens these pages of one browser. */
async function openAll(first: Page, paths: readonly string[]): Promise<readonly Page[]> {
  await signIn(first);
  await expect(first).not.toHaveURL(/sign-in/);
  const pages: Page[] = [];
  for (const path of paths) {
    const page = pages.length === 0 ? first : await first.context().newPage();
    await page.goto(`${second.address}${path}`);
    await expectAlive(page);
    await expect(freshnessOf(page)).toHaveText(/^live/);
    pages.push(page);
  }
  return pages;
}

const freshnessOf = (page: Page) => page.getByRole("button", { name: /^Freshness/ });
const banner = (page: Page) => page.getByText("Could not be checked", { exact: true });

test("the API server away for a minute: pages keep what they show, nothing is green, nobody new comes in, and all come back by themselves", async ({
  page,
  browser,
  cluster,
  complaints,
}) => {
  complaints.claim(/401 \(Unauthorized\)|502 \(Bad Gateway\)|503 \(Service Unavailable\)/);
  const name = await freshEntry(cluster, "media", "origin-cache");
  const pages = await openAll(page, ["/", groupPage("media", "origin-cache"), `/entries?ns=media&q=${name}`, entryPage("media", name)]);
  const loaded = await Promise.all(pages.map(loadedAt));
  const rows = pages[2]?.getByRole("row").filter({ hasText: name }) ?? page.getByRole("row");
  await expect(rows).toHaveCount(1);

  proxy.answerAll((answer) => answer.destroy());
  for (const each of pages) await expect(banner(each)).toBeVisible({ timeout: 10_000 });
  const began = Date.now();
  do {
    for (const each of pages) {
      await expect(banner(each)).toBeVisible();
      await expect(freshnessOf(each)).toHaveText(/^stale/);
      expect(await greenElements(each), `${each.url()} has nothing green`).toEqual([]);
    }
    await expect(rows).toHaveCount(1);
    await page.waitForTimeout(250);
  } while (Date.now() - began < 15_000);
  await expect(page.getByText(/What you may see could not be checked with the API server for \d+ s/)).toBeVisible();
  expect(await (await fetch(`${second.address}/api/readyz`)).text()).toContain("could not be checked");
  await page.screenshot({ path: "test-results/unchecked-fleet.png" });

  // Somebody new, with the same token, in a browser of his own.
  const stranger = await (await browser.newContext()).newPage();
  await signIn(stranger);
  await expect(stranger.getByRole("alert").filter({ hasText: "could not be checked" })).toBeVisible();
  await expect(stranger).toHaveURL(/sign-in/);
  const asked = (path: string) => fetch(`${second.address}${path}`, { headers: { authorization: `Bearer ${token}` } });
  for (const path of [`/api/c/sandbox/objects/workloadentries/media/${name}`, "/api/search?q=vm", "/api/history/band?window=15m"])
    expect([path, (await asked(path)).status]).toEqual([path, 503]);

  proxy.answerAll(null);
  for (const each of pages) {
    await expect(banner(each)).toHaveCount(0, { timeout: 20_000 });
    await expect(freshnessOf(each)).toHaveText(/^live/, { timeout: 30_000 });
  }
  expect(await Promise.all(pages.map(loadedAt)), "no page was loaded again").toEqual(loaded);
  await stranger.context().close();
  for (const each of pages) if (each !== page) await each.close();
});

test("access reviews that are answered with 429: nothing newer is shown though the fleet is watched on, and what happened comes afterwards", async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  complaints.claim(/401 \(Unauthorized\)|502 \(Bad Gateway\)|503 \(Service Unavailable\)/);
  const name = await freshEntry(cluster, "media", "drm-license");
  const [group] = await openAll(page, [groupPage("media", "drm-license")]);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Healthy");
  expect(group).toBe(page);

  // When it was asked, each burst of questions once: those that wait for the end of a pause leave together.
  const bursts: number[] = [];
  let last = 0;
  proxy.answerSome(({ method, headers }) => {
    if (method !== "POST" || headers.authorization !== `Bearer ${token}`) return null;
    if (Date.now() - last > 500) bursts.push(Date.now());
    last = Date.now();
    return (answer) => answer.writeHead(429, { "retry-after": "3" }).end("{}");
  });
  await expect(banner(page)).toBeVisible({ timeout: 10_000 });
  const before = bursts.length;
  await reportHealth(house, "media", name, "probe failed: HTTP 503");
  await page.waitForTimeout(6_000);
  await expect(row).toContainText("Healthy");
  await expect(page.getByText("probe failed: HTTP 503")).toHaveCount(0);
  expect(bursts.length - before, "a pause that the server asks for is kept").toBeLessThanOrEqual(3);

  proxy.answerAll(null);
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Unhealthy", { timeout: 20_000 });
  await expect(banner(page)).toHaveCount(0);
});
