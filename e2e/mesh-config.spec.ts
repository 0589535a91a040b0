import { expect, test } from "./fixtures";
import { startSecond } from "./second-dashboard";

const MESH = "/api/v1/namespaces/istio-system/configmaps";

test("reads the mesh configuration of every revision by name, and no other ConfigMap", async ({ page, cluster }) => {
  await page.goto("/");
  await page.locator("button[data-freshness]").click();
  const row = page.locator("tr[data-source=mesh-config]");
  await expect(row).toHaveAttribute("data-namespace", "istio-system");
  await expect(row).toContainText("istio-system");
  await expect(row.getByRole("cell").nth(1)).toHaveText("2");
  await expect(row).toHaveAttribute("data-freshness", "live");
  await expect(page.locator("tr[data-source=gateway-services]")).toBeVisible();

  const { metadata, ...held } = await cluster.get(`${MESH}/istio-1-31-2`);
  await cluster.delete(`${MESH}/istio-1-31-2`);
  await expect(row.getByRole("cell").nth(1)).toHaveText("1");
  await cluster.create(MESH, { ...held, metadata: { name: metadata.name } });
  await expect(row.getByRole("cell").nth(1)).toHaveText("2");
});

test("shows the mesh configuration as denied to a user who may not read it", async ({ page, house }) => {
  const second = await startSecond({ KUBECONFIG: house.kubeconfigOf("team-shop"), STOLOS_NAMESPACES: "shop" });
  await page.goto(second.address);
  await page.locator("button[data-freshness]").click();
  const row = page.locator("tr[data-source=mesh-config]");
  await expect(row).toHaveAttribute("data-freshness", "denied");
  await page.goto("about:blank");
  await second.end();
});
