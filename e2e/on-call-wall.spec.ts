import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { entriesOf, reportHealth } from "./fleet";
import { greenElements } from "./green-elements";
import { LINK } from "./labels";
import { expectHeading, expectStatement, expectValues } from "./statements";

test.use({ viewport: { width: 1920, height: 1080 } });

/** The last proof of a live page is younger. Milliseconds. */
const AGE_MOST_MS = 30_000;

test("a wall display shows the worst groups in large type without scrolling, and its freshness", async ({ page, house, cluster, complaints }) => {
  complaints.claim(/ERR_|Failed to load resource|NetworkError/);
  const ailing = (await entriesOf(cluster, "shop", "storefront")).slice(0, 3).map(({ metadata }) => metadata.name);
  for (const name of ailing) await reportHealth(house, "shop", name, "connection refused on :8080");
  await page.goto("/oncall");
  await page.getByRole("link", { name: LINK.wallDisplay }).click();
  await expect(page).toHaveURL(/display=wall/);
  await expectAlive(page);
  await expectStatement(page.locator('li[data-group="shop/storefront"]'), "group-trouble", { unhealthy: ailing.length });
  const freshness = page.locator("section[data-freshness]");
  await expectValues(freshness, { freshness: "live", asOf: /^\d+$/ });
  expect(Date.now() - Number(await freshness.getAttribute("data-as-of")), "the age of the last proof").toBeLessThan(AGE_MOST_MS);
  await expect(page.getByRole("button")).toHaveCount(0);
  const small = await page.getByRole("main").evaluate((main) =>
    [...main.querySelectorAll("h1, p, span, a, b")]
      .filter((element) => element.checkVisibility() && [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
      .filter((element) => element.clientHeight > 1 && Number.parseFloat(getComputedStyle(element).fontSize) < 20)
      .map((element) => element.textContent),
  );
  expect(small, "text that is too small to read from three metres").toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollHeight), "the page fits without scrolling").toBeLessThanOrEqual(1080);

  const cutAt = Date.now();
  house.pageDoor.cut();
  await expect(freshness).toHaveAttribute("data-freshness", "stale", { timeout: 30_000 });
  expect(Number(await freshness.getAttribute("data-as-of")), "the last proof is older than the loss").toBeLessThan(cutAt + AGE_MOST_MS);
  await expectHeading(page, "fleet-serving", { past: true });
  await expect.poll(() => greenElements(page), { message: "nothing is green" }).toEqual([]);
  house.pageDoor.restore();
  await expect(freshness).toHaveAttribute("data-freshness", "live", { timeout: 60_000 });
  for (const name of ailing) await reportHealth(house, "shop", name, "");
});
