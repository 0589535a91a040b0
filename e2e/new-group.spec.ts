import { expectNoViolations } from "./axe-violations";
import { downloadedFiles } from "./bundle-files";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { DEPLOYMENTS, OLD_REVISION } from "./old-revision";
import { startSecond } from "./second-dashboard";
import { signIn } from "./token-sign-in";
import { expectYaml, typeYaml, yamlText } from "./yaml-field";

test.use({ houseOptions: "writing" });

/** A namespace that the user creator may write in, which nobody has made yet. */
const LAB = "/api/v1/namespaces/lab";
const LAB_ISTIO = "/apis/networking.istio.io/v1/namespaces/lab";
const ISTIO = "/apis/networking.istio.io/v1/namespaces/shop";

test("from an empty namespace to a machine that serves: described, reviewed, made, and started from the downloaded files", async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  test.setTimeout(90_000);
  await cluster.create("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: "lab" } });
  for (const kind of ["workloadgroups", "workloadentries", "serviceentries"]) expect((await cluster.get(`${LAB_ISTIO}/${kind}`)).items).toEqual([]);
  expect((await cluster.get(`${LAB}/services`)).items).toEqual([]);
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("creator")).token);
  await page.getByRole("link", { name: "New group" }).click();
  await page.getByLabel("Namespace", { exact: true }).fill("lab");
  await page.getByRole("button", { name: "Choose" }).click();
  await expect(page.getByRole("list", { name: "Rights" }).getByText("ok", { exact: true })).toHaveCount(5);
  await expect(page.getByRole("list", { name: "Facts of the mesh" })).toContainText("v1, v1beta1, v1alpha3");
  await page.getByRole("link", { name: "Next: describe it" }).click();

  await page.getByLabel("Name", { exact: true }).fill("reco");
  await expectYaml(page, /name: reco\n[\s\S]*app: reco\n[\s\S]*serviceAccount: reco-vm/);
  await page.getByLabel("name of a new port").fill("http");
  await page.getByLabel("number of a new port").fill("70000");
  await page.getByRole("button", { name: "Add port" }).click();
  await expect(page.getByRole("group", { name: "Ports" })).toContainText("70000 is no port: write a number from 1 to 65535.");
  await page.getByLabel("number of port http").fill("8080");
  await page.locator("label", { hasText: "gRPC" }).click();
  await expect(page.getByRole("group", { name: "Health" })).toContainText("Istio's webhook refuses a probe over gRPC");
  await page.locator("label", { hasText: /^HTTP$/ }).click();
  await page.getByLabel("Path of the probe").fill("/ready");
  await page.locator("label", { hasText: /^TCP$/ }).click();
  await page.locator("label", { hasText: /^HTTP$/ }).click();
  await expect(page.getByLabel("Path of the probe")).toHaveValue("/ready");
  await expect(page.getByRole("group", { name: "Health" })).toContainText("is out within 11 s and back within 11 s");
  // The sandbox runs four times as fast as life, and its istiod's arguments say so.
  await expect(page.getByRole("group", { name: "Health" })).toContainText(
    "By this istiod's settings: a grace period of 3 s, and connections of at most 8 min.",
  );
  // The text is edited beside the form, and a comment in it outlives what the form does next.
  await typeYaml(page, `# made for the shop\n${await yamlText(page)}`);
  await page.getByLabel("Expected size").fill("3");
  await expectYaml(page, /^# made for the shop\n[\s\S]*stolos.dev\/expected-size: "3"/);
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("reco");

  await page.getByRole("link", { name: "Next: how callers reach it" }).click();
  await page.getByRole("radio", { name: /A new Service / }).check();
  await expectYaml(page, /kind: Service\n[\s\S]*targetPort: 8080/);
  await expect(page.getByText("It takes nobody yet")).toBeVisible();
  await expect(page.getByText("Calls to port 8080 (http) go to port 8080 of each machine")).toBeVisible();
  await page.getByRole("link", { name: "Next: review" }).click();

  await expect(page.getByText("It would take it", { exact: true })).toHaveCount(3);
  // A double click makes nothing twice.
  await page.getByRole("button", { name: "Apply", exact: true }).dblclick();
  await expect(page.getByText("The API server has all of them.")).toBeVisible();
  await expect(page.getByText("The cluster has the group.")).toBeVisible();
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

  await page.getByRole("link", { name: "Next: the files of its machines" }).click();
  await page.getByLabel("Internal IP").fill("10.20.99.7");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download all, with a token" }).click();
  const files = await downloadedFiles(await download);
  await page.getByRole("navigation", { name: "Steps" }).getByRole("link", { name: "Arrive" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("No new machine is here yet.");
  // It starts from the files alone: the address that it has beside them is another one.
  const started = await house.control("POST", "/vms", { name: "reco-1", address: "10.20.99.1", bundle: files });
  expect(started).toMatchObject({ read: { address: "10.20.99.7", labels: { app: "reco" }, group: "reco", probe: true, claimedAccount: "reco-vm" } });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("waits for its first health report.");
  await house.control("POST", "/vms/lab/reco-1/health", { problem: "" });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("The newest machine takes traffic for reco.lab.svc.cluster.local, port 8080.");
  expect((await cluster.get(`${LAB_ISTIO}/workloadentries`)).items).toMatchObject([{ spec: { address: "10.20.99.7" } }]);
});

test("what is there already is left alone, and the rest is made once", async ({ page, house, cluster, complaints }) => {
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/groups/new/describe?cluster=sandbox&namespace=shop");
  await page.getByLabel("Name", { exact: true }).fill("twice");
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await expect(page.getByText("It would take it", { exact: true })).toHaveCount(2);
  // Somebody else was faster with another one.
  const spec = { metadata: { labels: { app: "other" } }, template: {} };
  const metadata = { name: "twice", namespace: "shop" };
  await cluster.create(`${ISTIO}/workloadgroups`, { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", metadata, spec });
  complaints.claim(/status of 409/);
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("A WorkloadGroup of this name is there and says something else.")).toBeVisible();
  await expect(page.getByText("Accepted", { exact: true })).toHaveCount(1);
  expect(await cluster.get(`${ISTIO}/workloadgroups/twice`)).toMatchObject({ spec });
  // What was typed is still there, and another name makes the rest.
  await page.getByRole("link", { name: /Describe/ }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("twice");
});

test("who has no rights reads at each step which verb is missing, and takes everything as YAML", async ({ page, house, context, complaints }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("viewer")).token);
  complaints.claim(/status of 403/);
  await page.goto("/groups/new?cluster=sandbox&namespace=shop");
  await expect(page.getByText(/The verb create on workloadgroups.networking.istio.io in namespace shop is missing\. Ask whoever gives rights/)).toBeVisible();
  await page.getByRole("link", { name: "Next: describe it" }).click();
  await page.getByLabel("Name", { exact: true }).fill("wanted");
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await expect(page.getByText("The verb create on serviceaccounts in namespace shop is missing.")).toBeVisible();
  await page.getByRole("button", { name: "Copy for Git" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^apiVersion: v1\nkind: ServiceAccount[\s\S]*\n---\n[\s\S]*kind: WorkloadGroup[\s\S]*name: wanted/);
});

test("each revision of istiod is told with what its settings mean for a machine, and a bundle is of one that is there", async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  await cluster.create(DEPLOYMENTS, OLD_REVISION);
  const running = (await cluster.get("/api/v1/namespaces/istio-system/pods?labelSelector=app%3Distiod,istio.io/rev%3Ddefault")).items?.length ?? 0;
  expect(running).toBeGreaterThan(1);
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/groups/new?cluster=sandbox&namespace=shop");
  const revisions = page.getByRole("list", { name: "Revisions of istiod" });
  await expect(revisions).toContainText("istiod default, 1.31.0");
  await expect(revisions).toContainText(`${running} Pods of it run, and all are ready. A bundle for it names no revision.`);
  await expect(revisions).toContainText("Pods of istiod in istio-system, read with the server's own account");
  await expect(page.getByRole("group", { name: "Settings of istiod default" }).getByText("ok", { exact: true })).toHaveCount(5);
  await expect(revisions).toContainText("istiod old, 1.30.4");
  await expect(revisions).toContainText("None of its Pods runs, so that no machine can connect to it. Ask whoever runs the mesh");
  const old = page.getByRole("group", { name: "Settings of istiod old" });
  await expect(old.getByText("problem", { exact: true })).toHaveCount(2);
  await expect(old).toContainText("Off. No entry is made when a machine connects");
  await expect(old).toContainText("Ask whoever runs the mesh for PILOT_ENABLE_WORKLOAD_ENTRY_HEALTHCHECKS=true at revision old.");
  await expectNoViolations(page, "the first step with a revision that lacks much");

  await page.goto("/c/sandbox/groups/shop/cart/bundle");
  await page.getByLabel("Revision of istiod").fill("canary");
  complaints.claim(/status of 422/);
  await page.getByRole("button", { name: "Show the files without a token" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "No istiod has the revision canary, and no mesh configuration its name. There are 1-31-2, default and old.",
  );
  await cluster.delete(`${DEPLOYMENTS}/istiod-old`);
});

test("what is wrong with the gateway, the root certificate and the mesh configuration is a problem, and says whom to ask", async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  const gateway = "/api/v1/namespaces/istio-system/services/istio-eastwestgateway";
  const mesh = "/api/v1/namespaces/istio-system/configmaps/istio";
  const root = "/api/v1/namespaces/shop/configmaps/istio-ca-root-cert";
  const [meshBefore, rootBefore] = await Promise.all([cluster.get(mesh), cluster.get(root)]);
  await cluster.patch(gateway, { metadata: { labels: { istio: null } } });
  await cluster.patch(mesh, { data: { mesh: "trustDomain: [" } });
  await cluster.patch(root, { data: { "root-cert.pem": "no certificate" } });
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("engineer")).token);
  await page.goto("/groups/new?cluster=sandbox&namespace=shop");
  const fact = (title: string) => page.getByRole("list", { name: "Facts of the mesh" }).getByRole("listitem").filter({ hasText: title });
  await expect(fact("East-west gateway").getByText("problem", { exact: true })).toBeVisible();
  await expect(fact("East-west gateway")).toContainText("There is no Service with the label istio=eastwestgateway in istio-system");
  await expect(fact("Root certificate")).toContainText("The root certificate is no certificate in PEM: with it no machine trusts istiod.");
  await expect(fact("Mesh configuration")).toContainText("ConfigMap istio-system/istio could not be read. Its key mesh is not YAML.");
  await expect(fact("Versions of WorkloadGroup").getByText("ok", { exact: true })).toBeVisible();
  await expectNoViolations(page, "the first step with facts that are wrong");
  await cluster.patch(root, { data: rootBefore.data });
  await cluster.patch(mesh, { data: meshBefore.data });
  await cluster.patch(gateway, { metadata: { labels: { istio: "eastwestgateway" } } });
});

test("who may not read istio-system, where the server reads nothing for him, is told whom to ask for what", async ({ page, house, complaints }) => {
  const settings = { STOLOS_SIGN_IN: "token", STOLOS_READ_ONLY: "false", STOLOS_SHARE_MESH_FACTS: "false" };
  const second = await startSecond({ KUBECONFIG: house.kubeconfigOf("dashboard"), ...settings });
  complaints.claim(/status of 401/);
  await page.goto(`${second.address}/sign-in`);
  await page.getByLabel("Token of the cluster").fill(new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/sign-in/);
  await page.goto(`${second.address}/groups/new?cluster=sandbox&namespace=shop`);
  const revisions = page.getByRole("list", { name: "Revisions of istiod" });
  await expect(revisions.getByText("cannot see", { exact: true })).toHaveCount(1);
  await expect(revisions).toContainText("Ask whoever gives rights in istio-system for the verb list on pods and deployments.apps");
  await expect(revisions).toContainText("or whoever runs this dashboard for STOLOS_SHARE_MESH_FACTS=true");
  const facts = page.getByRole("list", { name: "Facts of the mesh" });
  for (const [title, right] of [
    ["Mesh configuration", "get on configmaps"],
    ["Cluster ID", "get on configmaps"],
    ["East-west gateway", "list on services"],
  ] as const) {
    const fact = facts.getByRole("listitem").filter({ hasText: title });
    await expect(fact).toContainText("cannot see");
    await expect(fact).toContainText(`Ask whoever gives rights in istio-system for the verb ${right}`);
  }
  await expect(facts).not.toContainText("Type it");
  await expectNoViolations(page, "the first step of who may not read istio-system");
  // How long istiod waits is not told either, though the server itself knows.
  await page.getByRole("link", { name: "Next: describe it" }).click();
  await expect(page.getByRole("group", { name: "Health" })).toContainText(
    "Assumed, as not all of istiod's settings are known here: a grace period of 10 s, and connections of at most 30 min.",
  );
  await page.goto("about:blank");
  await second.end();
});
