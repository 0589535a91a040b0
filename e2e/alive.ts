import { expect, type Page } from "@playwright/test";

/** Waits until a page's scripts run and its stream has spoken: before that it hears no key, and has nothing to lose. */
export async function expectAlive(page: Page, timeoutMs = 20_000): Promise<void> {
  await expect(page.locator("html[data-stream=live]")).toBeAttached({ timeout: timeoutMs });
}
