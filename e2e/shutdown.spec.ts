import { startHttpProxy } from "@/lib/testing/http-proxy";
import { expect, test } from "./fixtures";
import { greenElements } from "./green-elements";
import { startDashboard, untilReady } from "./house";
import { startSecond } from "./second-dashboard";
import { openStream, setViews } from "./streams";

test("a process that is told to end closes two hundred streams politely and is gone within three seconds", async ({ page, house }) => {
  const { program, port } = await startDashboard({ KUBECONFIG: house.kubeconfigOf("dashboard") });
  const address = `http://127.0.0.1:${port}`;
  await untilReady(address);
  await page.goto(address);
  await expect(page.locator("html[data-stream=live]")).toBeAttached();
  const streams = await Promise.all(Array.from({ length: 200 }, () => openStream(address)));
  const views = [{ id: 1, kind: "entries", query: "", offset: 0, limit: 50 }];
  for (const { name } of streams) expect(await setViews(address, name, views)).toBe(204);
  const tookMs = await program.end();
  process.stdout.write(`    gone after ${Math.round(tookMs)} ms\n`);
  expect(tookMs).toBeLessThan(3000);
  expect(program.log()).not.toMatch(/unhandledRejection|uncaughtException/);
  expect(new Set(await Promise.all(streams.map(({ ended }) => ended)))).toEqual(new Set(["politely"]));
});

test("while dashboards behind a proxy are replaced one after the other, a reader stays live and misses nothing", async ({ page, house }) => {
  const settings = { KUBECONFIG: house.kubeconfigOf("dashboard") };
  let running = [await startSecond(settings), await startSecond(settings)];
  const portsOf = () => running.map(({ address }) => Number(new URL(address).port));
  const proxy = await startHttpProxy(portsOf());
  await page.goto(`${proxy.address}/groups?ns=legacy`);
  await expect(page.locator("html[data-stream=live]")).toBeAttached();
  await page.evaluate(() => document.documentElement.toggleAttribute("data-same-page"));
  const lines: string[] = [];
  const watching = setInterval(
    () =>
      void page
        .getByRole("button", { name: /^Freshness/ })
        .textContent()
        .then((line) => lines.push(line ?? "")),
    250,
  );

  for (const old of [...running]) {
    const young = await startSecond(settings);
    running = [...running, young];
    proxy.targets = portsOf();
    // As a platform does it: out of the list first, then told to end.
    running = running.filter((one) => one !== old);
    proxy.targets = portsOf();
    await old.end();
    await page.waitForTimeout(3_000);
  }
  clearInterval(watching);
  const notLive = lines.filter((line) => !line.startsWith("live"));
  process.stdout.write(`    ${notLive.length} of ${lines.length} looks found the page not live\n`);
  expect(notLive.length, "a beat or two").toBeLessThanOrEqual(4);
  await expect(page.locator("html[data-stream=live]")).toBeAttached();
  await expect(page.locator("html[data-same-page]")).toBeAttached();
  expect(await greenElements(page)).not.toEqual([]);
  await proxy.close();
  for (const one of running) await one.end();
});
