import { expect, test } from "./fixtures";
import { startSecond } from "./second-dashboard";
import { expectHeading } from "./statements";

test("for a viewer of one namespace, the control plane counts its machines only and reports that Pods are not visible", async ({ page, house, cluster }) => {
  const second = await startSecond({ KUBECONFIG: house.kubeconfigOf("team-shop") });
  await page.goto(`${second.address}/control-plane`);
  const { items = [] } = await cluster.get("/apis/networking.istio.io/v1/namespaces/shop/workloadentries");
  const managed = items.filter(({ metadata }) => metadata.annotations?.["istio.io/workloadController"]).length;
  await expectHeading(page, "machines-connected", { managed, replicas: null });
  await expect(page.locator('[data-section="rollout"] [data-rollout]')).toHaveAttribute("data-rollout", "not-visible");
  await expect(page.locator('[data-section="replicas"] [data-standing]').first()).toHaveAttribute("data-standing", "not-visible");
  await page.goto("about:blank");
  await second.end();
});
