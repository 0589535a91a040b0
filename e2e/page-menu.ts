import type { Locator, Page } from "@playwright/test";
import { BUTTON } from "./labels";

/** Opens the menu of a page and returns its action of this name. */
export async function menuAction(page: Page, name: string): Promise<Locator> {
  await page.getByRole("main").getByRole("button", { name: BUTTON.moreActions }).click();
  return page.getByRole("menuitem", { name, exact: true });
}
