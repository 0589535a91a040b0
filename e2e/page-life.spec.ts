import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { startHttpProxy } from "@/lib/testing/http-proxy";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { entryPage, freshEntry, groupPage, reportHealth } from "./fleet";
import { greenElements } from "./green-elements";
import { startSecond } from "./second-dashboard";

const LOST = "html[data-stream=lost]";
const portOf = (address: string) => Number(new URL(address).port);

test("a page that slept begins by doubting what it shows, and then shows what is now (F41)", { tag: "@page-slept" }, async ({
  page,
  browser,
  house,
  cluster,
}) => {
  const name = await freshEntry(cluster, "media", "origin-cache");
  await page.goto(`/entries?ns=media&q=${name}`);
  await expectAlive(page);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row.locator('[data-state-word="healthy"]')).toBeVisible();
  await page.evaluate(() => document.documentElement.toggleAttribute("data-same-page"));
  await watchPhases(page);
  const renderers = await renderersOf(browser);
  for (const id of renderers) process.kill(id, "SIGSTOP");
  await reportHealth(house, "media", name, "probe failed while it slept");
  await new Promise((resolve) => setTimeout(resolve, 12_500));
  for (const id of renderers) process.kill(id, "SIGCONT");
  await expect(row).toContainText("probe failed while it slept");
  await expect.poll(() => phasesOf(page), { message: "doubt comes before news" }).toEqual(["stale", "live"]);
  await expect(page.locator("html[data-same-page]")).toBeAttached();
  await reportHealth(house, "media", name, "");
});

test("a page that one goes back to is never green with what it had: loaded again, or doubted where the browser has kept it", { tag: "@page-restored" }, async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  complaints.claim(/favicon/);
  const name = await freshEntry(cluster, "media", "drm-license");
  await page.goto(entryPage("media", name));
  await expectAlive(page);
  await page.goto(`${house.address.replace("127.0.0.1", "localhost")}/api/healthz`);
  await reportHealth(house, "media", name, "probe failed behind its back");
  await page.goBack({ waitUntil: "commit" });
  await expect(page.getByRole("main").getByText("probe failed behind its back").first()).toBeVisible();
  await expectAlive(page);

  // What is answered with `no-store` no Chromium keeps; others may. They say so by this event.
  await watchPhases(page);
  // It may be live again before the next frame: what counts is that doubt came first.
  const first = await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    return new Promise((resolve) => requestAnimationFrame(() => resolve(document.documentElement.dataset.phases?.trim().split(" ")[0])));
  });
  expect(first, "before the first frame").toBe("stale");
  await expect.poll(() => phasesOf(page)).toEqual(["stale", "live"]);
  await reportHealth(house, "media", name, "");
});

test("two tabs share one stream, and closing one leaves the other live", { tag: "@two-tabs" }, async ({ page, house, cluster }) => {
  const { address, log, end } = await startSecond({ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_BEAT_SECONDS: "5" });
  const proxy = await startHttpProxy([portOf(address)]);
  const streams = new Set<unknown>();
  proxy.refuses = ({ headers, socket }) => {
    if (headers.accept === "text/event-stream") {
      streams.add(socket);
      socket.once("close", () => streams.delete(socket));
    }
    return false;
  };
  const [one, other] = [page, await page.context().newPage()];
  await one.goto(`${proxy.address}${groupPage("media", "origin-cache")}`);
  await expectAlive(one);
  await other.goto(`${proxy.address}/groups?ns=media`);
  await expectAlive(other);
  // A busy machine may have the stream opened anew; two at once there are not.
  await expect.poll(() => streams.size).toBe(1);
  await one.close();
  const name = await freshEntry(cluster, "media", "origin-cache");
  await reportHealth(house, "media", name, "probe failed: HTTP 503");
  await expect(other.getByRole("row").filter({ hasText: "origin-cache" }).locator('[data-state-word="unhealthy"]')).toBeVisible();
  await reportHealth(house, "media", name, "");
  await expect.poll(() => streams.size).toBe(1);
  expect(log()).not.toContain("⨯");
  // It asks for its bands every few seconds: nobody must be left to ask when the server goes.
  await other.close();
  await proxy.close();
  await end();
});

test("a browser whose shared worker cannot be loaded is live over a stream of the page's own", { tag: "@no-shared-worker" }, async ({
  page,
  house,
  complaints,
}) => {
  complaints.claim(/Failed to load resource|503/);
  const proxy = await startHttpProxy([portOf(house.address)]);
  let refused = 0;
  proxy.refuses = ({ headers }) => {
    const isWorker = headers["sec-fetch-dest"] === "sharedworker";
    if (isWorker) refused++;
    return isWorker;
  };
  await page.goto(`${proxy.address}/groups`);
  // Where the browser does not say that the worker failed, the page gives it up after a quarter of a minute.
  await expectAlive(page);
  expect(refused).toBeGreaterThan(0);
  await proxy.close();
  await expect(page.locator(LOST)).toBeAttached();
  await expect.poll(() => greenElements(page)).toEqual([]);
});

test("offline, a page says so; online again it is live without being loaded", { tag: "@offline" }, async ({ page, house, complaints }) => {
  complaints.claim(/ERR_|Failed to load resource|NetworkError/);
  const proxy = await startHttpProxy([portOf(house.address)]);
  // A worker is out of the reach of the switch that is used here: the page has a stream of its own.
  proxy.refuses = ({ headers }) => headers["sec-fetch-dest"] === "sharedworker";
  await page.goto(`${proxy.address}/entries?ns=legacy`);
  await expectAlive(page);
  await page.evaluate(() => document.documentElement.toggleAttribute("data-same-page"));
  await page.context().setOffline(true);
  // What is open stays open for this switch; a network that goes takes it along.
  house.pageDoor.drop();
  await expect(page.locator("[data-freshness]:not([data-freshness=live])").first()).toBeVisible();
  await expect.poll(() => greenElements(page)).toEqual([]);
  await page.context().setOffline(false);
  await expectAlive(page, 5_000);
  await expect(page.locator("html[data-same-page]")).toBeAttached();
  await proxy.close();
});

test("a server of another version: the page believes none of it, and loads itself again, once", { tag: "@another-version" }, async ({
  page,
  house,
  complaints,
}) => {
  // What the page asks of the older one in its last moment is answered by nobody, or by a server whose history is closed.
  complaints.claim(/Failed to load resource: (net::ERR|.* 503 \(Service Unavailable\) .*\/api\/history\/)/);
  const settings = { KUBECONFIG: house.kubeconfigOf("dashboard") };
  const [older, newer] = await Promise.all([
    startSecond(settings),
    startSecond({ ...settings, STOLOS_BUILD: `${readFileSync(".next/BUILD_ID", "utf8").trim()}-next` }),
  ]);
  const proxy = await startHttpProxy([portOf(older.address)]);
  const loads: number[] = [];
  page.on("load", () => loads.push(Date.now()));
  await page.goto(`${proxy.address}/groups`);
  await expectAlive(page);
  proxy.targets = [portOf(newer.address)];
  await older.end();
  await expect.poll(() => loads.length, { timeout: 20_000 }).toBe(2);
  await expectAlive(page);
  await page.waitForTimeout(3_000);
  expect(loads).toHaveLength(2);
  await proxy.close();
  await newer.end();
});

/** The processes that run this browser's pages and workers. */
async function renderersOf(browser: Browser): Promise<readonly number[]> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
}

/** Writes down, in the page, how it shows itself from now on. */
async function watchPhases(page: Page): Promise<void> {
  await page.evaluate(() => {
    const root = document.documentElement;
    new MutationObserver(() => {
      root.dataset.phases = `${root.dataset.phases ?? ""} ${root.hasAttribute("data-stale") ? "stale" : "live"}`;
    }).observe(root, { attributeFilter: ["data-stale"] });
  });
}

async function phasesOf(page: Page): Promise<readonly string[]> {
  const text = await page.evaluate(() => document.documentElement.dataset.phases ?? "");
  return text.split(" ").filter((word, at, all) => word !== "" && word !== all[at - 1]);
}
