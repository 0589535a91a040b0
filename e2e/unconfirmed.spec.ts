import { expect, test } from "./fixtures";
import { greenElements } from "./green-elements";

test("a page whose scripts never come does not stay green, and says so", async ({ page, complaints }) => {
  complaints.claim(/ERR_FAILED|Failed to load resource/);
  await page.route(/\/_next\/static\/.*\.js/, (route) => route.abort());
  await page.goto("/");
  const notice = page.getByText("This page has not come alive.");
  await expect(notice).toBeHidden();
  expect(await greenElements(page)).not.toEqual([]);
  await expect(notice).toBeVisible({ timeout: 20_000 });
  expect(await greenElements(page)).toEqual([]);
});

test("a page that wakes never says that it did not", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("html[data-awake]")).toBeAttached();
  await page.waitForTimeout(13_000);
  await expect(page.getByText("This page has not come alive.")).toBeHidden();
  expect(await greenElements(page)).not.toEqual([]);
});
