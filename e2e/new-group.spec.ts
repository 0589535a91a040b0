import type { Locator, Page } from "@playwright/test";
import { expectNoViolations } from "./axe-violations";
import { downloadedFiles } from "./bundle-files";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { BUTTON, FIELD, LINK } from "./labels";
import { expectAllMade, faultIn, fieldAt, objectsWith, openStep, reviewedObject, reviewGroup } from "./new-group-steps";
import { DEPLOYMENTS, OLD_REVISION } from "./old-revision";
import { startSecond } from "./second-dashboard";
import { expectHeading, expectStatement } from "./statements";
import { signIn } from "./token-sign-in";
import { expectYaml, typeYaml, yamlText } from "./yaml-field";

test.use({ houseOptions: "writing" });

/** The sandbox runs this much faster than the defaults of istiod: a grace period of 10 s, connections of at most 30 min. */
const SPEED = 4;
const [GRACE_SECONDS, MAX_AGE_SECONDS] = [10, 1_800];

/** A namespace that does not exist yet, in which the user creator may write. */
const LAB = "/api/v1/namespaces/lab";
const LAB_ISTIO = "/apis/networking.istio.io/v1/namespaces/lab";
const ISTIO = "/apis/networking.istio.io/v1/namespaces/shop";
const PODS = "/api/v1/namespaces/istio-system/pods?labelSelector=app%3Distiod";

test("a new group in an empty namespace gets traffic after a machine starts from its downloaded files", async ({ page, house, cluster, complaints }) => {
  test.setTimeout(90_000);
  await cluster.create("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: "lab" } });
  for (const kind of ["workloadgroups", "workloadentries", "serviceentries"]) expect((await cluster.get(`${LAB_ISTIO}/${kind}`)).items).toEqual([]);
  expect((await cluster.get(`${LAB}/services`)).items).toEqual([]);
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("creator")).token);
  await page.getByRole("main").getByRole("link", { name: LINK.newGroup }).click();
  await page.getByLabel(FIELD.namespace, { exact: true }).fill("lab");
  await page.getByRole("button", { name: BUTTON.choose }).click();
  await expect(page.locator('[data-section="permissions"] [data-right][data-state="ok"]')).toHaveCount(5);
  await expect(factOf(page, "apiVersions")).toContainText((await servedVersions(cluster)).join(", "));
  await page.getByRole("link", { name: LINK.nextDescribeIt }).click();
  await expectHeading(page, "new-group", { step: "describe", namespace: "lab" });

  await page.getByLabel(FIELD.name, { exact: true }).fill("reco");
  await expectYaml(page, /name: reco\n[\s\S]*app: reco\n[\s\S]*serviceAccount: reco-vm/);
  await page.getByLabel(FIELD.nameOfANewPort).fill("http");
  await page.getByLabel(FIELD.numberOfANewPort).fill("70000");
  await page.getByRole("button", { name: BUTTON.addPort }).click();
  const portFault = faultIn(fieldAt(page, "spec.template.ports"), "port-range");
  await expect(portFault).toHaveAttribute("data-at", "spec.template.ports.http");
  await page.getByLabel(FIELD.numberOfPort("http")).fill("8080");
  await expect(portFault).toHaveCount(0);
  const health = fieldAt(page, "spec.probe");
  const chooseProbe = (method: string) => health.locator(`input[type=radio][value="${method}"]`).check();
  await chooseProbe("grpc");
  await expect(faultIn(health, "probe-method")).toHaveAttribute("data-level", "refuses");
  await chooseProbe("httpGet");
  await page.getByLabel(FIELD.pathOfTheProbe).fill("/ready");
  await chooseProbe("tcpSocket");
  await chooseProbe("httpGet");
  await expect(page.getByLabel(FIELD.pathOfTheProbe)).toHaveValue("/ready");
  // The sandbox's istiod has arguments with these shorter times.
  await expectStatement(health, "probe-times", {
    ...{ applicationOut: ["0", "11"], applicationBack: ["0", "11"] },
    ...{ graceSeconds: GRACE_SECONDS / SPEED, maxAgeSeconds: MAX_AGE_SECONDS / SPEED, isKnown: true },
  });
  // A comment in the YAML stays after the next change in the form.
  await typeYaml(page, `# made for the shop\n${await yamlText(page)}`);
  await page.getByLabel(FIELD.expectedSize).fill("3");
  await expectYaml(page, /^# made for the shop\n[\s\S]*stolos.dev\/expected-size: "3"/);
  await page.reload();
  await expect(page.getByLabel(FIELD.name, { exact: true })).toHaveValue("reco");

  await page.getByRole("link", { name: LINK.nextHowCallersReachIt }).click();
  await page.locator('input[name="reach"][value="service"]').check();
  await expectYaml(page, /kind: Service\n[\s\S]*targetPort: 8080/);
  const takes = page.locator('[data-section="host-takes"]');
  await expect(takes).toHaveAttribute("data-taken", "0");
  await expect(takes.locator('[data-stand="answers"]')).toBeVisible();
  await expect(takes.locator('[data-port="8080"]')).toHaveAttribute("data-target", "8080");
  await page.getByRole("link", { name: LINK.nextReview }).click();

  await expect(objectsWith(page, "would")).toHaveCount(3);
  // A double click makes nothing twice.
  await page.getByRole("button", { name: BUTTON.apply, exact: true }).dblclick();
  await expectAllMade(page);
  await expect(page.locator('[data-watch="shown"]')).toBeVisible();
  expect(await cluster.get(`${LAB}/serviceaccounts/reco-vm`)).toMatchObject({ kind: "ServiceAccount" });
  expect(await cluster.get(`${LAB}/services/reco`)).toMatchObject({ spec: { selector: { app: "reco" } } });
  expect(await cluster.get(`${LAB_ISTIO}/workloadgroups/reco`)).toMatchObject({
    metadata: { annotations: { "stolos.dev/expected-size": "3" } },
    spec: {
      metadata: { labels: { app: "reco" } },
      template: { serviceAccount: "reco-vm", ports: { http: 8080 } },
      probe: { httpGet: { path: "/ready", port: 8080 } },
    },
  });

  await page.getByRole("link", { name: LINK.nextTheFilesOfItsMachines }).click();
  await expectHeading(page, "bundle", { group: "reco", machines: 1 });
  await page.getByLabel(FIELD.internalIp).fill("10.20.99.7");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: BUTTON.downloadAllWithAToken }).click();
  const files = await downloadedFiles(await download);
  await openStep(page, "arrive");
  await expectHeading(page, "arrival", { group: "lab/reco", step: "connected", state: "waiting", host: "" });
  // The machine has another address than its files, and registers with that of the files.
  const started = await house.control("POST", "/vms", { name: "reco-1", address: "10.20.99.1", bundle: files });
  expect(started).toMatchObject({ read: { address: "10.20.99.7", labels: { app: "reco" }, group: "reco", probe: true, claimedAccount: "reco-vm" } });
  await expectHeading(page, "arrival", { step: "health", state: "waiting" });
  await house.control("POST", "/vms/lab/reco-1/health", { problem: "" });
  await expectHeading(page, "arrival", { step: "arrived", host: "reco.lab.svc.cluster.local", port: 8080, endpointPort: 8080 });
  expect((await cluster.get(`${LAB_ISTIO}/workloadentries`)).items).toMatchObject([{ spec: { address: "10.20.99.7" } }]);
});

/** A value of the mesh at the first step. */
function factOf(page: Page, fact: string): Locator {
  return page.locator(`[data-section="mesh-values"] [data-fact="${fact}"]`);
}

/** The versions in which the cluster serves WorkloadGroups. */
async function servedVersions(cluster: Cluster): Promise<readonly string[]> {
  const group = (await cluster.get("/apis/networking.istio.io")) as unknown as { readonly versions: readonly { readonly version: string }[] };
  return group.versions.map(({ version }) => version);
}

test("an apply keeps a group that exists with other content, and makes the rest once", async ({ page, house, cluster, complaints }) => {
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await reviewGroup(page, "twice");
  await expect(objectsWith(page, "would")).toHaveCount(2);
  // Another user makes a group of this name first.
  const spec = { metadata: { labels: { app: "other" } }, template: {} };
  const metadata = { name: "twice", namespace: "shop" };
  await cluster.create(`${ISTIO}/workloadgroups`, { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", metadata, spec });
  complaints.claim(/status of 409/);
  await page.getByRole("button", { name: BUTTON.apply, exact: true }).click();
  await expect(reviewedObject(page, "WorkloadGroup").and(objectsWith(page, "there")).locator("[data-existing]")).toHaveAttribute("data-existing", "differs");
  await expect(objectsWith(page, "made")).toHaveCount(1);
  expect(await cluster.get(`${ISTIO}/workloadgroups/twice`)).toMatchObject({ spec });
  // The form still has the typed values.
  await openStep(page, "describe");
  await expect(page.getByLabel(FIELD.name, { exact: true })).toHaveValue("twice");
});

test("a viewer without rights sees the missing right at each step and copies all objects as YAML", async ({ page, house, context, complaints }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("viewer")).token);
  complaints.claim(/status of 403/);
  await page.goto("/groups/new?cluster=sandbox&namespace=shop");
  const right = page.locator('[data-right="create-workloadgroup"]');
  await expect(right).toHaveAttribute("data-missing", "create workloadgroups");
  await expect(right).toHaveAttribute("data-namespace", "shop");
  await expect(right).toHaveAttribute("data-state", "problem");
  await page.getByRole("link", { name: LINK.nextDescribeIt }).click();
  await page.getByLabel(FIELD.name, { exact: true }).fill("wanted");
  await openStep(page, "review");
  const refusal = reviewedObject(page, "ServiceAccount").locator('[data-problem="no-right"]');
  await expect(refusal).toHaveAttribute("data-missing", "create serviceaccounts");
  await expect(refusal).toHaveAttribute("data-namespace", "shop");
  await page.getByRole("button", { name: BUTTON.copyForGit }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^apiVersion: v1\nkind: ServiceAccount[\s\S]*\n---\n[\s\S]*kind: WorkloadGroup[\s\S]*name: wanted/);
});

test("the first step shows the settings of each istiod revision, and a bundle of an unknown revision is refused", async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  await cluster.create(DEPLOYMENTS, OLD_REVISION);
  const running = (await cluster.get(`${PODS},istio.io/rev%3Ddefault`)).items?.length ?? 0;
  expect(running).toBeGreaterThan(1);
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/groups/new?cluster=sandbox&namespace=shop");
  const revision = (name: string) => page.locator(`[data-section="revisions"] [data-revision="${name}"]`);
  await expectAttributes(revision("default"), { state: "ok", version: "1.31.0", running, ready: running, "read-by": "server" });
  await expect(revision("default").locator("[data-setting], [data-names]").and(page.locator('[data-state="ok"]'))).toHaveCount(5);
  await expectAttributes(revision("old"), { state: "problem", version: "1.30.4", running: 0 });
  await expect(revision("old").locator('[data-setting][data-state="problem"]')).toHaveCount(2);
  for (const name of ["AUTOREGISTRATION", "HEALTHCHECKS"]) {
    await expectAttributes(revision("old").locator(`[data-setting="PILOT_ENABLE_WORKLOAD_ENTRY_${name}"]`), { on: false, state: "problem" });
  }
  await expectNoViolations(page, "the first step with a revision that lacks much");

  await page.goto("/c/sandbox/groups/shop/cart/bundle");
  await page.getByLabel(FIELD.revisionOfIstiod).fill("canary");
  complaints.claim(/status of 422/);
  await page.getByRole("button", { name: BUTTON.showTheFilesWithoutAToken }).click();
  await expectAttributes(page.getByRole("main").getByRole("alert"), { problem: "no-revision", field: "revision" });
  await expectAttributes(page.locator('[data-field="revision"][data-revisions]'), { revisions: (await seenRevisions(cluster)).join(" ") });
  await cluster.delete(`${DEPLOYMENTS}/istiod-old`);
});

/** Expects the `data-*` attributes of an element. */
async function expectAttributes(element: Locator, values: Readonly<Record<string, string | number | boolean>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await expect(element).toHaveAttribute(`data-${name}`, String(value));
}

/** The revisions of istiod's Pods and Deployments. */
async function seenRevisions(cluster: Cluster): Promise<readonly string[]> {
  const lists = await Promise.all([cluster.get(PODS), cluster.get(`${DEPLOYMENTS}?labelSelector=app%3Distiod`)]);
  return [...new Set(lists.flatMap(({ items = [] }) => items.map(({ metadata }) => metadata.labels?.["istio.io/rev"] ?? "")))].sort();
}

test("the first step shows the faults of the gateway, the root certificate and the mesh configuration", async ({ page, house, cluster, complaints }) => {
  const gateway = "/api/v1/namespaces/istio-system/services/istio-eastwestgateway";
  const mesh = "/api/v1/namespaces/istio-system/configmaps/istio";
  const root = "/api/v1/namespaces/shop/configmaps/istio-ca-root-cert";
  const [meshBefore, rootBefore] = await Promise.all([cluster.get(mesh), cluster.get(root)]);
  await cluster.patch(gateway, { metadata: { labels: { istio: null } } });
  await cluster.patch(mesh, { data: { mesh: "trustDomain: [" } });
  await cluster.patch(root, { data: { "root-cert.pem": "no certificate" } });
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("engineer")).token);
  await page.goto("/groups/new?cluster=sandbox&namespace=shop");
  await expectAttributes(factOf(page, "gateway"), { state: "problem", fault: "no-gateway" });
  await expectAttributes(factOf(page, "rootCertificate"), { state: "problem", fault: "no-certificate", place: "ConfigMap shop/istio-ca-root-cert" });
  await expectAttributes(factOf(page, "meshConfig"), { state: "problem", fault: "unreadable" });
  await expectAttributes(factOf(page, "apiVersions"), { state: "ok" });
  await expectNoViolations(page, "the first step with facts that are wrong");
  await cluster.patch(root, { data: rootBefore.data });
  await cluster.patch(mesh, { data: meshBefore.data });
  await cluster.patch(gateway, { metadata: { labels: { istio: "eastwestgateway" } } });
});

test("without shared mesh facts, a viewer sees the rights in istio-system that are missing", async ({ page, house, complaints }) => {
  const settings = { STOLOS_SIGN_IN: "token", STOLOS_READ_ONLY: "false", STOLOS_SHARE_MESH_FACTS: "false" };
  const second = await startSecond({ KUBECONFIG: house.kubeconfigOf("dashboard"), ...settings });
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token, second.address);
  await page.goto(`${second.address}/groups/new?cluster=sandbox&namespace=shop`);
  const unseen = page.locator('[data-section="revisions"] [data-state="unseen"]');
  await expect(unseen).toHaveCount(1);
  await expectAttributes(unseen, { missing: "list pods, list deployments.apps", namespace: "istio-system", setting: "STOLOS_SHARE_MESH_FACTS" });
  for (const [fact, missing] of [
    ["meshConfig", "get configmaps"],
    ["clusterId", "get configmaps"],
    ["gateway", "list services"],
  ] as const) {
    await expectAttributes(factOf(page, fact), { state: "unseen", fault: "forbidden", missing, namespace: "istio-system" });
  }
  await expectNoViolations(page, "the first step of who may not read istio-system");
  // The server knows istiod's times, and this viewer gets the defaults.
  await page.getByRole("link", { name: LINK.nextDescribeIt }).click();
  await expectStatement(fieldAt(page, "spec.probe"), "probe-times", { graceSeconds: GRACE_SECONDS, maxAgeSeconds: MAX_AGE_SECONDS, isKnown: false });
  await page.goto("about:blank");
  await second.end();
});
