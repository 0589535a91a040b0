import { expect, type Locator, type Page } from "@playwright/test";
import { FIELD } from "./labels";

/** The row of a form, or a note, about this field of the document. */
export function fieldAt(within: Page | Locator, field: string): Locator {
  return within.locator(`[data-field="${field}"]`);
}

/** The note about a fault of this kind. */
export function faultIn(within: Page | Locator, code: string): Locator {
  return within.locator(`[data-fault="${code}"]`);
}

/** Opens a step of a new group by the bar of steps. */
export function openStep(page: Page, step: "describe" | "reach" | "review" | "bundle" | "arrive"): Promise<void> {
  return page.locator(`[data-step="${step}"]`).getByRole("link").click();
}

/** Describes a new group of this name in the shop, and opens its review. */
export async function reviewGroup(page: Page, name: string, address = ""): Promise<void> {
  await page.goto(`${address}/groups/new/describe?cluster=sandbox&namespace=shop`);
  await page.getByLabel(FIELD.name, { exact: true }).fill(name);
  await openStep(page, "review");
}

type Result = "would" | "refused" | "there" | "same" | "used" | "made" | "unknown";

/** The objects of a review for which the API server had this answer. */
export function objectsWith(page: Page, result: Result): Locator {
  return page.locator(`main li[data-kind][data-result="${result}"]`);
}

/** The object of this kind in a review. */
export function reviewedObject(page: Page, kind: string): Locator {
  return page.locator(`main li[data-kind="${kind}"]`);
}

/** Waits until the API server has made every object of a review. */
export async function expectAllMade(page: Page, { timeout }: { readonly timeout?: number } = {}): Promise<void> {
  await expect(page.locator('main [data-made][data-left="0"]')).toBeVisible(timeout === undefined ? {} : { timeout });
}
