import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/cluster/fixtures";

/** The pages of any cluster. The test writes nothing, so it knows only that the cluster is readable. */
test("every page opens, is live, has one headline, and the browser logs no problem", async ({ visit }) => {
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
  await expect(page.locator("[data-freshness=live]").first()).toBeVisible();
  // The line of a live page counts on.
  const proof = page.locator("[data-freshness=live]").first();
  const before = (await proof.textContent()) ?? "";
  await expect(proof).not.toHaveText(before);
}
