import { expectHeadline, rowOf } from "@/e2e/cluster/fleet-pages";
import { expect, test } from "./fixtures";
import { entryPath, groupPage, writeEntry } from "./fleet";
import { untilRecorded } from "./history";

test("the list of groups has kubectl's columns, and each row the numbers of its group", async ({ page }) => {
  await page.goto("/groups");
  const table = page.getByRole("table", { name: "Groups of machines" });
  for (const head of ["NAMESPACE", "NAME", "SERVING", "STATUS", "MACHINES", "PROBE", "ACCOUNT", "NETWORKS", "LAST HOUR", "AGE"]) {
    await expect(table.getByRole("columnheader", { name: head, exact: true })).toBeVisible();
  }
  await page.goto("/groups?ns=payments");
  const card = rowOf(page, "card-gateway");
  for (const cell of ["payments", "24/24", "http :8443", "card-gateway-vm", "aws-frankfurt"]) {
    await expect(card.getByRole("cell", { name: cell, exact: true })).toBeVisible();
  }
  // An expected size that nobody declared is never made up: "12 serving", not "12 of 12".
  await expect(rowOf(page, "payout-batch").getByRole("cell", { name: "12 serving", exact: true })).toBeVisible();
  await expect(rowOf(page, "fraud-scoring").getByRole("cell", { name: "32/34", exact: true })).toBeVisible();
  await expect(rowOf(page, "fraud-scoring")).toContainText("2 not registered");

  await table.getByRole("button", { name: "NAME", exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole("row").nth(1)).toContainText("bank-connect");
  await page.getByRole("combobox", { name: "Filter" }).fill("ledger");
  await expect(rowOf(page, "card-gateway")).toHaveCount(0);
  await rowOf(page, "ledger").getByRole("link", { name: "ledger" }).click();
  await expectHeadline(page, /^18 of 18 expected machines serve/);
  await page.goBack();
  await expect(rowOf(page, "ledger")).toBeVisible();
});

test("a group's page tells template, probe, places and commands", async ({ page }) => {
  await page.goto(groupPage("shop", "storefront"));
  await expectHeadline(page, /^64 of 64 expected machines serve/);

  await expect(page.getByRole("region", { name: "Template" })).toContainText("64, declared");
  await expect(page.getByRole("region", { name: "Template" })).toContainText("Argo CD");
  await expect(page.getByRole("region", { name: "Probe" })).toContainText("http://localhost:8080/healthz");
  await expect(page.getByRole("table", { name: "zone" }).getByRole("row")).toHaveCount(6);
  await expect(page.getByRole("region", { name: "Commands" })).toContainText("kubectl --context sandbox -n shop describe workloadgroup/storefront");
  await expect(page.getByRole("region", { name: "Events" })).toContainText("None. istiod writes no Kubernetes Events for these objects.");
});

test("YAML is read when asked for, with managed fields folded, and copied whole", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(groupPage("identity", "login"));
  const yaml = page.getByRole("region", { name: "YAML" });
  await yaml.getByRole("button", { name: "Show" }).click();
  await expect(yaml).toContainText("kind: WorkloadGroup");
  const managers = yaml.getByText(/^managedFields ·/);
  await expect(managers).toBeVisible();
  await expect(yaml.getByText("f:spec").first()).toBeHidden();
  await managers.click();
  await expect(yaml.getByText("f:spec").first()).toBeVisible();
  await yaml.getByRole("button", { name: "Copy YAML" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^apiVersion: networking\.istio\.io\/v1[\s\S]*name: login/);
});

test("a declared size that is no number is shown as it stands, and counts as none", async ({ page }) => {
  await page.goto(groupPage("media", "live-ingest"));
  await expectHeadline(page, /^18 serving\./);
  await expect(page.getByRole("main")).toContainText('the declared size "eighteen" is no whole number');
});

test("a group that nobody has created says so, and entries without a group are a row of their own", async ({ page, house, cluster, complaints }) => {
  complaints.claim(/404/);
  // Until the record is open nobody knows whether there was one.
  await untilRecorded(house.address);
  expect((await page.goto(groupPage("shop", "no-such-group")))?.status()).toBe(404);
  await expectHeadline(page, "No such group can be seen.");
  await page.getByRole("link", { name: "Groups of shop" }).click();
  await expect(rowOf(page, "checkout")).toBeVisible();
  // Opened before there is anything of it: once a machine names it, the page is that group's by itself.
  expect((await page.goto(groupPage("legacy", "never-created")))?.status()).toBe(404);
  await expectHeadline(page, "No such group can be seen.");
  const annotations = { "istio.io/autoRegistrationGroup": "never-created" };
  await writeEntry(cluster, "legacy", "of-a-group-never-created", { metadata: { annotations } });
  await expect(page.getByRole("main")).toContainText("no WorkloadGroup of this name can be seen");
  await cluster.delete(entryPath("legacy", "of-a-group-never-created"));
});

test("an entry that is like a group's by label only stands apart and in none of its numbers", async ({ page, cluster }) => {
  // A group that has held its number for a while is expected to go on holding it.
  const allServe = /^88 (serving|of 88 expected machines serve)\./;
  await page.goto(groupPage("media", "transcoder"));
  await expectHeadline(page, allServe);
  await writeEntry(cluster, "media", "transcoder-by-hand", { spec: { labels: { app: "transcoder", team: "media" } } });
  const alike = page.getByRole("region", { name: "Alike by label only" });
  await expect(alike.getByRole("link", { name: "transcoder-by-hand" })).toBeVisible();
  await expect(alike).toContainText("they are in none of the numbers above");
  await expect(page.getByRole("region", { name: "Machines" }).getByRole("link", { name: "transcoder-by-hand" })).toHaveCount(0);
  await expectHeadline(page, allServe);
  await cluster.delete(entryPath("media", "transcoder-by-hand"));
  await expect(alike).toHaveCount(0);
});
