import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { writeEntry } from "./fleet";
import { BUTTON, FIELD } from "./labels";
import { expectHeading, expectStatement } from "./statements";

test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--entries", "10000", "--seed", "3", "--speed", "1"],
    settings: { STOLOS_TIME_SCALE: "2", STOLOS_BEAT_SECONDS: "1" },
  },
});

/** What a list of any length may cost a browser. */
const ROWS_MOST = 80;
const rows = (page: Page) => page.locator("main [data-row-link]");
const filter = (page: Page) => page.getByRole("combobox", { name: FIELD.filter });
/** The entries that the list shows, of all ten thousand. */
const expectMatched = (page: Page, matched: number | RegExp, sort = "") => expectStatement(page, "entries-matched", { matched, total: 10_000, sort });

function localityOf(spec: object | undefined): string {
  return (spec as { readonly locality?: string } | undefined)?.locality ?? "";
}

test("text, labels and facets narrow ten thousand entries, and each filter can be removed", async ({ page, browser, cluster }) => {
  const openedAt = Date.now();
  await page.goto("/entries");
  await expectHeading(page, "entries-listed", { which: "registered", total: 10_000 });
  await expect(rows(page).first()).toBeVisible();
  process.stdout.write(`    10,000 entries: first rows after ${Date.now() - openedAt} ms\n`);

  await filter(page).fill("api-1-");
  await filter(page).press("Enter");
  await expectMatched(page, 300);
  const button = page.locator('[data-facet="zone"] button').first();
  const zone = await button.getAttribute("data-value");
  const { items = [] } = await cluster.get("/apis/networking.istio.io/v1/workloadentries");
  const inZone = items.filter(({ metadata, spec }) => metadata.name.includes("api-1-") && localityOf(spec).split("/")[1] === zone).length;
  await button.click();
  await expect(page).toHaveURL(/zone/);
  await expectMatched(page, inZone);
  await filter(page).fill("app=api-1");
  await filter(page).press("Enter");
  await expect(page.getByRole("button", { name: BUTTON.removeFilter("app=api-1"), exact: true })).toBeVisible();
  await page.locator('th[data-column="name"]').getByRole("button").click();
  await expect(page).toHaveURL(/sort=name/);
  await expectMatched(page, /^\d+$/, "name");
  const names = await rows(page).allTextContents();
  expect(names).toEqual([...names].sort());

  // The address is all there is to it: another browser sees the same list.
  const other = await browser.newContext();
  const same = await other.newPage();
  await same.goto(page.url());
  await expect(rows(same).first()).toHaveText(names[0] ?? "");
  expect((await rows(same).allTextContents()).slice(0, 10)).toEqual(names.slice(0, 10));
  await expect(same.getByRole("button", { name: new RegExp(`^${BUTTON.removeFilter("")}`) })).toHaveCount(3);
  await other.close();

  await page.goBack();
  await expect(page).not.toHaveURL(/sort=name/);
  await page.getByRole("button", { name: BUTTON.removeFilter("zone:") }).click();
  await expectMatched(page, 300);
});

test("an empty result names the filter that excludes all entries, and removes it", async ({ page }) => {
  await page.goto("/entries?q=app%3Dapi-1+no-machine-is-called-that");
  await expectStatement(page, "no-entry-matches", { total: 10_000 });
  await expectMatched(page, 0);
  await page
    .getByRole("main")
    .getByRole("listitem")
    .getByRole("button", { name: BUTTON.removeFilter("no-machine-is-called-that"), exact: true })
    .click();
  await expectMatched(page, 300);
});

test("the wheel and the keyboard reach the last of ten thousand entries, with at most 80 rows in the page", async ({ page }) => {
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

test("rows keep their places under the pointer while the list changes, and updates wait for a click", async ({ page, cluster }) => {
  await page.goto("/entries?sort=name&q=app%3Dapi-1");
  await expect(rows(page).nth(5)).toBeVisible();
  await rows(page).nth(5).hover();
  const before = await rows(page).allTextContents();
  await writeEntry(cluster, "unit-01", "aaa-first-of-all", { spec: { labels: { app: "api-1" } } });
  const update = page.locator("button[data-updates]");
  await expect(update).toBeVisible();
  expect((await rows(page).allTextContents()).slice(0, 10)).toEqual(before.slice(0, 10));
  await update.click();
  await expect(rows(page).first()).toHaveText("aaa-first-of-all");
  await cluster.delete("/apis/networking.istio.io/v1/namespaces/unit-01/workloadentries/aaa-first-of-all");
});
