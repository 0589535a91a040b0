import { dirname } from "node:path";
import { freshness } from "./alive";
import { expectNoViolations } from "./axe-violations";
import { expect, test } from "./fixtures";
import { BUTTON } from "./labels";
import { deployRole } from "./read-only/deployed";
import { startSecond } from "./second-dashboard";
import { unfold } from "./unfold";

/* A wall display without sign-in shows the declared namespaces only. Its account may read everything and set the size of every group. */

test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--seed", "1", "--speed", "4"],
    settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1", STOLOS_SIGN_IN: "kiosk", STOLOS_KIOSK_NAMESPACES: "shop" },
  },
});

test("shows the declared namespace and no other, and that no user is signed in", async ({ page }) => {
  await page.goto("/entries");
  await expect(freshness(page, "live")).toBeVisible();
  await expect(page.locator("nav [data-viewer=''][data-sign-in=kiosk]")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "shop" }).first()).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "legacy" })).toHaveCount(0);
  await freshness(page, "live").click();
  await expect(page.getByRole("dialog").locator("[data-sign-in=kiosk][data-read-as=none][data-may-write=false]")).toBeVisible();
  await page.keyboard.press("Escape");
  await expectNoViolations(page, "the list of a wall display");
});

test("reads no single object and accepts no change", async ({ page, cluster, request }) => {
  const { items = [] } = await cluster.get("/apis/networking.istio.io/v1/namespaces/shop/workloadgroups");
  const group = items[0]?.metadata;
  if (group === undefined) throw new Error("There is no group to look at.");
  await page.goto(`/c/sandbox/groups/shop/${group.name}#yaml`);
  await unfold(page, "events");
  for (const section of ["yaml", "events"]) await expect(page.locator(`[data-section=${section}] [data-read-as=none]`)).toBeVisible();
  await expect(page.getByRole("button", { name: BUTTON.show, exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: BUTTON.changeTheExpectedSize })).toHaveCount(0);

  const origin = { origin: new URL(page.url()).origin, "sec-fetch-site": "same-origin" };
  for (const what of ["objects", "events"]) {
    expect((await request.get(`/api/c/sandbox/${what}/workloadgroups/shop/${group.name}`)).status(), what).toBe(404);
  }
  const data = { dryRun: false, resourceVersion: group.resourceVersion, input: { size: "7" } };
  const answer = await request.post(`/api/c/sandbox/commands/set-expected-size/shop/${group.name}`, { data, headers: origin });
  expect(answer.status()).toBe(404);
  expect((await request.get("/api/c/sandbox/objects/workloadgroups/legacy/anything")).status()).toBe(404);
});

test("shows healthy machines of its namespace with the shipped role", async ({ page, house, cluster }) => {
  const account = await deployRole({ admin: cluster, folder: dirname(house.kubeconfigOf("admin")) }, "kiosk-role");
  const settings = { STOLOS_SIGN_IN: "kiosk", STOLOS_KIOSK_NAMESPACES: "shop" };
  const kiosk = await startSecond({ KUBECONFIG: house.kubeconfigOf(account), ...settings });
  await page.goto(`${kiosk.address}/entries?q=state:healthy`);
  await expect(page.getByRole("row").filter({ hasText: "shop" }).first()).toBeVisible();
  await page.goto(`${kiosk.address}/entries?ns=legacy`);
  await expect(page.getByRole("row").filter({ hasText: "legacy" })).toHaveCount(0);
  // An open page would send requests to a server that ends.
  await page.goto("about:blank");
  await kiosk.end();
});
