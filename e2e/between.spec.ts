import { type HttpProxy, startHttpProxy } from "@/lib/testing/http-proxy";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { freshEntry, reportHealth } from "./fleet";
import { banners, freshnessLine } from "./freshness";
import { greenElements } from "./green-elements";

test("behind a proxy that buffers streams, a page is not live and names the reason (F40)", { tag: "@buffering-proxy" }, async ({ page, house }) => {
  const proxy = await proxyOf(house.address);
  proxy.buffersStreams = true;
  await page.goto(`${proxy.address}/groups`);
  await expect(banners(page, { kind: "stale" }).first()).toHaveAttribute("data-reason", "held-back", { timeout: 25_000 });
  await expect(banners(page, { kind: "stale" }).first()).toBeVisible();
  await expect.poll(() => greenElements(page)).toEqual([]);
  proxy.buffersStreams = false;
  await expectAlive(page, 15_000);
  await expect(banners(page, { kind: "stale" })).toHaveCount(0);
  await proxy.close();
});

test("behind a proxy that cuts every stream after a while, a page stays live and receives changes", { tag: "@cutting-proxy" }, async ({
  page,
  house,
  cluster,
}) => {
  const proxy = await proxyOf(house.address);
  proxy.streamMostMs = 3_000;
  const name = await freshEntry(cluster, "media", "transcoder");
  await page.goto(`${proxy.address}/entries?ns=media&q=${name}`);
  const row = page.getByRole("row").filter({ hasText: name });
  const kinds = new Set<string>();
  let isOver = false;
  const watching = watch();
  async function watch() {
    for (; !isOver; await page.waitForTimeout(250)) {
      kinds.add((await freshnessLine(page).getAttribute("data-freshness")) ?? "");
    }
  }
  for (const problem of ["first", "second", "third"]) {
    await reportHealth(house, "media", name, `the ${problem} problem`);
    await expect(row).toContainText(`the ${problem} problem`, { timeout: 5_000 });
    await page.waitForTimeout(2_500);
  }
  isOver = true;
  await watching;
  await reportHealth(house, "media", name, "");
  expect([...kinds]).toEqual(["live"]);
  await proxy.close();
});

function proxyOf(address: string): Promise<HttpProxy> {
  return startHttpProxy([Number(new URL(address).port)]);
}
