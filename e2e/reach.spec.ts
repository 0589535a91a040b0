import type { Locator, Page } from "@playwright/test";
import { expectNoViolations } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { BUTTON, FIELD, LINK } from "./labels";
import { faultIn, fieldAt, objectsWith, openStep, reviewedObject } from "./new-group-steps";
import { signIn } from "./token-sign-in";
import { expectYaml, typeYaml, yamlText } from "./yaml-field";

test.use({ houseOptions: "writing" });

/** Describes a new group in the shop. */
async function describeGroup(page: Page, name: string): Promise<void> {
  await page.goto("/groups/new/describe?cluster=sandbox&namespace=shop");
  await page.getByLabel(FIELD.name, { exact: true }).fill(name);
  await expectYaml(page, new RegExp(`app: ${name}`));
}

const relabel = async (page: Page, from: string, to: string) => {
  // The editor of the step before may still be there.
  await expectYaml(page, /kind: WorkloadGroup/);
  await typeYaml(page, (await yamlText(page)).replace(`app: ${from}`, `app: ${to}`));
};
const toReach = (page: Page) => page.getByRole("link", { name: LINK.nextHowCallersReachIt }).click();
type Way = "none" | "existing" | "service" | "serviceentry";
const wayOf = (page: Page, way: Way) => page.locator(`input[name="reach"][value="${way}"]`);
const choose = (page: Page, way: Way) => wayOf(page, way).check();
/** The text about the machines of the new group: "answers" = the new service sends them calls, "not-taken" = it does not select them. */
const standing = (within: Page | Locator, stand: "answers" | "not-taken") => within.locator(`[data-stand="${stand}"]`);

test.beforeEach(async ({ page, house, complaints }) => {
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("engineer")).token);
});

test("each way shows the existing service that selects the new machines", async ({ page }) => {
  await describeGroup(page, "second-checkout");
  await relabel(page, "second-checkout", "checkout");
  await expect(page.locator('[data-overlap][data-groups="checkout"]')).toHaveAttribute("data-overlap", /^(same|including)$/);
  await toReach(page);
  const existing = page.locator('[data-section="existing-hosts"]');
  for (const way of ["none", "existing", "service", "serviceentry"] as const) {
    await choose(page, way);
    await expect(existing).toHaveAttribute("data-how", way);
    await expect(existing).toHaveAttribute("data-hosts", "1");
    await expect(existing.getByRole("link", { name: "checkout.shop.svc.cluster.local" })).toBeVisible();
  }
  await expectNoViolations(page, "hosts that take the machines already");
});

test("a new Service whose selector has the group's old label does not select the machines, at its step and in the review", async ({ page }) => {
  await describeGroup(page, "reco");
  await toReach(page);
  await choose(page, "service");
  await expect(standing(page, "answers")).toBeVisible();
  await openStep(page, "describe");
  await relabel(page, "reco", "advice");
  await toReach(page);
  await expectLabelsDiffer(page);
  await page.getByRole("link", { name: LINK.nextReview }).click();
  await expectLabelsDiffer(page.locator('[data-section="host-check"]'));
  await expectNoViolations(page, "a review of a host that takes nobody");
  await page.goBack();
  await page.getByRole("button", { name: BUTTON.selectByTheGroupsLabels }).click();
  await expectYaml(page, /selector:\n {4}app: advice\n/);
  await expect(standing(page, "answers")).toBeVisible();
  await expect(standing(page, "not-taken")).toHaveCount(0);
});

/** Expects the text that the machines have the label app=advice, and the selector app=reco. */
async function expectLabelsDiffer(within: Page | Locator): Promise<void> {
  const text = standing(within, "not-taken");
  await expect(text).toHaveAttribute("data-reasons", "labels-differ");
  await expect(text).toHaveAttribute("data-found", "app=advice");
  await expect(text).toHaveAttribute("data-wanted", "app=reco");
}

test("a new ServiceEntry that takes the calls of another one shows its owner and callers, at its step and in the review", async ({ page }) => {
  await describeGroup(page, "own-ledger");
  await toReach(page);
  await choose(page, "serviceentry");
  await page.getByLabel(FIELD.host, { exact: true }).fill("ledger.payments.mesh.internal");
  const taken = (within: Page | Locator) => within.locator('[data-change="taken"][data-host="ledger.payments.mesh.internal"]');
  await expect(taken(page)).toHaveAttribute("data-owner", "ServiceEntry payments/ledger");
  await expect(taken(page)).toHaveAttribute("data-callers", "shop");
  await page.getByRole("link", { name: LINK.nextReview }).click();
  const checked = taken(page.locator('[data-section="host-check"]'));
  await expect(checked).toHaveAttribute("data-owner", "ServiceEntry payments/ledger");
  await expect(checked).toHaveAttribute("data-callers", "shop");
});

test("an arrow key changes the way and keeps what was typed, and a text with an anchor is not applied", async ({ page }) => {
  await describeGroup(page, "arrows");
  await toReach(page);
  await choose(page, "service");
  await typeYaml(page, `# agreed with the shop\n${await yamlText(page)}`);
  await wayOf(page, "service").press("ArrowDown");
  await expect(wayOf(page, "serviceentry")).toBeChecked();
  await expectYaml(page, /kind: ServiceEntry/);
  await wayOf(page, "serviceentry").press("ArrowUp");
  await expectYaml(page, /^# agreed with the shop\n[\s\S]*kind: Service\n/);
  await page.reload();
  await expectYaml(page, /^# agreed with the shop\n/);
  await typeYaml(page, (await yamlText(page)).replace("name: arrows", "name: &a arrows"));
  const line = (await yamlText(page)).split("\n").findIndex((text) => text.includes("&a")) + 1;
  await page.getByRole("link", { name: LINK.nextReview }).click();
  const fault = faultIn(page.locator('[data-notice="error"]'), "alias");
  await expect(fault).toHaveAttribute("data-kind", "Service");
  await expect(fault).toHaveAttribute("data-line", String(line));
  await expect(page.getByRole("button", { name: BUTTON.apply })).toHaveCount(0);
  await page.getByRole("link", { name: LINK.backToCallers }).click();
  await expectYaml(page, /name: &a arrows/);
});

test("a ServiceEntry with a link-local address is refused at its line and by the server", async ({ page, complaints }) => {
  complaints.claim(/status of 422/);
  await describeGroup(page, "metadata");
  await toReach(page);
  await choose(page, "serviceentry");
  await typeYaml(page, (await yamlText(page)).replace(/ {2}workloadSelector:[\s\S]*$/, "  endpoints:\n  - address: 169.254.169.254\n"));
  await expect(faultIn(page, "local-address").and(fieldAt(page, "spec.endpoints[0].address"))).toHaveAttribute("data-level", "refuses");
  await page.getByRole("link", { name: LINK.nextReview }).click();
  const refusal = reviewedObject(page, "ServiceEntry").locator('[data-problem="local-address"]');
  await expect(refusal).toContainText("spec.endpoints[0].address");
  await expect(refusal).toContainText("169.254.169.254");
  await expect(objectsWith(page, "refused")).toHaveCount(1);
});
