import { expectNoViolations } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { giveRails } from "./rails";
import { signIn } from "./token-sign-in";
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

test("the platform team's rules are told, offered as presets, and kept by every write", async ({ page, house, cluster, complaints }) => {
  test.setTimeout(90_000);
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/groups/new?cluster=sandbox&namespace=shop");
  const rules = page.getByRole("list", { name: "Rules of the platform team" });
  await expect(rules).toContainText("may not read ConfigMap istio-system/stolos-guard-rails");
  await page.goto("/groups/new/describe?cluster=sandbox&namespace=shop");
  await page.getByLabel("Name", { exact: true }).fill("unruled");
  await page.getByRole("link", { name: "Review", exact: true }).click();
  complaints.claim(/status of (503|422)/);
  await expect(page.getByRole("alert").filter({ hasText: "nothing that it may forbid is written" }).first()).toBeVisible();

  await giveRails(cluster, RULES);
  await page.goto("/groups/new?cluster=sandbox&namespace=shop");
  await expect(rules).toContainText("Names of new groups: vm-*, where * is any text.");
  await expect(rules).toContainText("Machines have the label cost-center: 100, 200.");
  const fact = (title: string) => page.getByRole("list", { name: "Facts of the mesh" }).getByRole("listitem").filter({ hasText: title });
  await expect(fact("East-west gateway").first()).toContainText("gw.example.net");
  await expect(fact("East-west gateway").first()).toContainText("From the preset Web server.");
  await expect(fact("East-west gateway, network dc-1")).toContainText("203.0.113.77");
  await expect(fact("East-west gateway, network dc-1")).toContainText("From the preset Data centre 1, for groups of network dc-1.");
  await expect(fact("Cluster ID").getByText("problem", { exact: true })).toBeVisible();
  await expect(fact("Cluster ID")).toContainText(
    "istio-sidecar-injector, read with the server's own account has Kubernetes: where the preset Web server is wrong",
  );
  await fact("Cluster ID").getByText("Type another").click();
  await page.getByLabel("Cluster ID of your own").fill("mine");
  await expect(fact("Cluster ID")).toContainText("Typed by you in the first step of a new group.");
  await expectNoViolations(page, "the rules of the platform team");
  await page.getByRole("link", { name: "Next: describe it" }).click();
  await page.getByRole("button", { name: "Web server" }).click();
  await expect(page.getByRole("group", { name: "Labels" })).toContainText("cost-center");
  await page.getByLabel("Name", { exact: true }).fill("web");
  await expect(page.getByText("The platform team wants names of groups like vm-*, where * is any text. Choose such a name.").first()).toBeVisible();
  await expectNoViolations(page, "a name that breaks a rule");
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "metadata.name: The platform team wants names of groups like vm-*" })).toBeVisible();
  await page.getByRole("link", { name: /Describe/ }).click();
  await page.getByLabel("Name", { exact: true }).fill("vm-web");
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await expect(page.getByText("It would take it", { exact: true })).toHaveCount(2);
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("The API server has all of them.")).toBeVisible();

  // An edit keeps them too, and the text stays.
  await page.goto("/c/sandbox/groups/shop/vm-web");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const text = await yamlText(page);
  await typeYaml(page, text.replace(/\n *cost-center: .*/, ""));
  await page.getByRole("button", { name: "Check (dry run)" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The platform team wants the label cost-center on machines. Its values: 100, 200." })).toBeVisible();
  expect(await yamlText(page)).not.toContain("cost-center");
  await expect(page.getByRole("list", { name: "Said of the lines" })).toContainText("Refused at spec.metadata.labels[cost-center]: The platform team wants");

  // The files begin with what the preset says, and so does the life of a token.
  await page.goto("/c/sandbox/groups/shop/vm-web/bundle");
  await expect(page.getByLabel("Gateway to istiod: IP address or DNS name")).toHaveValue("gw.example.net");
  await expect(page.getByText("from the preset Web server", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Cluster ID")).toHaveValue("mine");
  await expect(page.getByText("typed by you in the first step of a new group", { exact: true })).toBeVisible();
  const lives = page.getByRole("group", { name: "It lives for" });
  await expect(lives.getByRole("radio")).toHaveCount(2);
  await expect(lives.getByRole("radio", { name: "15 minutes" })).toBeChecked();
});
