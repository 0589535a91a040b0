import { expectNoViolations } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { BUTTON, FIELD, LINK } from "./labels";
import { expectAllMade, faultIn, fieldAt, objectsWith, openStep, reviewedObject, reviewGroup } from "./new-group-steps";
import { giveRails } from "./rails";
import { signIn } from "./token-sign-in";
import { unfold } from "./unfold";
import { typeYaml, yamlText } from "./yaml-field";

test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--seed", "1", "--speed", "4"],
    settings: {
      ...{ STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1", STOLOS_READ_ONLY: "false", STOLOS_SIGN_IN: "token" },
      STOLOS_GUARD_RAILS: "istio-system/stolos-guard-rails",
    },
  },
});

const RULES = `
namespaces: [shop]
namePattern: vm-*
requiredLabels:
  - key: cost-center
    values: ["100", "200"]
maxTokenSeconds: 900
presets:
  - name: Web server
    labels: {app: vm-web, cost-center: "100"}
    ports: {http: 8080}
    probe: {httpGet: {port: 8080, path: /healthz}}
    mesh: {gateway: gw.example.net, clusterId: elsewhere}
  - name: Data centre 1
    network: dc-1
    mesh: {gateway: 203.0.113.77}
`;

test("the policies of the platform team are shown, and every write that breaks one is refused", async ({ page, house, cluster, complaints }) => {
  test.setTimeout(90_000);
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/groups/new?cluster=sandbox&namespace=shop");
  const policies = page.locator('[data-section="policies"]');
  await expect(policies.locator('[data-problem="policy-unknown"]')).toHaveAttribute("data-why", "denied");
  await expect(policies.locator('[data-problem="policy-unknown"]')).toHaveAttribute("data-place", "ConfigMap istio-system/stolos-guard-rails");
  complaints.claim(/status of (503|422)/);
  await reviewGroup(page, "unruled");
  await expect(objectsWith(page, "refused").locator('[data-problem="policy-unknown"]')).toHaveCount(2);

  await giveRails(cluster, RULES);
  await page.goto("/groups/new?cluster=sandbox&namespace=shop");
  await expect(policies.locator('[data-policy="namePattern"]')).toHaveAttribute("data-values", "vm-*");
  const label = policies.locator('[data-policy="requiredLabels"]');
  await expect(label).toHaveAttribute("data-key", "cost-center");
  await expect(label).toHaveAttribute("data-values", "100 200");
  await expect(policies.locator('[data-state="ok"]')).toHaveAttribute("data-namespace", "shop");
  const facts = page.locator('[data-section="mesh-values"]');
  const gateway = facts.locator('[data-fact="gateway"]');
  await expect(gateway.and(page.locator('[data-preset="Web server"]:not([data-network])'))).toContainText("gw.example.net");
  await expect(gateway.and(page.locator('[data-preset="Data centre 1"][data-network="dc-1"]'))).toContainText("203.0.113.77");
  const clusterId = facts.locator('[data-fact="clusterId"]');
  await expect(clusterId).toHaveAttribute("data-state", "problem");
  await expect(clusterId).toHaveAttribute("data-fault", "differs-from-preset");
  await expect(clusterId).toHaveAttribute("data-place", "ConfigMap istio-system/istio-sidecar-injector");
  await clusterId.locator("summary").click();
  await page.getByLabel(FIELD.clusterIdOfYourOwn).fill("mine");
  await expect(clusterId).toHaveAttribute("data-typed-at", "ready");
  await expectNoViolations(page, "the rules of the platform team");
  await page.getByRole("link", { name: LINK.nextDescribeIt }).click();
  await page.getByRole("button", { name: "Web server" }).click();
  await expect(fieldAt(page, "spec.metadata.labels")).toContainText("cost-center");
  await page.getByLabel(FIELD.name, { exact: true }).fill("web");
  await expect(faultIn(fieldAt(page, "metadata.name").first(), "policy-name")).toHaveAttribute("data-level", "refuses");
  await expectNoViolations(page, "a name that breaks a rule");
  await openStep(page, "review");
  await expect(faultIn(reviewedObject(page, "WorkloadGroup"), "policy-name")).toHaveAttribute("data-field", "metadata.name");
  await openStep(page, "describe");
  await page.getByLabel(FIELD.name, { exact: true }).fill("vm-web");
  await openStep(page, "review");
  await expect(objectsWith(page, "would")).toHaveCount(2);
  await page.getByRole("button", { name: BUTTON.apply, exact: true }).click();
  await expectAllMade(page);

  // An edit that breaks a policy is refused too, and the text stays.
  await page.goto("/c/sandbox/groups/shop/vm-web");
  await unfold(page, "yaml");
  await page.getByRole("button", { name: BUTTON.edit, exact: true }).click();
  const text = await yamlText(page);
  await typeYaml(page, text.replace(/\n *cost-center: .*/, ""));
  await page.getByRole("button", { name: BUTTON.checkDryRun }).click();
  await expect(page.locator('[data-phase="refused"]')).toHaveAttribute("data-problem", "policy-broken");
  expect(await yamlText(page)).not.toContain("cost-center");
  await expect(faultIn(page, "policy-label-missing")).toHaveAttribute("data-field", "spec.metadata.labels");
  await expect(faultIn(page, "policy-label-missing")).toContainText("cost-center");

  // The files and the life of a token have the values of the preset.
  await page.goto("/c/sandbox/groups/shop/vm-web/bundle");
  await expect(page.getByLabel(FIELD.gatewayToIstiod)).toHaveValue("gw.example.net");
  await expect(fieldAt(page, "gateway")).toHaveAttribute("data-preset", "Web server");
  await expect(page.getByLabel(FIELD.clusterId)).toHaveValue("mine");
  await expect(fieldAt(page, "clusterId")).toHaveAttribute("data-typed-at", "ready");
  const lives = fieldAt(page, "minutes");
  await expect(lives.getByRole("radio")).toHaveCount(2);
  await expect(lives.locator('input[value="15"]')).toBeChecked();
});
