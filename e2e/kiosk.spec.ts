import { dirname } from "node:path";
import { expectNoViolations } from "./axe-violations";
import { expect, test } from "./fixtures";
import { deployRole } from "./read-only/deployed";
import { startSecond } from "./second-dashboard";

/* A wall display: nobody signs in, and it shows what was declared for it. The account behind it may read everything and set the size of every group. */

test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--seed", "1", "--speed", "4"],
    settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1", STOLOS_SIGN_IN: "kiosk", STOLOS_KIOSK_NAMESPACES: "shop" },
  },
});

test("shows the declared namespace and no other, and says that nobody is signed in", async ({ page }) => {
  await page.goto("/entries");
  await expect(page.getByText(/^live ·/)).toBeVisible();
  await expect(page.getByText("Nobody is signed in")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "shop" }).first()).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "legacy" })).toHaveCount(0);
  await page.getByText(/^live ·/).click();
  await expect(page.getByText("whoever passes by sees the namespaces that this display is set to show").last()).toBeVisible();
  await page.keyboard.press("Escape");
  await expectNoViolations(page, "the list of a wall display");
});

test("reads no single object and takes no change, whoever asks", async ({ page, cluster, request }) => {
  const { items = [] } = await cluster.get("/apis/networking.istio.io/v1/namespaces/shop/workloadgroups");
  const group = items[0]?.metadata;
  if (group === undefined) throw new Error("There is no group to look at.");
  await page.goto(`/c/sandbox/groups/shop/${group.name}#yaml`);
  await expect(page.getByText("This display reads no single object: neither its YAML nor its events are shown.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Show", exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "change the expected size" })).toHaveCount(0);

  const origin = { origin: new URL(page.url()).origin, "sec-fetch-site": "same-origin" };
  for (const what of ["objects", "events"]) {
    expect((await request.get(`/api/c/sandbox/${what}/workloadgroups/shop/${group.name}`)).status(), what).toBe(404);
  }
  const data = { dryRun: false, resourceVersion: group.resourceVersion, input: { size: "7" } };
  const answer = await request.post(`/api/c/sandbox/commands/set-expected-size/shop/${group.name}`, { data, headers: origin });
  expect(answer.status()).toBe(404);
  expect((await request.get("/api/c/sandbox/objects/workloadgroups/legacy/anything")).status()).toBe(404);
});

test("shows its namespace, with machines that are healthy, by the account of its own that is shipped", async ({ page, house, cluster }) => {
  const account = await deployRole({ admin: cluster, folder: dirname(house.kubeconfigOf("admin")) }, "kiosk-role");
  const settings = { STOLOS_SIGN_IN: "kiosk", STOLOS_KIOSK_NAMESPACES: "shop" };
  const kiosk = await startSecond({ KUBECONFIG: house.kubeconfigOf(account), ...settings });
  await page.goto(`${kiosk.address}/entries?q=state:healthy`);
  await expect(page.getByRole("row").filter({ hasText: "shop" }).first()).toBeVisible();
  await page.goto(`${kiosk.address}/entries?ns=legacy`);
  await expect(page.getByRole("row").filter({ hasText: "legacy" })).toHaveCount(0);
  // A page that is open asks on, and a server that ends refuses it.
  await page.goto("about:blank");
  await kiosk.end();
});
