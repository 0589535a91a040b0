import { expect, test } from "./fixtures";
import { entryPage, freshEntry, groupPage, hostPage } from "./fleet";
import { untilRecorded } from "./history";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const HOSTS = ["/services", hostPage("services", "data-platform", "schema-registry"), "/services/preview"];
const LONG = entryPage("data-platform", "lakehouse-ingestion-gateway-blue-green-canary-eu-central-frankfurt-primary-01");

test("no page is wider than a phone, and rows are at least 44 px tall", async ({ page, cluster, house }) => {
  await untilRecorded(house.address);
  const machine = entryPage("shop", await freshEntry(cluster, "shop", "checkout"));
  for (const path of [
    "/",
    "/oncall",
    "/groups",
    "/entries",
    "/activity",
    "/localities",
    "/localities?show=world",
    "/localities?show=table",
    "/networks",
    groupPage("shop", "checkout"),
    machine,
    LONG,
    ...HOSTS,
    `/?at=${new Date().toISOString()}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator(":is([data-freshness=live], [data-freshness=past])").first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} is as wide as the phone`).toBeLessThanOrEqual(390);
    const low = await page
      .locator("main tbody tr:has([data-row-link])")
      .evaluateAll((rows) =>
        rows.filter((row) => row.checkVisibility() && row.getBoundingClientRect().height < 44).map((row) => row.textContent?.slice(0, 60)),
      );
    expect(low, `${path}: rows are 44 px`).toEqual([]);
  }
});

test("the bottom bar links to every page, and the facets filter the list", async ({ page }) => {
  await page.goto("/");
  const bar = page.getByRole("navigation").filter({ visible: true }).last();
  for (const [path, url] of [
    ["/groups", /\/groups/],
    ["/entries", /\/entries/],
    ["/", /\/$/],
  ] as const) {
    const link = bar.locator(`a[href="${path}"]`);
    const box = await link.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    await link.tap();
    await expect(page).toHaveURL(url);
  }
  await page.goto("/entries");
  await page.locator('summary[data-opens="facets"]').tap();
  await page.locator('[data-facet="state"] button[data-value="draining"]').filter({ visible: true }).tap();
  await expect(page).toHaveURL(/state%3Adraining/);
  await expect(page.getByRole("link", { name: "storefront-blue-spare" })).toBeVisible();
});
