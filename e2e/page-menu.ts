import type { Locator, Page } from "@playwright/test";
import { BUTTON } from "./labels";

/** Opens the menu of a page and returns its action of this name. */
export async function menuAction(page: Page, name: string): Promise<Locator> {
  await page.getByRole("main").getByRole("button", { name: BUTTON.moreActions }).click();
  return page.getByRole("menuitem", { name, exact: true });
}

/** Reads the address of the file that the menu of a list offers, and closes the menu. */
export async function fileAddress(page: Page, format: "CSV" | "JSON"): Promise<string> {
  const file = await menuAction(page, BUTTON.download(format));
  const address = await file.getAttribute("href");
  await page.keyboard.press("Escape");
  return address ?? "";
}
