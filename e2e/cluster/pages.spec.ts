import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/cluster/fixtures";

/** The pages of whatever cluster this is: nothing is written there, so nothing is known of it but that it must be readable. */
test("every page opens, is live, has one headline, and the browser has nothing to complain about", async ({ visit }) => {
  for (const path of ["/", "/groups", "/entries"]) {
    const page = await visit("dashboard", path);
    await expectLive(page);
    const first = page.getByRole("main").locator("[data-row-link]").first();
    if (path !== "/" && (await first.count()) > 0) {
      const name = (await first.textContent()) ?? "";
      await first.click();
      await expect(page, `the row of ${name} leads to its page`).toHaveURL(/\/c\/[^/]+\/(groups|entries)\//);
      await expectLive(page);
      await expect(page.getByRole("main")).toContainText(name);
    }
    await page.close();
  }
});

async function expectLive(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^Freshness: Live/ })).toBeVisible();
  // A page that is live goes on proving it.
  const proof = page.getByRole("button", { name: /^Freshness: Live/ });
  const before = (await proof.textContent()) ?? "";
  await expect(proof).not.toHaveText(before);
}
