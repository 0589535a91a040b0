import { expect, test } from "./fixtures";
import { greenElements } from "./green-elements";

test("a page whose scripts do not load shows a notice and loses its green", { tag: "@no-scripts" }, async ({ page, complaints }) => {
  complaints.claim(/ERR_FAILED|Failed to load resource/);
  await page.route(/\/_next\/static\/.*\.js/, (route) => route.abort());
  await page.goto("/");
  const notice = page.locator("[data-unconfirmed]");
  await expect(notice).toBeHidden();
  expect(await greenElements(page)).not.toEqual([]);
  await expect(notice).toBeVisible({ timeout: 20_000 });
  expect(await greenElements(page)).toEqual([]);
});

test("a page whose scripts run never shows that notice", { tag: "@page-wakes" }, async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("html[data-awake]")).toBeAttached();
  await page.waitForTimeout(13_000);
  await expect(page.locator("[data-unconfirmed]")).toBeHidden();
  expect(await greenElements(page)).not.toEqual([]);
});
