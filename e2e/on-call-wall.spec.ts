import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { entriesOf, reportHealth } from "./fleet";
import { greenElements } from "./green-elements";

test.use({ viewport: { width: 1920, height: 1080 } });

test("a wall shows the worst groups in large type without scrolling, and how fresh it is", async ({ page, house, cluster, complaints }) => {
  complaints.claim(/ERR_|Failed to load resource|NetworkError/);
  const ailing = (await entriesOf(cluster, "shop", "storefront")).slice(0, 3).map(({ metadata }) => metadata.name);
  for (const name of ailing) await reportHealth(house, "shop", name, "connection refused on :8080");
  await page.goto("/oncall");
  await page.getByRole("link", { name: "Wall display" }).click();
  await expect(page).toHaveURL(/display=wall/);
  await expectAlive(page);
  await expect(page.getByRole("listitem").filter({ hasText: "shop / storefront" })).toContainText("3 unhealthy machines");
  await expect(page.getByRole("region", { name: "Freshness" })).toContainText(/Live\s*as of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
  await expect(page.getByRole("button")).toHaveCount(0);
  const small = await page.getByRole("main").evaluate((main) =>
    [...main.querySelectorAll("h1, p, span, a, b")]
      .filter((element) => element.checkVisibility() && [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
      .filter((element) => element.clientHeight > 1 && Number.parseFloat(getComputedStyle(element).fontSize) < 20)
      .map((element) => element.textContent),
  );
  expect(small, "everything is read from three metres").toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollHeight), "nobody has to scroll").toBeLessThanOrEqual(1080);

  house.pageDoor.cut();
  await expect(page.getByRole("region", { name: "Freshness" })).toContainText(/Not live\s*true at .*, \d+ (s|min) ago, and not confirmed since/, {
    timeout: 30_000,
  });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/(was|were) in trouble at \d\d:\d\d:\d\d/);
  await expect.poll(() => greenElements(page), { message: "nothing is green" }).toEqual([]);
  house.pageDoor.restore();
  await expect(page.getByRole("region", { name: "Freshness" })).toContainText("Live", { timeout: 60_000 });
  for (const name of ailing) await reportHealth(house, "shop", name, "");
});
