import type { Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { groupPage } from "./fleet";
import { pastBanner } from "./freshness";
import { untilRecorded } from "./history";
import { BUTTON, FIELD, LINK } from "./labels";
import { startSecond } from "./second-dashboard";

/* An alert links to a page from another site: the browser sends no cookie with such a link. */

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const ALERTS = "http://alerts.example/";
const ALERT = "shop/storefront";

/** Opens the alert on its own site and taps its link. */
async function follow(page: Page, link: string): Promise<void> {
  await page.route(ALERTS, (route) => route.fulfill({ contentType: "text/html", body: `<a href="${link}">${ALERT}</a>` }));
  await page.goto(ALERTS);
  await page.getByRole("link", { name: ALERT }).tap();
}

test("an alert's link on another site opens the group at its moment: at once for a signed-in user, after the sign-in for others", async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  complaints.claim(/status of 401/);
  const second = await startSecond({ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_SIGN_IN: "token" });
  await untilRecorded(second.address, { authorization: `Bearer ${cluster.token}` });
  const seconds = Math.ceil(Date.now() / 1_000);
  const link = `${second.address}${groupPage("shop", "storefront")}?at=${seconds}`;
  const atItsMoment = () => expect(pastBanner(page)).toHaveAttribute("data-at", String(seconds * 1_000));

  await test.step("without a session, the link leads to the sign-in and then to the moment", async () => {
    await follow(page, link);
    await expect(page).toHaveURL(/\/sign-in\?from=/);
    await page.getByLabel(FIELD.token).fill(cluster.token);
    await page.getByRole("button", { name: BUTTON.signIn, exact: true }).tap();
    await expect(page).toHaveURL(link);
    await atItsMoment();
  });

  await test.step("with a session, the link leads to the moment, though the browser sends no cookie with it", async () => {
    await page.goto("about:blank");
    await follow(page, link);
    await expect(page).toHaveURL(link);
    await atItsMoment();
    await page.getByRole("link", { name: LINK.backToLive }).tap();
    await expectAlive(page);
  });
  await page.goto("about:blank");
  await second.end();
});
