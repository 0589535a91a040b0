import { expect, test } from "./fixtures";
import { startSecond } from "./second-dashboard";

const MESH = "/api/v1/namespaces/istio-system/configmaps";

test("the mesh's configuration is read by its names alone, of every revision, and nothing else of its kind", async ({ page, cluster }) => {
  await page.goto("/");
  await page.getByRole("button", { name: /^Freshness/ }).click();
  const row = page.getByRole("row").filter({ hasText: "the mesh's configuration" });
  await expect(row).toContainText("in istio-system");
  await expect(row.getByRole("cell").nth(1)).toHaveText("2");
  await expect(row).toContainText(/live|ago|now/i);
  await expect(page.getByRole("row").filter({ hasText: "services of gateways" })).toBeVisible();

  const { metadata, ...held } = await cluster.get(`${MESH}/istio-1-31-2`);
  await cluster.delete(`${MESH}/istio-1-31-2`);
  await expect(row.getByRole("cell").nth(1)).toHaveText("1");
  await cluster.create(MESH, { ...held, metadata: { name: metadata.name } });
  await expect(row.getByRole("cell").nth(1)).toHaveText("2");
});

test("who may not read it is told so, and sees the rest", async ({ page, house }) => {
  const second = await startSecond({ KUBECONFIG: house.kubeconfigOf("team-shop"), STOLOS_NAMESPACES: "shop" });
  await page.goto(second.address);
  await page.getByRole("button", { name: /^Freshness/ }).click();
  const row = page.getByRole("row").filter({ hasText: "the mesh's configuration" });
  await expect(row).toContainText("denied");
  await page.goto("about:blank");
  await second.end();
});
