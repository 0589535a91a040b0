import type { Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { expectNoViolations } from "./axe-violations";
import { expect, test } from "./fixtures";
import { BUTTON, DIALOG, FIELD } from "./labels";
import { giveTeamViews, TEAM_VIEWS } from "./team-views";
import { signIn } from "./token-sign-in";

test.use({ houseOptions: "writing" });

test("a saved view stays until the sign-out, and a team view is offered if it leads to a list", async ({ page, house, cluster, complaints }) => {
  await giveTeamViews(cluster, "views:\n  - name: <b>Shop</b> at night\n    address: /oncall?ns=shop\n");
  await signIn(page, complaints, cluster.token);
  await page.goto("/entries?ns=shop&q=checkout");
  await expectAlive(page);
  await page.getByRole("button", { name: BUTTON.views }).click();
  const views = page.getByRole("dialog", { name: DIALOG.views });
  await views.getByLabel(FIELD.viewName).fill("  ");
  await views.getByRole("button", { name: BUTTON.keep, exact: true }).click();
  await expect(views.locator('[data-fault="name-length"]')).toBeVisible();
  await views.getByLabel(FIELD.viewName).fill("Checkout");
  await views.getByRole("button", { name: BUTTON.keep, exact: true }).click();
  await expect(views.getByRole("link", { name: "Checkout" })).toHaveAttribute("href", "/entries?ns=shop&q=checkout");
  await expectNoViolations(page, "the views of a list");

  // The name of a team view is shown as text.
  await views.getByRole("link", { name: "<b>Shop</b> at night" }).click();
  await expect(page).toHaveURL(`${house.address}/oncall?ns=shop`);
  await openSavedViews(page);
  await views.getByRole("link", { name: "Checkout" }).click();
  await expect(page).toHaveURL(/\/entries\?ns=shop&q=checkout/);

  // A team view that leads to no list is not offered.
  for (const address of ["https://evil.example/oncall", "//evil.example", "javascript:document.title=1", "/api/sign-out"]) {
    await cluster.patch(TEAM_VIEWS, { data: { "views.yaml": `views: [{name: A, address: "${address}"}]` } });
    await page.goto("/oncall");
    // A click before React has hydrated the button does nothing.
    await expectAlive(page);
    await openSavedViews(page);
    const problem = views.locator('[data-fault="no-address"]');
    await expect(problem).toHaveAttribute("data-place", "ConfigMap istio-system/stolos-views");
    await expect(problem).toHaveAttribute("data-at", "0");
    await expect(views.getByRole("link", { name: "A", exact: true })).toHaveCount(0);
  }

  const keptKeys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("stolos.view")));
  expect(await keptKeys()).toHaveLength(1);
  await page.keyboard.press("Escape");
  await page.locator("button[data-viewer]").click();
  await page.getByRole("menuitem", { name: BUTTON.signOut }).click();
  await expect(page).toHaveURL(/sign-in/);
  expect(await keptKeys()).toEqual([]);
});

/** Opens the saved views by the menu of a page without a list. */
async function openSavedViews(page: Page): Promise<void> {
  await page.getByRole("button", { name: BUTTON.moreActions }).click();
  await page.getByRole("menuitem", { name: BUTTON.savedViews }).click();
}
