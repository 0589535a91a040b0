import { expect, test } from "./fixtures";
import { startSecond } from "./second-dashboard";

test("whoever sees one namespace reads of its machines only, and that Pods are not visible", async ({ page, house, cluster }) => {
  const second = await startSecond({ KUBECONFIG: house.kubeconfigOf("team-shop") });
  await page.goto(`${second.address}/control-plane`);
  const { items = [] } = await cluster.get("/apis/networking.istio.io/v1/namespaces/shop/workloadentries");
  const managed = items.filter(({ metadata }) => metadata.annotations?.["istio.io/workloadController"]).length;
  await expect(page.getByRole("heading", { level: 1 })).toHaveAccessibleName(new RegExp(`of ${managed} machines look connected\\.`));
  await expect(page.getByRole("main")).toContainText("istiod's replicas are not visible");
  await expect(page.getByRole("main")).toContainText("Whether istiod is rolled out cannot be told: its Pods are not visible to you.");
  await expect(
    page
      .getByRole("table", { name: /^Replicas of istiod/ })
      .locator("[data-standing]")
      .first(),
  ).toContainText("not visible");
  await page.goto("about:blank");
  await second.end();
});
