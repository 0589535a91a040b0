import type { Page } from "@playwright/test";
import { expectNoViolations } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { signIn } from "./token-sign-in";
import { expectYaml, typeYaml, yamlText } from "./yaml-field";

test.use({ houseOptions: "writing" });

const NOT_TAKEN = "It does not take the machines of the new group: label app is";

/** A new group in the shop, described and open at the step that says how callers reach it. */
async function describeGroup(page: Page, name: string): Promise<void> {
  await page.goto("/groups/new/describe?cluster=sandbox&namespace=shop");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await expectYaml(page, new RegExp(`app: ${name}`));
}

const relabel = async (page: Page, from: string, to: string) => {
  // The editor of the step before may still be there.
  await expectYaml(page, /kind: WorkloadGroup/);
  await typeYaml(page, (await yamlText(page)).replace(`app: ${from}`, `app: ${to}`));
};
const toReach = (page: Page) => page.getByRole("link", { name: "Next: how callers reach it" }).click();
const choose = (page: Page, way: RegExp) => page.getByRole("radio", { name: way }).check();

test.beforeEach(async ({ page, house, complaints }) => {
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("engineer")).token);
});

test("hosts that are there and take the machines are told for every way, and no way says that nobody calls them", async ({ page }) => {
  await describeGroup(page, "second-checkout");
  await relabel(page, "second-checkout", "checkout");
  await expect(page.getByText(/WorkloadGroup checkout has (the same labels|all these labels, and more)/)).toBeVisible();
  await toReach(page);
  const takers = page.getByRole("list", { name: "Hosts that take the machines" });
  for (const [way, words] of [
    [/^Not yet/, /^No host is made, and yet this host sends production traffic to the new machines/],
    [/^A host that is there/, /^This host sends production traffic to the new machines/],
    [/^A new Service /, /^Beside the new host, this host sends production traffic to the new machines/],
    [/^A new ServiceEntry/, /^Beside the new host, this host sends production traffic to the new machines/],
  ] as const) {
    await choose(page, way);
    await expect(page.getByText(words)).toBeVisible();
    await expect(takers).toContainText("checkout.shop.svc.cluster.local");
  }
  await expectNoViolations(page, "hosts that take the machines already");
});

test("a host that was begun before the group was relabelled does not promise its machines, at its step and in the review", async ({ page }) => {
  await describeGroup(page, "reco");
  await toReach(page);
  await choose(page, /^A new Service /);
  await expect(page.getByText("It takes the machines of the new group once they register")).toBeVisible();
  await page.getByRole("link", { name: /Describe/ }).click();
  await relabel(page, "reco", "advice");
  await toReach(page);
  await expect(page.getByText(`${NOT_TAKEN} advice, the selector wants reco.`)).toBeVisible();
  await page.getByRole("link", { name: "Next: review" }).click();
  await expect(page.getByRole("region", { name: "How callers reach it" })).toContainText(`${NOT_TAKEN} advice, the selector wants reco.`);
  await expectNoViolations(page, "a review of a host that takes nobody");
  await page.goBack();
  await page.getByRole("button", { name: "Select by the group's labels" }).click();
  await expectYaml(page, /selector:\n {4}app: advice\n/);
  await expect(page.getByText("It takes the machines of the new group once they register")).toBeVisible();
  await expect(page.getByText(NOT_TAKEN)).toHaveCount(0);
});

test("whose calls a new host would take is told before it is applied, at its step and in the review", async ({ page }) => {
  await describeGroup(page, "own-ledger");
  await toReach(page);
  await choose(page, /^A new ServiceEntry/);
  await page.getByLabel("Host", { exact: true }).fill("ledger.payments.mesh.internal");
  const taken = "ledger.payments.mesh.internal is taken from ServiceEntry payments/ledger for callers in shop";
  await expect(page.getByText(taken)).toBeVisible();
  await page.getByRole("link", { name: "Next: review" }).click();
  await expect(page.getByRole("region", { name: "How callers reach it" })).toContainText(taken);
});

test("another way, chosen by an arrow key, loses nothing that was typed, and a text that cannot be read is not applied", async ({ page }) => {
  await describeGroup(page, "arrows");
  await toReach(page);
  await choose(page, /^A new Service /);
  await typeYaml(page, `# agreed with the shop\n${await yamlText(page)}`);
  await page.getByRole("radio", { name: /^A new Service / }).press("ArrowDown");
  await expect(page.getByRole("radio", { name: /^A new ServiceEntry/ })).toBeChecked();
  await expectYaml(page, /kind: ServiceEntry/);
  await page.getByRole("radio", { name: /^A new ServiceEntry/ }).press("ArrowUp");
  await expectYaml(page, /^# agreed with the shop\n[\s\S]*kind: Service\n/);
  await page.reload();
  await expectYaml(page, /^# agreed with the shop\n/);
  await typeYaml(page, (await yamlText(page)).replace("name: arrows", "name: &a arrows"));
  await page.getByRole("link", { name: "Next: review" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The Service cannot be read" })).toBeVisible();
  await expect(page.getByText(/^Line \d+ of the Service's YAML: Anchors/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Apply/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Back to how callers reach it" }).click();
  await expectYaml(page, /name: &a arrows/);
});

test("a host that would send callers to themselves is refused at its line and by the server", async ({ page, complaints }) => {
  complaints.claim(/status of 422/);
  await describeGroup(page, "metadata");
  await toReach(page);
  await choose(page, /^A new ServiceEntry/);
  const words = "169.254.169.254 is link-local, where clouds tell a machine its credentials: no object with it is written here.";
  await typeYaml(page, (await yamlText(page)).replace(/ {2}workloadSelector:[\s\S]*$/, "  endpoints:\n  - address: 169.254.169.254\n"));
  await expect(page.getByText(words).first()).toBeVisible();
  await page.getByRole("link", { name: "Next: review" }).click();
  await expect(page.getByRole("alert").filter({ hasText: `spec.endpoints[0].address: ${words}` })).toBeVisible();
  await expect(page.getByText("Refused", { exact: true })).toHaveCount(1);
});
