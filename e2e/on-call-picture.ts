import { join } from "node:path";
import { expect, type Page } from "@playwright/test";

/** A phone with a dark colour scheme. */
export const NIGHT_PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" } as const;

/** Expects the dark theme, and no content wider than the phone. STOLOS_PICTURES=FOLDER stores a screenshot of the page. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} is as wide as the phone`).toBeLessThanOrEqual(390);
  const folder = process.env.STOLOS_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
