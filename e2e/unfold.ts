import type { Locator, Page } from "@playwright/test";
import { BUTTON } from "./labels";

/** Opens the row of "Details" whose `data-section` is `name`, if it is folded, and returns it. */
export async function unfold(page: Page, name: string): Promise<Locator> {
  const section = page.locator(`[data-section="${name}"]`);
  const row = section.locator("button[aria-expanded]").first();
  if ((await row.getAttribute("aria-expanded")) === "false") await row.click();
  return section;
}

/** Opens all rows of "Details". */
export async function unfoldAll(page: Page): Promise<void> {
  await page.getByRole("button", { name: BUTTON.unfoldAll }).click();
}

/** Opens all that a page folds: the rows of "Details", and healthy machines of a group. */
export async function unfoldPage(page: Page): Promise<void> {
  const folded = page.locator("[data-unfold-machines]").or(page.getByRole("button", { name: BUTTON.unfoldAll, exact: true }));
  for (const button of (await folded.all()).reverse()) await button.click();
}
