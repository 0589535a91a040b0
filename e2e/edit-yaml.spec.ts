import type { Locator, Page } from "@playwright/test";
import { expectNoViolations } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { BUTTON, FIELD } from "./labels";
import { faultIn, fieldAt } from "./new-group-steps";
import { menuAction } from "./page-menu";
import { signIn } from "./token-sign-in";
import { unfold } from "./unfold";
import { expectYaml, typeYaml, yamlField, yamlText } from "./yaml-field";

test.use({ houseOptions: "writing" });

/** The answer of the API server to the port below, as kube-apiserver 1.36 writes it. */
const API_REFUSAL = "Invalid value: 99999: port must be between 1-65535";
const ISTIO = "/apis/networking.istio.io/v1/namespaces/shop";

/** Makes a group that no other test uses. */
async function made(cluster: Cluster, name: string): Promise<void> {
  const spec = { metadata: { labels: { app: name } }, template: { serviceAccount: `${name}-vm`, ports: { http: 8080 }, weight: 1 } };
  await cluster.create(`${ISTIO}/workloadgroups`, {
    apiVersion: "networking.istio.io/v1",
    kind: "WorkloadGroup",
    metadata: { name, namespace: "shop", annotations: { "argocd.argoproj.io/tracking-id": "shop" } },
    spec,
  });
}

test("an edit of a group is tried and applied, and is done once the watch has its version", async ({ page, house, cluster, complaints }) => {
  await made(cluster, "edited");
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/c/sandbox/groups/shop/edited");
  await unfold(page, "yaml");
  await page.getByRole("button", { name: BUTTON.edit, exact: true }).click();
  await expect(page.locator('[data-owner="Argo CD"]')).toHaveAttribute("data-mark", "argocd.argoproj.io/tracking-id");
  expect(await yamlText(page)).not.toMatch(/resourceVersion|managedFields|creationTimestamp/);
  const text = await yamlText(page);

  await typeYaml(page, text.replace("name: edited", "name: other"));
  await expect(faultIn(page, "other-object")).toHaveAttribute("data-field", "metadata.name");
  await typeYaml(page, text.replace("http: 8080", "http: 8080\n      htpp: 99999"));
  const port = fieldAt(page, "spec.template.ports.htpp");
  await expect(faultIn(page, "port-range").and(port)).toBeVisible();
  // The API server refuses the same field with its own message, and the text stays.
  complaints.claim(/status of 422/);
  await page.getByRole("button", { name: BUTTON.checkDryRun }).click();
  await expect(phase(page, "refused")).toContainText("spec.template.ports[htpp]");
  await expect(faultIn(page, "port-range")).toHaveCount(0);
  const refusal = faultIn(page, "refused").and(port);
  await expect(refusal).toHaveAttribute("data-line", String((await yamlText(page)).split("\n").findIndex((line) => line.includes("htpp")) + 1));
  await expect(refusal).toContainText(API_REFUSAL);

  await typeYaml(page, text.replace("http: 8080", "http: 8081 # moved"));
  await page.reload();
  await expectYaml(page, /http: 8081 # moved/);
  await expect(page.locator("[data-changed-fields]")).toHaveAttribute("data-changed-fields", "spec.template.ports.http");
  await page.getByRole("button", { name: BUTTON.checkDryRun }).click();
  await expect(phase(page, "would")).toBeVisible();
  await expectNoViolations(page, "an edit before it is applied");
  await page.getByRole("button", { name: BUTTON.apply, exact: true }).dblclick();
  await expect(phase(page, "shown")).toBeVisible();
  expect(await cluster.get(`${ISTIO}/workloadgroups/edited`)).toMatchObject({
    metadata: { managedFields: expect.arrayContaining([expect.objectContaining({ manager: "stolos" })]) },
    spec: { template: { ports: { http: 8081 }, weight: 1 } },
  });
  await page.goto("/audit");
  await expect(page.getByRole("row").filter({ hasText: "edit-workloadgroup" }).first()).toContainText("spec.template.ports.http");
});

/** The status line of an edit. */
function phase(page: Page, kind: "refused" | "would" | "shown"): Locator {
  return page.locator(`[data-phase="${kind}"]`);
}

test("an edit keeps its text when another user changes the group, and can be rebased onto the new version", async ({ page, house, cluster, complaints }) => {
  await made(cluster, "clash");
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/c/sandbox/groups/shop/clash");
  await unfold(page, "yaml");
  await page.getByRole("button", { name: BUTTON.edit, exact: true }).click();
  const text = await yamlText(page);
  await typeYaml(page, text.replace("http: 8080", "http: 8081 # mine"));
  await cluster.patch(`${ISTIO}/workloadgroups/clash`, { spec: { template: { weight: 7, ports: { http: 9090 } } } });
  const both = page.locator('[data-section="edit-conflict"]');
  const clash = fieldAt(both, "spec.template.ports.http");
  await expect(clash).toHaveAttribute("data-mine", "8081");
  await expect(clash).toHaveAttribute("data-theirs", "9090");
  await expectYaml(page, /http: 8081 # mine/);
  await expect(page.getByRole("button", { name: BUTTON.checkDryRun })).toHaveAttribute("aria-disabled", "true");
  await expectNoViolations(page, "an edit with two sides");
  await both.getByRole("button", { name: BUTTON.rebase }).click();
  await expectYaml(page, /http: 8081 # mine[\s\S]*weight: 7/);
  await page.getByRole("button", { name: BUTTON.checkDryRun }).click();
  await page.getByRole("button", { name: BUTTON.apply, exact: true }).click();
  await expect(phase(page, "shown")).toBeVisible();
  expect(await cluster.get(`${ISTIO}/workloadgroups/clash`)).toMatchObject({ spec: { template: { ports: { http: 8081 }, weight: 7 } } });
});

test("a viewer without the right to update a Service sees it, and gets no editor", async ({ page, house, complaints }) => {
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("viewer")).token);
  await page.goto("/c/sandbox/services/shop/storefront");
  await page.getByRole("button", { name: BUTTON.edit, exact: true }).click();
  await expect(page.locator('[data-section="yaml"] [data-missing="update services"]')).toHaveAttribute("data-namespace", "shop");
  await expect(page.getByRole("textbox", { name: FIELD.yaml })).toHaveCount(0);
});

const OTHERS = [
  ["entries", `${ISTIO}/workloadentries`, { apiVersion: "networking.istio.io/v1", kind: "WorkloadEntry", spec: { address: "10.9.9.9" } }],
  [
    "serviceentries",
    `${ISTIO}/serviceentries`,
    {
      apiVersion: "networking.istio.io/v1",
      kind: "ServiceEntry",
      spec: { hosts: ["a.example.com"], ports: [{ name: "h", number: 80, protocol: "HTTP" }], resolution: "DNS" },
    },
  ],
  ["services", "/api/v1/namespaces/shop/services", { apiVersion: "v1", kind: "Service", spec: { ports: [{ port: 80 }], selector: { app: "a" } } }],
] as const;

test("an edit of an annotation, which no list has, is done once the watch has its version", async ({ page, house, cluster, complaints }) => {
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  for (const [plural, path, object] of OTHERS) {
    await cluster.create(path, { ...object, metadata: { name: "annotated", namespace: "shop", annotations: { note: "old" } } });
    const address = `/c/sandbox/${plural}/shop/annotated`;
    await expect.poll(async () => (await page.request.get(address)).status(), `the page of the ${plural} is there`).toBe(200);
    await page.goto(address);
    // Only the page of an entry folds its YAML.
    if (plural === "entries") await unfold(page, "yaml");
    await page.getByRole("button", { name: BUTTON.edit, exact: true }).click();
    await typeYaml(page, (await yamlText(page)).replace("note: old", "note: new"));
    await page.getByRole("button", { name: BUTTON.checkDryRun }).click();
    await page.getByRole("button", { name: BUTTON.apply, exact: true }).click();
    await expect(phase(page, "shown"), plural).toBeVisible();
    expect((await cluster.get(`${path}/annotated`)).metadata.annotations).toEqual({ note: "new" });
  }
});

test("a clone is a draft that lists what it shares with its source", async ({ page, house, cluster, complaints }) => {
  await made(cluster, "source");
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/c/sandbox/groups/shop/source");
  await (await menuAction(page, BUTTON.clone)).click();
  await expect(page.getByLabel(FIELD.name, { exact: true })).toHaveValue("source-2");
  expect(await yamlText(page)).not.toMatch(/argocd|uid:/);
  const shared = page.locator('[data-cloned-from="source"] [data-shared]');
  await expect(shared.and(page.locator('[data-shared="account"]'))).toHaveAttribute("data-value", "source-vm");
  await expect(shared.and(page.locator('[data-shared="labels"]'))).toBeVisible();
  await expect(shared).toHaveCount(2);
  await expectNoViolations(page, "a clone that is described");
  await page.getByLabel(FIELD.serviceAccount, { exact: true }).fill("other-vm");
  await expect(shared).toHaveCount(1);
});

test("the editor completes fields from the schema, Tab leaves it after Esc, and without its scripts it is a plain field", async ({
  page,
  house,
  complaints,
}) => {
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/groups/new/describe?cluster=sandbox&namespace=shop");
  const field = await yamlField(page);
  await typeYaml(page, "kind: WorkloadGroup\nspec:\n  template: {}\n  ");
  await field.press("Control+End");
  await field.pressSequentially("pro");
  await expect(page.getByRole("option", { name: /^probe/ })).toBeVisible();
  // A completion that has just appeared ignores a key for a moment.
  await page.waitForTimeout(200);
  await field.press("Enter");
  await expectYaml(page, /\n {2}probe: $/);
  await field.press("Tab");
  await expect(field).toBeFocused();
  await field.press("Escape");
  await field.press("Tab");
  await expect(field).not.toBeFocused();

  // The name of the editor's script is not known; its text has the editor's class names.
  complaints.claim(/net::ERR_FAILED/);
  await page.route("**/_next/static/chunks/**", async (route) => {
    const answer = await route.fetch();
    if ((await answer.text()).includes("cm-gutterElement")) return route.abort();
    return route.fulfill({ response: answer });
  });
  await page.reload();
  const plain = page.getByRole("textbox", { name: FIELD.yaml });
  await expect(plain).toHaveValue(/probe: $/m);
  await plain.fill("kind: WorkloadGroup\nspec: {template: {}}\nmetadata: {name: plain}\n");
  await expect(page.getByLabel(FIELD.name, { exact: true })).toHaveValue("plain");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
