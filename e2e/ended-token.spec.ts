import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shownFiles } from "./bundle-files";
import { Cluster } from "./cluster";
import { expect, SHORT_TOKEN_SECONDS, test } from "./fixtures";
import { BUTTON } from "./labels";
import { startSecond } from "./second-dashboard";
import { expectHeading } from "./statements";
import { signIn } from "./token-sign-in";

test.use({ houseOptions: "shortTokens" });

const CORE = "/api/v1/namespaces/shop";
const ISTIO = "/apis/networking.istio.io/v1/namespaces/shop";

test("names the expired token as the cause while no machine arrives, also after a restart", async ({ page, house, cluster, complaints }) => {
  test.setTimeout(90_000);
  const metadata = { name: "late", namespace: "shop" };
  await cluster.create(`${CORE}/serviceaccounts`, { apiVersion: "v1", kind: "ServiceAccount", metadata: { ...metadata, name: "late-vm" } });
  const spec = { metadata: { labels: { app: "late" } }, template: { serviceAccount: "late-vm" } };
  await cluster.create(`${ISTIO}/workloadgroups`, { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", metadata, spec });
  const folder = mkdtempSync(join(tmpdir(), "stolos-ended-"));
  const settings = { KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_READ_ONLY: "false", STOLOS_SIGN_IN: "token", STOLOS_DATA: folder };
  const { token } = new Cluster(house.kubeconfigOf("team-shop"));
  const first = await startSecond(settings);

  // The warning of the API server, which the page shows as it is.
  const apiWarning = `requested expiration of 3600 seconds shortened to ${SHORT_TOKEN_SECONDS} seconds`;
  await signIn(page, complaints, token, first.address);
  await page.goto(`${first.address}/c/sandbox/groups/shop/late/bundle`);
  await page.getByRole("button", { name: BUTTON.showTheFilesAndAToken }).click();
  await expect(page.getByText(apiWarning)).toBeVisible();
  const timer = page.locator("[data-section=istio-token]").getByRole("timer");
  await expect(timer).toContainText(/\b0:0\d\b/);
  const expiresAt = Number(await timer.getAttribute("data-expires-at"));
  expect(expiresAt - Date.now()).toBeLessThanOrEqual(SHORT_TOKEN_SECONDS * 1_000);
  const files = await shownFiles(page);
  await expect(timer).not.toContainText(/\d:\d\d/, { timeout: 15_000 });
  expect(Date.now()).toBeGreaterThanOrEqual(expiresAt - 1_000);

  await house.control("POST", "/vms", { name: "late-1", address: "10.20.99.5", bundle: files });
  await page.goto(`${first.address}/c/sandbox/groups/shop/late/arrive`);
  await expectHeading(page, "arrival", { group: "shop/late", step: "connected", tokenExpiresAt: expiresAt });
  await expect(page.locator("[data-section=found-causes] [data-cause=token-ended]")).toBeVisible();
  await expect
    .poll(async () => (await house.control("GET", "/vms/shop/late-1")) as object)
    .toMatchObject({ state: expect.stringContaining("Unauthenticated") });
  await page.goto(`${first.address}/audit`);
  await expect(page.getByRole("row").filter({ hasText: "issue-token" })).toContainText("late");
  await first.end();

  const again = await startSecond(settings);
  await signIn(page, complaints, token, again.address);
  await page.goto(`${again.address}/c/sandbox/groups/shop/late/arrive`);
  await expect(page.locator("[data-section=found-causes] [data-cause=token-ended]")).toBeVisible();
  await again.end();
  rmSync(folder, { recursive: true, force: true });
});
