import type { Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { entriesOf, reportHealth } from "./fleet";
import { greenElements } from "./green-elements";
import { untilTroubleIsNew } from "./history";
import { BUTTON, LINK } from "./labels";
import { expectHeading, expectStatement, expectValues } from "./statements";

test.use({ viewport: { width: 1920, height: 1080 } });

/** Full HD, WQHD and 4K. */
const SCREENS = [
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
] as const;

/** The texts below 1.9 hundredths of the screen's height. */
function smallTexts(page: Page, height: number): Promise<readonly (string | null)[]> {
  return page.getByRole("main").evaluate(
    (main, least) =>
      [...main.querySelectorAll("h1, p, span, a, b, time")]
        .filter(
          (element) =>
            element.checkVisibility({ opacityProperty: true }) && [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
        )
        .filter((element) => element.clientHeight > 1 && Number.parseFloat(getComputedStyle(element).fontSize) < least)
        .map((element) => element.textContent),
    height * 0.019,
  );
}

/** The children of the page, and the cards, that are not completely on the screen. */
function hiddenParts(page: Page): Promise<readonly (string | null)[]> {
  return page.getByRole("main").evaluate((main) =>
    [...main.querySelectorAll("section, h1, li, [data-wall-chart]")]
      .filter((element) => {
        const { top, bottom, left, right, width } = element.getBoundingClientRect();
        return width > 0 && (top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth + 1);
      })
      .map((element) => element.textContent),
  );
}

/** The last proof of a live page is younger. Milliseconds. */
const AGE_MOST_MS = 30_000;

test("a wall display shows incidents in large type without scrolling at three sizes, and its freshness", async ({ page, house, cluster, complaints }) => {
  complaints.claim(/ERR_|Failed to load resource|NetworkError/);
  await untilTroubleIsNew(house.address);
  // Its incident recovers after this journey. The next one needs a group in no incident: storefront.
  const ailing = (await entriesOf(cluster, "shop", "checkout")).slice(0, 3).map(({ metadata }) => metadata.name);
  for (const name of ailing) await reportHealth(house, "shop", name, "connection refused on :8080");
  await page.goto("/oncall");
  await page.getByRole("button", { name: BUTTON.moreActions }).click();
  await page.getByRole("menuitem", { name: LINK.wallDisplay }).click();
  await expect(page).toHaveURL(/display=wall/);
  await expectAlive(page);
  const card = page.locator("li[data-incident]").filter({ hasText: "checkout" });
  await expectStatement(card, "incident-title", { failed: ailing.length });
  await expect(card).toContainText("connection refused");
  const freshness = page.locator("section[data-freshness]");
  await expectValues(freshness, { freshness: "live", asOf: /^\d+$/ });
  expect(Date.now() - Number(await freshness.getAttribute("data-as-of")), "the age of the last proof").toBeLessThan(AGE_MOST_MS);
  await expect(page.getByRole("button")).toHaveCount(0);
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    const size = `${width}×${height}`;
    expect(await smallTexts(page, height), `text on ${size} that is too small to read from five metres`).toEqual([]);
    const { scrollHeight, scrollWidth } = await page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.documentElement;
      return { scrollHeight, scrollWidth };
    });
    expect([scrollWidth, scrollHeight], "the page is as large as the screen").toEqual([width, height]);
    expect(await hiddenParts(page), `parts that ${size} has no room for`).toEqual([]);
  }
  await page.setViewportSize({ width: 1920, height: 1080 });

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
