import { type HttpProxy, startHttpProxy } from "@/lib/testing/http-proxy";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { freshEntry, reportHealth } from "./fleet";
import { greenElements } from "./green-elements";

test("behind a proxy that holds back streams, a page is not live and says what is the matter (F40)", async ({ page, house }) => {
  const proxy = await proxyOf(house.address);
  proxy.buffersStreams = true;
  await page.goto(`${proxy.address}/groups`);
  await expect(page.getByText(/something between it and this page holds back streams/).first()).toBeVisible({ timeout: 25_000 });
  await expect.poll(() => greenElements(page)).toEqual([]);
  proxy.buffersStreams = false;
  await expectAlive(page, 15_000);
  await expect(page.getByText("Not live")).toHaveCount(0);
  await proxy.close();
});

test("behind a proxy that cuts every stream after a while, a page stays live, and its news come", async ({ page, house, cluster }) => {
  const proxy = await proxyOf(house.address);
  proxy.streamMostMs = 3_000;
  const name = await freshEntry(cluster, "media", "transcoder");
  await page.goto(`${proxy.address}/entries?ns=media&q=${name}`);
  const row = page.getByRole("row").filter({ hasText: name });
  const lines = new Set<string>();
  let isOver = false;
  const watching = watch();
  async function watch() {
    for (; !isOver; await page.waitForTimeout(250)) {
      const line = await page.getByRole("button", { name: /^Freshness/ }).textContent();
      lines.add((line ?? "").slice(0, 5));
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
  expect([...lines]).toEqual(["live "]);
  await proxy.close();
});

function proxyOf(address: string): Promise<HttpProxy> {
  return startHttpProxy([Number(new URL(address).port)]);
}
