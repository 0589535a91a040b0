import { expect, type Page, test } from "@playwright/test";

/** A phone with a dark colour scheme. */
export const NIGHT_PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" } as const;

/** Stores a screenshot of the page for people to look at. Expects the dark theme, and no content wider than the phone. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} is as wide as the phone`).toBeLessThanOrEqual(390);
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });
}
