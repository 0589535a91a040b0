import type { Page } from "@playwright/test";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { hostPage } from "./fleet";
import { BUTTON, FIELD, LINK } from "./labels";
import { signIn } from "./token-sign-in";

test.use({ houseOptions: "writing" });

test.beforeEach(async ({ page, house, complaints }) => {
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
});

/** Opens a page whose scripts wait. Returns the function that lets them run. */
async function openBeforeHydration(page: Page, path: string): Promise<() => void> {
  let hydrate = () => undefined;
  const isHydrating = new Promise<undefined>((resolve) => {
    hydrate = () => void resolve(undefined);
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await isHydrating;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "domcontentloaded" });
  return hydrate;
}

test("a namespace that is typed and chosen before hydration opens the new group there", async ({ page }) => {
  const hydrate = await openBeforeHydration(page, "/groups/new");
  await page.getByLabel(FIELD.namespace, { exact: true }).fill("shop");
  await page.getByRole("button", { name: BUTTON.choose }).click();
  await expect(page).toHaveURL(/groups\/new$/);
  hydrate();
  await expect(page).toHaveURL(/namespace=shop/);
  await expect(page.getByLabel(FIELD.namespace, { exact: true })).toHaveValue("shop");
});

test("a row that is checked and a filter that is typed before hydration apply to the list", async ({ page }) => {
  const hydrate = await openBeforeHydration(page, "/entries");
  await page.locator("[data-row-select]").first().check();
  await page.getByLabel(FIELD.filter, { exact: true }).fill("checkout");
  hydrate();
  await expect(page).toHaveURL(/q=checkout/);
  await expect(page.getByLabel(FIELD.filter, { exact: true })).toHaveValue("checkout");
  await expect(page.getByRole("button", { name: BUTTON.deleteEntries(1) })).toBeVisible();
});

test("a caller that is chosen before hydration is the caller of the page", async ({ page }) => {
  const hydrate = await openBeforeHydration(page, hostPage("services", "shop", "checkout"));
  await page.getByLabel(FIELD.callerKind).selectOption("1");
  hydrate();
  await expect(page).toHaveURL(/caller=gateway/);
});

test("a step in time that is pressed before hydration is taken, and the way back to live needs no script", async ({ page, complaints }) => {
  // The history begins with the test.
  complaints.claim(/404/);
  const at = Math.floor(Date.now() / 60_000) * 60 - 120;
  const hydrate = await openBeforeHydration(page, `/groups?at=${at}`);
  await page.getByRole("button", { name: BUTTON.oneMinuteEarlier }).click();
  hydrate();
  await expect(page.locator("[data-at]")).toHaveAttribute("data-at", String((at - 60) * 1_000));

  const hydrateAgain = await openBeforeHydration(page, `/groups?at=${at}`);
  await page.getByRole("link", { name: LINK.backToLive }).click();
  await expect(page).toHaveURL(/groups$/);
  await expect(page.locator("[data-at]")).toHaveCount(0);
  hydrateAgain();
});
