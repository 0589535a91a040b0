import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { Cluster } from "@/e2e/cluster";
import { loadedAt } from "@/e2e/cluster/fleet-pages";
import { banner, expectAlive, freshness } from "./alive";
import { type ApiProxy, startApiProxy } from "./api-proxy";
import { expect, test } from "./fixtures";
import { entryPage, freshEntry, groupPage, reportHealth } from "./fleet";
import { greenElements } from "./green-elements";
import { BUTTON, FIELD } from "./labels";
import { type SecondDashboard, startSecond, temporaryFile } from "./second-dashboard";

/* The pages of a user who signed in with a token, while the API server does not answer access reviews. Durations are a quarter of the usual ones. */

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
  await page.getByLabel(FIELD.token).fill(token);
  await page.getByRole("button", { name: BUTTON.signIn }).click();
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
    await expect(freshness(page, "live")).toBeVisible();
    pages.push(page);
  }
  return pages;
}

const readyLines = async () => (await (await fetch(`${second.address}/api/readyz`)).text()).trim().split("\n");
const stateOf = (row: Locator) => row.locator("[data-state-word]").first();
const unchecked = (page: Page) => banner(page, "unchecked");

test("keeps open pages without green, and lets no new visitor in, while the API server is away", { tag: "@api-server-away" }, async ({
  page,
  browser,
  cluster,
  complaints,
}) => {
  complaints.claim(/401 \(Unauthorized\)|502 \(Bad Gateway\)|503 \(Service Unavailable\)/);
  const name = await freshEntry(cluster, "media", "origin-cache");
  const pages = await openAll(page, ["/", groupPage("media", "origin-cache"), `/entries?ns=media&q=${name}`, entryPage("media", name)]);
  const loaded = await Promise.all(pages.map(loadedAt));
  expect(await readyLines()).toEqual(["ok"]);
  const rows = pages[2]?.getByRole("row").filter({ hasText: name }) ?? page.getByRole("row");
  await expect(rows).toHaveCount(1);

  proxy.answerAll((answer) => answer.destroy());
  for (const each of pages) await expect(unchecked(each)).toBeVisible({ timeout: 10_000 });
  const began = Date.now();
  do {
    for (const each of pages) {
      await expect(unchecked(each)).toBeVisible();
      await expect(freshness(each, "stale")).toBeVisible();
      expect(await greenElements(each), `${each.url()} has nothing green`).toEqual([]);
    }
    await expect(rows).toHaveCount(1);
    await page.waitForTimeout(250);
  } while (Date.now() - began < 15_000);
  const ageMs = Number(await freshness(page, "stale").getAttribute("data-age-ms"));
  expect(ageMs, "the age of the last check").toBeGreaterThan(14_000);
  expect(ageMs).toBeLessThan(Date.now() - began + 15_000);
  // Readiness has a line for overdue permissions of a viewer, and one for the cluster.
  expect(await readyLines()).toEqual(["ok", expect.stringMatching(/cluster/), expect.stringMatching(/permissions/)]);

  // A new visitor with the same token in another browser.
  const stranger = await (await browser.newContext()).newPage();
  await signIn(stranger);
  await expect(stranger.getByRole("alert").and(stranger.locator("[data-refusal=unchecked]"))).toBeVisible();
  await expect(stranger).toHaveURL(/sign-in/);
  const asked = (path: string) => fetch(`${second.address}${path}`, { headers: { authorization: `Bearer ${token}` } });
  for (const path of [`/api/c/sandbox/objects/workloadentries/media/${name}`, "/api/search?q=vm", "/api/history/band?window=15m"])
    expect([path, (await asked(path)).status]).toEqual([path, 503]);

  proxy.answerAll(null);
  for (const each of pages) {
    await expect(unchecked(each)).toHaveCount(0, { timeout: 20_000 });
    await expect(freshness(each, "live")).toBeVisible({ timeout: 30_000 });
  }
  expect(await Promise.all(pages.map(loadedAt)), "no page was loaded again").toEqual(loaded);
  await stranger.context().close();
  for (const each of pages) if (each !== page) await each.close();
});

test("shows no newer data while access reviews are answered with 429, and shows it afterwards", { tag: "@reviews-unanswered" }, async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  complaints.claim(/401 \(Unauthorized\)|502 \(Bad Gateway\)|503 \(Service Unavailable\)/);
  const name = await freshEntry(cluster, "media", "drm-license");
  const [group] = await openAll(page, [groupPage("media", "drm-license")]);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(stateOf(row)).toHaveAttribute("data-state-word", "healthy");
  expect(group).toBe(page);

  // The times of requests, each burst once: requests that waited for the end of a pause leave together.
  const bursts: number[] = [];
  let last = 0;
  proxy.answerSome(({ method, headers }) => {
    if (method !== "POST" || headers.authorization !== `Bearer ${token}`) return null;
    if (Date.now() - last > 500) bursts.push(Date.now());
    last = Date.now();
    return (answer) => answer.writeHead(429, { "retry-after": "3" }).end("{}");
  });
  await expect(unchecked(page)).toBeVisible({ timeout: 10_000 });
  const before = bursts.length;
  await reportHealth(house, "media", name, "probe failed: HTTP 503");
  await page.waitForTimeout(6_000);
  await expect(stateOf(row)).toHaveAttribute("data-state-word", "healthy");
  await expect(page.getByText("probe failed: HTTP 503")).toHaveCount(0);
  expect(bursts.length - before, "a pause that the server asks for is kept").toBeLessThanOrEqual(3);

  proxy.answerAll(null);
  await expect(stateOf(row)).toHaveAttribute("data-state-word", "unhealthy", { timeout: 20_000 });
  await expect(unchecked(page)).toHaveCount(0);
});
