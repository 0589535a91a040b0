import type { Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { groupPage } from "./fleet";
import { untilRecorded } from "./history";
import { startSecond } from "./second-dashboard";

/* The way of whoever is woken: a link in a message on another site, of which a browser sends no cookie along. */

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const ALERTS = "http://alerts.example/";

/** Opens the alert on its own site, and its link with a tap. */
async function follow(page: Page, link: string): Promise<void> {
  await page.route(ALERTS, (route) => route.fulfill({ contentType: "text/html", body: `<a href="${link}">storefront is failing</a>` }));
  await page.goto(ALERTS);
  await page.getByRole("link", { name: "storefront is failing" }).tap();
}

test("an alert's link on another site opens the group at its moment, for whoever is signed in at once, for others after the sign-in", async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  complaints.claim(/status of 401/);
  const second = await startSecond({ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_SIGN_IN: "token" });
  await untilRecorded(second.address, { authorization: `Bearer ${cluster.token}` });
  const link = `${second.address}${groupPage("shop", "storefront")}?at=${Math.ceil(Date.now() / 1_000)}`;
  const past = page.getByRole("region", { name: "The past" });

  await test.step("who is not signed in signs in first, and is led to the moment", async () => {
    await follow(page, link);
    await expect(page).toHaveURL(/\/sign-in\?from=/);
    await page.getByLabel("Token of the cluster").fill(cluster.token);
    await page.getByRole("button", { name: "Sign in" }).tap();
    await expect(page).toHaveURL(link);
    await expect(past).toContainText("As it was at");
  });

  await test.step("who is signed in is led there without a question, though the cookie does not come with the link", async () => {
    await page.goto("about:blank");
    await follow(page, link);
    await expect(page).toHaveURL(link);
    await expect(past).toContainText("As it was at");
    await page.getByRole("button", { name: "Back to live" }).tap();
    await expectAlive(page);
  });
  await page.goto("about:blank");
  await second.end();
});
