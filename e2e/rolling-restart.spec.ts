import type { Page } from "@playwright/test";
import { startHttpProxy } from "@/lib/testing/http-proxy";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { freshEntry, reportHealth } from "./fleet";
import { startSecond } from "./second-dashboard";

const RESTARTS = 3;
/** Zero on an idle machine; a busy one may reopen each stream a second late. */
const DOUBT_MOST_MS = 3_000;
const portOf = (address: string) => Number(new URL(address).port);

test("during a rolling restart of the dashboard behind a proxy, a page is not loaded again, stays live and misses no change", {
  tag: "@rolling-restart",
}, async ({ page, house, cluster, complaints }) => {
  // Requests to a process that ends fail, and the page repeats them.
  complaints.claim(/Failed to load resource|ERR_/);
  const settings = { KUBECONFIG: house.kubeconfigOf("dashboard") };
  let serving = await startSecond(settings);
  const proxy = await startHttpProxy([portOf(serving.address)]);
  const name = await freshEntry(cluster, "media", "origin-cache");
  await page.goto(`${proxy.address}/entries?ns=media`);
  await expectAlive(page);
  const filter = page.locator("[data-filter]");
  await filter.fill(name);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row.locator("[data-state-word=healthy]")).toBeVisible();
  await page.evaluate(() => document.documentElement.toggleAttribute("data-same-page"));
  await watchDoubt(page);

  for (let restart = 1; restart <= RESTARTS; restart++) {
    // Like a Deployment: the new process is ready and gets the traffic before the old one is stopped.
    const next = await startSecond(settings);
    proxy.targets = [portOf(next.address)];
    const ended = serving.end();
    await reportHealth(house, "media", name, `probe failed during restart ${restart}`);
    await expect(row).toContainText(`probe failed during restart ${restart}`, { timeout: 5_000 });
    expect(await ended).toBeLessThan(3_000);
    await expectAlive(page, 5_000);
    serving = next;
  }
  const { doubtMs, emptyFrames } = await doubtsOf(page);
  process.stdout.write(`    ${RESTARTS} rolling restarts: in doubt for ${Math.round(doubtMs)} ms\n`);
  expect(emptyFrames, "frames without rows").toBe(0);
  expect(doubtMs, "time in which the page doubted what it showed").toBeLessThan(DOUBT_MOST_MS);
  await expect(filter).toBeFocused();
  await expect(filter).toHaveValue(name);
  await expect(page.locator("html[data-same-page]")).toBeAttached();
  await reportHealth(house, "media", name, "");
  await expect(row.locator("[data-state-word=healthy]")).toBeVisible();
  await proxy.close();
  await serving.end();
});

/** Counts in the page: the time during which it is stale, and frames without rows. */
async function watchDoubt(page: Page): Promise<void> {
  await page.evaluate(() => {
    const root = document.documentElement;
    let [doubtMs, emptyFrames, last] = [0, 0, performance.now()];
    const look = (now: number) => {
      if (root.hasAttribute("data-stale")) doubtMs += now - last;
      if (document.querySelector("tbody tr[aria-rowindex]") === null) emptyFrames++;
      last = now;
      root.dataset.doubts = JSON.stringify({ doubtMs, emptyFrames });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

async function doubtsOf(page: Page): Promise<{ readonly doubtMs: number; readonly emptyFrames: number }> {
  return JSON.parse(await page.evaluate(() => document.documentElement.dataset.doubts ?? ""));
}
