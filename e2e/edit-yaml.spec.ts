import { expectNoViolations } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { signIn } from "./token-sign-in";
import { expectYaml, typeYaml, yamlField, yamlText } from "./yaml-field";

test.use({ houseOptions: "writing" });

const ISTIO = "/apis/networking.istio.io/v1/namespaces/shop";

/** A group that nobody else touches. */
async function made(cluster: Cluster, name: string): Promise<void> {
  const spec = { metadata: { labels: { app: name } }, template: { serviceAccount: `${name}-vm`, ports: { http: 8080 }, weight: 1 } };
  await cluster.create(`${ISTIO}/workloadgroups`, {
    apiVersion: "networking.istio.io/v1",
    kind: "WorkloadGroup",
    metadata: { name, namespace: "shop", annotations: { "argocd.argoproj.io/tracking-id": "shop" } },
    spec,
  });
}

test("a group's YAML is edited, tried, applied, and shown as done once the watch tells", async ({ page, house, cluster, complaints }) => {
  await made(cluster, "edited");
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/c/sandbox/groups/shop/edited");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page.getByText(/^Argo CD keeps it, by its annotation argocd/)).toBeVisible();
  expect(await yamlText(page)).not.toMatch(/resourceVersion|managedFields|creationTimestamp/);
  const text = await yamlText(page);

  await typeYaml(page, text.replace("name: edited", "name: other"));
  await expect(page.getByText(/metadata.name is "other", and has to stay "edited"/)).toBeVisible();
  await typeYaml(page, text.replace("http: 8080", "http: 8080\n      htpp: 99999"));
  await expect(page.getByText(/99999 is no port/)).toBeVisible();
  // What the API server refuses, it says itself, and the text stays.
  complaints.claim(/status of 422/);
  await page.getByRole("button", { name: "Check (dry run)" }).click();
  await expect(page.getByRole("status").filter({ hasText: /spec\.template\.ports|99999/ })).toBeVisible();
  const said = page.getByRole("list", { name: "Said of the lines" });
  await expect(said).toContainText(/^line \d+Refused at spec\.template\.ports\[htpp\]: Invalid value: 99999: port must be between 1-65535$/);

  await typeYaml(page, text.replace("http: 8080", "http: 8081 # moved"));
  await page.reload();
  await expectYaml(page, /http: 8081 # moved/);
  await expect(page.getByText("Changes spec.template.ports.http.")).toBeVisible();
  await page.getByRole("button", { name: "Check (dry run)" }).click();
  await expect(page.getByText("The API server would take it.")).toBeVisible();
  await expectNoViolations(page, "an edit before it is applied");
  await page.getByRole("button", { name: "Apply", exact: true }).dblclick();
  await expect(page.getByText("The watch has shown it: the cluster says what you typed.")).toBeVisible();
  expect(await cluster.get(`${ISTIO}/workloadgroups/edited`)).toMatchObject({
    metadata: { managedFields: expect.arrayContaining([expect.objectContaining({ manager: "stolos" })]) },
    spec: { template: { ports: { http: 8081 }, weight: 1 } },
  });
  await page.goto("/audit");
  await expect(page.getByRole("row", { name: /edit-workloadgroup/ }).first()).toContainText("spec.template.ports.http");
});

test("an edit whose group was changed meanwhile keeps its text, shows both sides, and goes onto the new version", async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  await made(cluster, "clash");
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/c/sandbox/groups/shop/clash");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const text = await yamlText(page);
  await typeYaml(page, text.replace("http: 8080", "http: 8081 # mine"));
  await cluster.patch(`${ISTIO}/workloadgroups/clash`, { spec: { template: { weight: 7, ports: { http: 9090 } } } });
  const both = page.getByRole("region", { name: "Changed meanwhile" });
  await expect(both).toContainText("Your text is kept as you typed it.");
  await expect(both.getByRole("list", { name: "Fields that both changed" })).toContainText(
    "spec.template.ports.http: you wrote 8081, the cluster says 9090. Yours stays.",
  );
  await expect(page.getByRole("button", { name: "Check (dry run)" })).toHaveAttribute("aria-disabled", "true");
  await expectNoViolations(page, "an edit with two sides");
  await both.getByRole("button", { name: "Take my changes onto the new version" }).click();
  await expectYaml(page, /http: 8081 # mine[\s\S]*weight: 7/);
  await page.getByRole("button", { name: "Check (dry run)" }).click();
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("The watch has shown it: the cluster says what you typed.")).toBeVisible();
  expect(await cluster.get(`${ISTIO}/workloadgroups/clash`)).toMatchObject({ spec: { template: { ports: { http: 8081 }, weight: 7 } } });
});

test("who may not edit reads which verb is missing, and an edit of a Service is its own", async ({ page, house, complaints }) => {
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("viewer")).token);
  await page.goto("/c/sandbox/services/shop/storefront");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page.getByText("You may not change it. The verb update on services in namespace shop is missing.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "The object as YAML" })).toHaveCount(0);
});

const OTHERS = [
  ["a machine", "entries", `${ISTIO}/workloadentries`, { apiVersion: "networking.istio.io/v1", kind: "WorkloadEntry", spec: { address: "10.9.9.9" } }],
  [
    "a ServiceEntry",
    "serviceentries",
    `${ISTIO}/serviceentries`,
    {
      apiVersion: "networking.istio.io/v1",
      kind: "ServiceEntry",
      spec: { hosts: ["a.example.com"], ports: [{ name: "h", number: 80, protocol: "HTTP" }], resolution: "DNS" },
    },
  ],
  ["a Service", "services", "/api/v1/namespaces/shop/services", { apiVersion: "v1", kind: "Service", spec: { ports: [{ port: 80 }], selector: { app: "a" } } }],
] as const;

test("an annotation, which no list shows, is done once the watch tells of the version", async ({ page, house, cluster, complaints }) => {
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  for (const [what, plural, path, object] of OTHERS) {
    await cluster.create(path, { ...object, metadata: { name: "annotated", namespace: "shop", annotations: { note: "old" } } });
    const address = `/c/sandbox/${plural}/shop/annotated`;
    await expect.poll(async () => (await page.request.get(address)).status(), `the watch has told of ${what}`).toBe(200);
    await page.goto(address);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await typeYaml(page, (await yamlText(page)).replace("note: old", "note: new"));
    await page.getByRole("button", { name: "Check (dry run)" }).click();
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    await expect(page.getByText("The watch has shown it: the cluster says what you typed."), what).toBeVisible();
    expect((await cluster.get(`${path}/annotated`)).metadata.annotations).toEqual({ note: "new" });
  }
});

test("a group is cloned into a draft that says what it shares with its source", async ({ page, house, cluster, complaints }) => {
  await made(cluster, "source");
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/c/sandbox/groups/shop/source");
  await page.getByRole("button", { name: "Clone", exact: true }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("source-2");
  expect(await yamlText(page)).not.toMatch(/argocd|uid:/);
  const shared = page.getByRole("list", { name: "What it still shares" });
  await expect(shared).toContainText("The service account source-vm is that of source: machines of both have one identity");
  await expect(shared.getByRole("listitem")).toHaveCount(2);
  await expectNoViolations(page, "a clone that is described");
  await page.getByLabel("Service account", { exact: true }).fill("other-vm");
  await expect(shared.getByRole("listitem")).toHaveCount(1);
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
  // What has only just appeared is not taken by a key that was meant for the text.
  await page.waitForTimeout(200);
  await field.press("Enter");
  await expectYaml(page, /\n {2}probe: $/);
  await field.press("Tab");
  await expect(field).toBeFocused();
  await field.press("Escape");
  await field.press("Tab");
  await expect(field).not.toBeFocused();

  // Whatever its own script is called, it names its own classes.
  complaints.claim(/net::ERR_FAILED/);
  await page.route("**/_next/static/chunks/**", async (route) => {
    const answer = await route.fetch();
    if ((await answer.text()).includes("cm-gutterElement")) return route.abort();
    return route.fulfill({ response: answer });
  });
  await page.reload();
  const plain = page.getByRole("textbox", { name: "The object as YAML" });
  await expect(plain).toHaveValue(/probe: $/m);
  await plain.fill("kind: WorkloadGroup\nspec: {template: {}}\nmetadata: {name: plain}\n");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("plain");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
