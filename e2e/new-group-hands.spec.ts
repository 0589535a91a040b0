import type { Page } from "@playwright/test";
import { expectNothingInBothThemes, themeCookie } from "./axe-violations";
import { tokenSection } from "./bundle-files";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { tabTo } from "./focus";
import type { House } from "./house";
import { BUTTON, FIELD, LINK } from "./labels";
import { faultIn, fieldAt, objectsWith, openStep, reviewedObject } from "./new-group-steps";
import { expectHeading } from "./statements";
import { signIn } from "./token-sign-in";
import { expectYaml, typeYaml, yamlText } from "./yaml-field";

test.use({
  viewport: { width: 390, height: 844 },
  houseOptions: "writing",
});

const DESCRIBE = "/groups/new/describe?cluster=sandbox&namespace=shop";

/** Signs in as a user of the namespace shop, with the light theme. */
async function enter(page: Page, house: House, complaints: Parameters<typeof signIn>[1]): Promise<void> {
  await page.context().addCookies([themeCookie(house.address, "light")]);
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
}

/** Expects a page to fit on a phone, with controls of at least 44 px, and without axe violations in both themes. */
async function expectFit(page: Page, what: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `${what} is as wide as the phone`).toBeLessThanOrEqual(390);
  const low = await page
    .locator("main :is(button, summary, textarea, select, input:not([type=radio], [type=checkbox]))")
    .evaluateAll((controls) =>
      controls
        .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 44)
        .map((control) => `${control.getAttribute("aria-label") ?? control.textContent?.slice(0, 40)}: ${control.getBoundingClientRect().height}`),
    );
  expect(low, `${what}: each control is at least 44 px high`).toEqual([]);
  await expectNothingInBothThemes(page, what);
}

test("the steps of a new group work with the keyboard alone on a phone, up to the arrival page", async ({ page, house, complaints }) => {
  test.setTimeout(120_000);
  await enter(page, house, complaints);
  const press = async (name: string, role: "link" | "button" = "link") => {
    await tabTo(page, page.getByRole("main").getByRole(role, { name, exact: true }));
    await page.keyboard.press("Enter");
  };
  await page.goto("/groups/new?cluster=sandbox&namespace=shop");
  await expect(page.locator('[data-section="permissions"] [data-right][data-state="ok"]')).toHaveCount(5);
  await expectFit(page, "Ready?");
  await press(LINK.nextDescribeIt);

  await tabTo(page, page.getByLabel(FIELD.name, { exact: true }));
  await page.keyboard.type("by-keyboard");
  await tabTo(page, page.getByLabel(FIELD.nameOfANewPort));
  await page.keyboard.type("http");
  await page.keyboard.press("Tab");
  await page.keyboard.type("8080");
  await page.keyboard.press("Enter");
  await expectYaml(page, /name: by-keyboard\n[\s\S]*http: 8080/);
  await tabTo(page, fieldAt(page, "spec.probe").locator('input[type=radio][value="none"]'));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByLabel(FIELD.pathOfTheProbe)).toHaveValue("/");
  await tabTo(page, page.getByRole("checkbox", { name: FIELD.https }));
  await page.keyboard.press("Space");
  await tabTo(page, fieldAt(page, "spec.probe").locator("summary"));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Accept: text/plain");
  await page.keyboard.press("Tab");
  await expectYaml(page, /scheme: HTTPS\n[\s\S]*httpHeaders:\n\s*- name: Accept\n\s*value: text\/plain/);
  await expectFit(page, "Describe");
  await press(LINK.nextHowCallersReachIt);

  await tabTo(page, page.locator('input[name="reach"]').first());
  for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowDown");
  await expectYaml(page, /kind: Service\n/);
  await expectFit(page, "Reach");
  await press(LINK.nextReview);
  await expect(objectsWith(page, "would")).toHaveCount(3);
  await expectFit(page, "Review");
  await press(BUTTON.apply, "button");
  await expect(page.locator('[data-watch="shown"]')).toBeVisible();
  await press(LINK.nextTheFilesOfItsMachines);

  await tabTo(page, page.getByLabel(FIELD.internalIp));
  await page.keyboard.type("10.20.99.8");
  await press(BUTTON.showTheFilesAndAToken, "button");
  await expect(tokenSection(page)).toBeVisible();
  await expectFit(page, "Bundle");
  await press(LINK.arrive);
  await expectHeading(page, "arrival", { group: "shop/by-keyboard", step: "connected", state: "waiting" });
  await expectFit(page, "Arrive");
});

const BROKEN = `apiVersion: networking.istio.io/v1
kind: WorkloadGroup
metadata:
  name: Bad_Name
  namespace: shop
  annotations: {stolos.dev/expected-size: many}
spec:
  metadata:
    labels: {app: ${"a".repeat(64)}}
  template:
    serviceAccount: Other_Name
    network: 7
    locality: 8
    weight: -1
    ports: {http: 70000}
  probe:
    periodSeconds: -2
    httpGet: {port: 0}
`;

/** The line in the broken text that has this field, from 1. */
const lineOf = (field: string) => String(BROKEN.split("\n").findIndex((line) => line.includes(field)) + 1);

test("each fault is at its field and line, first as predicted and then as the API server answers", async ({ page, house, complaints }) => {
  await enter(page, house, complaints);
  await page.goto(DESCRIBE);
  await typeYaml(page, BROKEN);
  const form = page.locator("fieldset:has([data-field])").first();
  const row = (path: string) => fieldAt(form, path);
  for (const path of ["metadata.name", ...["network", "locality", "weight"].map((name) => `spec.template.${name}`)]) {
    await expect(row(path).locator("input"), path).toHaveAttribute("aria-invalid", "true");
  }
  await expect(faultIn(row("spec.metadata.labels"), "machine-label-value")).toHaveAttribute("data-at", "spec.metadata.labels.app");
  await expect(faultIn(row("spec.template.ports"), "port-range")).toHaveAttribute("data-at", "spec.template.ports.http");
  await expect(row("spec.probe").locator('[data-fault][data-level="refuses"]').first()).toBeVisible();
  await expect(faultIn(row("metadata.annotations[stolos.dev/expected-size]"), "size-no-number")).toBeVisible();
  // No prediction checks the name of an account.
  const account = row("spec.template.serviceAccount");
  await expect(account.locator("input").first()).toHaveAttribute("aria-invalid", "false");
  await expectFit(page, "Describe with errors");

  complaints.claim(/status of 422/);
  await openStep(page, "review");
  const refusal = (kind: string, field: string) => faultIn(reviewedObject(page, kind), "refused").and(page.locator(`[data-field="${field}"]`));
  await expect(refusal("WorkloadGroup", "spec.template.weight")).toHaveAttribute("data-line", lineOf("weight:"));
  await expect(refusal("WorkloadGroup", "spec.template.network")).toHaveAttribute("data-line", lineOf("network:"));
  await expect(refusal("ServiceAccount", "metadata.name")).toHaveAttribute("data-line", "4");
  // The API server's own message has the value.
  await expect(refusal("ServiceAccount", "metadata.name")).toContainText('"Other_Name"');
  await expectFit(page, "Review with errors");

  await page.getByRole("link", { name: LINK.changeItThere }).first().click();
  await expect(account.locator("input").first()).toHaveAttribute("aria-invalid", "true");
  await expect(faultIn(account, "refused")).toContainText('"Other_Name"');
  const weight = row("spec.template.weight");
  await expect(faultIn(weight, "refused")).toBeVisible();
  // A changed field has no refusal any more; the other fields still have theirs.
  await weight.locator("input").fill("3");
  await expect(faultIn(page, "refused").and(page.locator('[data-field="spec.template.weight"], [data-at="spec.template.weight"]'))).toHaveCount(0);
  await expect(faultIn(account, "refused")).toBeVisible();
  expect(await yamlText(page)).toContain("weight: 3");
});
