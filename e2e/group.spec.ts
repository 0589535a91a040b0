import type { Page } from "@playwright/test";
import { rowOf } from "@/e2e/cluster/fleet-pages";
import { expect, test } from "./fixtures";
import { entriesOf, entryPath, groupObject, groupPage, writeEntry } from "./fleet";
import { untilRecorded } from "./history";
import { BUTTON, FIELD, LINK } from "./labels";
import { expectHeading, expectStatement, statementOf } from "./statements";
import { unfold, unfoldPage } from "./unfold";

/** The manager that the annotations of the storefront group name. */
const MANAGER = "Argo CD";
const cell = (page: Page, group: string, column: string) => rowOf(page, group).locator(`td[data-column="${column}"]`);

test("the list of groups has a column for each value of a group, with the values of Kubernetes", async ({ page, cluster }) => {
  await page.goto("/groups?ns=payments&cols=wide");
  const card = await groupObject(cluster, "payments", "card-gateway");
  const { serviceAccount, network } = card.spec.template;
  for (const [column, value] of [
    ["namespace", "payments"],
    ["serving", `${card.expected}/${card.expected}`],
    ["probe", `http :${card.spec.probe.httpGet.port}`],
    ["account", serviceAccount],
    ["networks", network],
  ] as const) {
    await expect(cell(page, "card-gateway", column), column).toHaveText(value);
  }
  for (const column of ["state", "machines", "hour", "age"]) await expect(cell(page, "card-gateway", column), column).toBeVisible();
  // Without a declared size the total is not known: the count stands alone.
  await expect(async () => {
    // A machine that another journey replaces is away for a moment.
    const payouts = await entriesOf(cluster, "payments", "payout-batch");
    await expect(cell(page, "payout-batch", "serving").locator("[data-serving]")).toHaveAttribute("data-serving", String(payouts.length), { timeout: 1_000 });
  }).toPass({ timeout: 40_000 });
  await expect(cell(page, "payout-batch", "serving").locator("[data-expected]")).toHaveCount(0);
  const scoring = await groupObject(cluster, "payments", "fraud-scoring");
  const missing = scoring.expected - (await entriesOf(cluster, "payments", "fraud-scoring")).length;
  await expect(cell(page, "fraud-scoring", "serving")).toHaveText(`${scoring.expected - missing}/${scoring.expected}`);
  await expect(cell(page, "fraud-scoring", "state").locator("[data-not-registered]")).toHaveAttribute("data-not-registered", String(missing));

  await page.goto("/groups?ns=payments");
  await page.locator('th[data-column="name"]').getByRole("button").click();
  await expect(page).toHaveURL(/sort=name/);
  const { items = [] } = await cluster.get("/apis/networking.istio.io/v1/namespaces/payments/workloadgroups");
  const [first = ""] = items.map(({ metadata }) => metadata.name).sort();
  await expect(page.locator("main tbody [data-row-link]").first()).toHaveText(first);
  await page.getByRole("combobox", { name: FIELD.filter }).fill("ledger");
  await expect(rowOf(page, "card-gateway")).toHaveCount(0);
  await rowOf(page, "ledger").getByRole("link", { name: "ledger", exact: true }).click();
  const { expected } = await groupObject(cluster, "payments", "ledger");
  await expectHeading(page, "group-serving", { group: "ledger", serving: expected, total: expected, basis: "expected" });
  await page.goBack();
  await expect(rowOf(page, "ledger")).toBeVisible();
});

test("a group's page shows its template, probe, zones and commands, with the values of Kubernetes", async ({ page, cluster }) => {
  const { expected, spec } = await groupObject(cluster, "shop", "storefront");
  const { port, path } = spec.probe.httpGet;
  await page.goto(groupPage("shop", "storefront"));
  await expectHeading(page, "group-serving", { serving: expected, total: expected, basis: "expected", past: false });

  await expectStatement(page.locator('[data-fact="expected-size"]'), "template-size", { expected, source: "declared" });
  await expect(page.locator('[data-fact="managed-by"]')).toHaveText(MANAGER);
  await expect(page.locator('[data-section="group-facts"] [data-fact="method"]')).toHaveText(`http://localhost:${port}${path}`);
  await unfoldPage(page);
  const zones = new Set((await entriesOf(cluster, "shop", "storefront")).map(({ spec }) => spec?.locality?.split("/")[1]));
  await expect(page.locator('table[data-facet="zone"] tr[data-value]')).toHaveCount(zones.size);
  await expect(page.locator('[data-section="commands"]')).toContainText("kubectl --context sandbox -n shop describe workloadgroup/storefront");
  await expect(page.locator('[data-section="events"] [data-events]')).toHaveAttribute("data-events", "0");
});

test("YAML is read on request, folds managed fields and is copied whole", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(groupPage("identity", "login"));
  const yaml = page.locator('[data-section="yaml"]');
  await unfold(page, "yaml");
  await expect(yaml).toContainText("kind: WorkloadGroup");
  const managers = yaml.locator("summary");
  await expect(managers).toBeVisible();
  await expect(yaml.getByText("f:spec").first()).toBeHidden();
  await managers.click();
  await expect(yaml.getByText("f:spec").first()).toBeVisible();
  await yaml.getByRole("button", { name: BUTTON.copyYaml }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^apiVersion: networking\.istio\.io\/v1[\s\S]*name: login/);
});

test("shows a declared size that is no number as written, and does not use it", async ({ page, cluster }) => {
  const { declared } = await groupObject(cluster, "media", "live-ingest");
  const serving = (await entriesOf(cluster, "media", "live-ingest")).length;
  await page.goto(groupPage("media", "live-ingest"));
  await expectHeading(page, "group-serving", { serving, basis: "registered" });
  await expectStatement(page, "expected-size", { source: "unreadable", text: declared, expected: null });
});

test("the page of an unknown group returns 404, and becomes that group's page when a machine names it", async ({ page, house, cluster, complaints }) => {
  complaints.claim(/404/);
  // Before the history is open, the page does not know whether the group ever existed.
  await untilRecorded(house.address);
  expect((await page.goto(groupPage("shop", "no-such-group")))?.status()).toBe(404);
  await expectHeading(page, "group-gone", { group: "no-such-group", deleted: false });
  await page.getByRole("link", { name: LINK.groupsOf("shop") }).click();
  await expect(rowOf(page, "checkout")).toBeVisible();
  expect((await page.goto(groupPage("legacy", "never-created")))?.status()).toBe(404);
  await expectHeading(page, "group-gone", { group: "never-created", deleted: false });
  const annotations = { "istio.io/autoRegistrationGroup": "never-created" };
  await writeEntry(cluster, "legacy", "of-a-group-never-created", { metadata: { annotations } });
  await expectStatement(page, "group-object", { status: "absent" });
  await cluster.delete(entryPath("legacy", "of-a-group-never-created"));
});

test("an entry that matches a group by label only is listed apart and counted nowhere", async ({ page, cluster }) => {
  const serving = (await entriesOf(cluster, "media", "transcoder")).length;
  await page.goto(groupPage("media", "transcoder"));
  await expectHeading(page, "group-serving", { serving, registered: serving });
  await writeEntry(cluster, "media", "transcoder-by-hand", { spec: { labels: { app: "transcoder", team: "media" } } });
  const alike = await unfold(page, "label-only-entries");
  await expect(alike.getByRole("link", { name: "transcoder-by-hand" })).toBeVisible();
  await expect(page.locator('[data-section="entries"]').getByRole("link", { name: "transcoder-by-hand" })).toHaveCount(0);
  await expectHeading(page, "group-serving", { serving, registered: serving });
  await expect(statementOf(page, "machines-above-expected")).toHaveCount(0);
  await cluster.delete(entryPath("media", "transcoder-by-hand"));
  await expect(alike.getByRole("link")).toHaveCount(0);
});
