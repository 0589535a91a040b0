import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { writeEntry } from "./fleet";

test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--entries", "10000", "--seed", "3", "--speed", "1"],
    settings: { STOLOS_TIME_SCALE: "2", STOLOS_BEAT_SECONDS: "1" },
  },
});

/** What a list of any length may cost a browser. */
const ROWS_MOST = 80;
const rows = (page: Page) => page.locator("main [data-row-link]");
const filter = (page: Page) => page.getByRole("combobox", { name: "Filter" });
const shownOf = (page: Page, text: RegExp) => page.getByRole("status").filter({ hasText: text });

test("text, labels and facets narrow ten thousand entries, each a chip that can be taken away", async ({ page, browser }) => {
  const openedAt = Date.now();
  await page.goto("/entries");
  await expect(page.getByRole("heading", { level: 1, name: "10,000 entries" })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  process.stdout.write(`    10,000 entries: first rows after ${Date.now() - openedAt} ms\n`);

  await filter(page).fill("api-1-");
  await filter(page).press("Enter");
  await expect(shownOf(page, /^300 of 10,000/)).toBeVisible();
  await page.getByRole("region", { name: "Filter by zone" }).getByRole("button").first().click();
  await expect(page).toHaveURL(/zone/);
  await expect(shownOf(page, /^\d+ of 10,000/)).not.toHaveText(/^300 /);
  await filter(page).fill("app=api-1");
  await filter(page).press("Enter");
  await expect(page.getByRole("button", { name: "Remove the filter app=api-1" })).toBeVisible();
  await page.getByRole("columnheader", { name: "NAME", exact: true }).getByRole("button").click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole("table", { name: "Entries, by name" })).toBeVisible();
  const names = await rows(page).allTextContents();
  expect(names).toEqual([...names].sort());

  // The address is all there is to it: another browser sees the same list.
  const other = await browser.newContext();
  const same = await other.newPage();
  await same.goto(page.url());
  await expect(rows(same).first()).toHaveText(names[0] ?? "");
  expect((await rows(same).allTextContents()).slice(0, 10)).toEqual(names.slice(0, 10));
  await expect(same.getByRole("button", { name: /^Remove the filter/ })).toHaveCount(3);
  await other.close();

  await page.goBack();
  await expect(page).not.toHaveURL(/sort=name/);
  await page.getByRole("button", { name: /^Remove the filter zone:/ }).click();
  await expect(shownOf(page, /^300 of 10,000/)).toBeVisible();
});

test("an empty result names the word that leaves nothing, and the way back", async ({ page }) => {
  await page.goto("/entries?q=app%3Dapi-1+no-machine-is-called-that");
  await expect(page.getByText("None of 10,000 entries matches")).toBeVisible();
  await page.getByRole("main").getByRole("listitem").getByRole("button", { name: "Remove the filter no-machine-is-called-that" }).click();
  await expect(shownOf(page, /^300 of 10,000/)).toBeVisible();
});

test("the wheel and the keyboard reach the last of ten thousand, with a screenful of rows in the page", async ({ page }) => {
  await page.goto("/entries?sort=name");
  await expect(rows(page).first()).toBeVisible();
  await page.mouse.move(800, 500);
  for (let turn = 0; turn < 20; turn++) {
    await page.mouse.wheel(0, 900);
    expect(await rows(page).count()).toBeLessThanOrEqual(ROWS_MOST);
  }
  await expect(page.locator("main tr[aria-rowindex]:has([data-row-link])").first()).not.toHaveAttribute("aria-rowindex", "2");
  await expect(rows(page).first()).toBeVisible();

  // The wheel's own scrolling glides on for a while, and would carry the page away again.
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(page.locator('main tr[aria-rowindex="10001"]')).toBeInViewport({ timeout: 3000 });
  }).toPass();
  const last = page.locator('main tr[aria-rowindex="10001"] [data-row-link]');
  await last.focus();
  await page.keyboard.press("k");
  await expect(page.locator('main tr[aria-rowindex="10000"] [data-row-link]')).toBeFocused();
  expect(await rows(page).count()).toBeLessThanOrEqual(ROWS_MOST);
});

test("rows hold still under the pointer while the list changes, and say how much they hold back", async ({ page, cluster }) => {
  await page.goto("/entries?sort=name&q=app%3Dapi-1");
  await expect(rows(page).nth(5)).toBeVisible();
  await rows(page).nth(5).hover();
  const before = await rows(page).allTextContents();
  await writeEntry(cluster, "unit-01", "aaa-first-of-all", { spec: { labels: { app: "api-1" } } });
  const update = page.getByRole("button", { name: /^\d+ updates?, apply$/ });
  await expect(update).toBeVisible();
  expect((await rows(page).allTextContents()).slice(0, 10)).toEqual(before.slice(0, 10));
  await update.click();
  await expect(rows(page).first()).toHaveText("aaa-first-of-all");
  await cluster.delete("/apis/networking.istio.io/v1/namespaces/unit-01/workloadentries/aaa-first-of-all");
});
