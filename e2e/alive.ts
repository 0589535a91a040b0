import { expect, type Locator, type Page } from "@playwright/test";

/** Waits until a page's scripts run and its stream has spoken: before that it hears no key, and has nothing to lose. */
export async function expectAlive(page: Page, timeoutMs = 20_000): Promise<void> {
  await expect(page.locator("html[data-stream=live]")).toBeAttached({ timeout: timeoutMs });
}

/** The freshness line in the top bar, while it has this kind: "live", "stale", "past". */
export const freshness = (page: Page, kind: string): Locator => page.locator(`button[data-freshness=${kind}]`);

/** The banner of a problem, by its code: "stale" (nothing is confirmed), "unchecked" (permissions), "denied", "signed-out". */
export const banner = (page: Page, code: string): Locator => page.locator(`[data-banner=${code}]`);
