import { expect, type Page, test } from "@playwright/test";

/** A phone in the hand of somebody at night. */
export const NIGHT_PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" } as const;

/** Keeps a picture of what whoever is on call sees on a phone, for people to look at: dark, and no wider than the phone. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} is as wide as the phone`).toBeLessThanOrEqual(390);
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });
}
