import { expectAlive } from "./alive";
import { expectNoViolations } from "./axe-violations";
import { expect, test } from "./fixtures";
import { giveTeamViews, TEAM_VIEWS } from "./team-views";

test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--seed", "1", "--speed", "4"],
    settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1", STOLOS_SIGN_IN: "token", STOLOS_TEAM_VIEWS: "istio-system/stolos-views" },
  },
});

test("a view is kept under a name until the sign-out, and the team's are offered where they lead to a list", async ({ page, house, cluster, complaints }) => {
  complaints.claim(/status of 401/);
  await giveTeamViews(cluster, "views:\n  - name: <b>Shop</b> at night\n    address: /oncall?ns=shop\n");
  const signIn = async () => {
    await page.goto("/sign-in");
    await page.getByLabel("Token of the cluster").fill(cluster.token);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).not.toHaveURL(/sign-in/);
  };
  await signIn();
  await page.goto("/entries?ns=shop&q=checkout");
  await expectAlive(page);
  await page.getByRole("button", { name: "Views" }).click();
  const views = page.getByRole("dialog", { name: "Views" });
  await views.getByLabel("Keep what is shown as").fill("  ");
  await views.getByRole("button", { name: "Keep" }).click();
  await expect(views).toContainText("A name has 1 to 60 characters.");
  await views.getByLabel("Keep what is shown as").fill("Checkout");
  await views.getByRole("button", { name: "Keep" }).click();
  await expect(views.getByRole("link", { name: "Checkout" })).toHaveAttribute("href", "/entries?ns=shop&q=checkout");
  await expectNoViolations(page, "the views of a list");

  // What a team calls a view is text, and leads to a list.
  await views.getByRole("link", { name: "<b>Shop</b> at night" }).click();
  await expect(page).toHaveURL(`${house.address}/oncall?ns=shop`);
  await page.getByRole("button", { name: "Views" }).click();
  await views.getByRole("link", { name: "Checkout" }).click();
  await expect(page).toHaveURL(/\/entries\?ns=shop&q=checkout/);

  // A list that would lead elsewhere is not offered at all.
  for (const address of ["https://evil.example/oncall", "//evil.example", "javascript:document.title=1", "/api/sign-out"]) {
    await cluster.patch(TEAM_VIEWS, { data: { "views.yaml": `views: [{name: A, address: "${address}"}]` } });
    await page.goto("/oncall");
    await page.getByRole("button", { name: "Views" }).click();
    await expect(views).toContainText("ConfigMap istio-system/stolos-views holds views that cannot be used: views[0] has no address of a list of this site");
    await expect(views.getByRole("link", { name: "A", exact: true })).toHaveCount(0);
  }

  const keptKeys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("stolos.view")));
  expect(await keptKeys()).toHaveLength(1);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Signed in/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/sign-in/);
  expect(await keptKeys()).toEqual([]);
});
