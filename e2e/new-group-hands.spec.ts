import type { Page } from "@playwright/test";
import { expectNothingInBothThemes, themeCookie } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { tabTo } from "./focus";
import type { House } from "./house";
import { signIn } from "./token-sign-in";
import { expectYaml, typeYaml, yamlText } from "./yaml-field";

test.use({
  viewport: { width: 390, height: 844 },
  houseOptions: "writing",
});

const DESCRIBE = "/groups/new/describe?cluster=sandbox&namespace=shop";

/** Somebody of the shop, who reads in the light theme. */
async function enter(page: Page, house: House, complaints: Parameters<typeof signIn>[1]): Promise<void> {
  await page.context().addCookies([themeCookie(house.address, "light")]);
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
}

/** A page of the flow fits on a phone, is tall enough for a finger, and axe finds nothing in either theme. */
async function expectFit(page: Page, what: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `${what} is as wide as the phone`).toBeLessThanOrEqual(390);
  const low = await page
    .locator("main :is(button, summary, textarea, select, input:not([type=radio], [type=checkbox]))")
    .evaluateAll((controls) =>
      controls
        .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 44)
        .map((control) => `${control.getAttribute("aria-label") ?? control.textContent?.slice(0, 40)}: ${control.getBoundingClientRect().height}`),
    );
  expect(low, `${what}: what is tapped is 44 px tall`).toEqual([]);
  await expectNothingInBothThemes(page, what);
}

test("by keyboard alone, on a phone and in both themes: from the first step to the files of a machine, and on to its arrival", async ({
  page,
  house,
  complaints,
}) => {
  test.setTimeout(120_000);
  await enter(page, house, complaints);
  const press = async (name: string | RegExp, role: "link" | "button" = "link") => {
    await tabTo(page, page.getByRole("main").getByRole(role, { name, exact: typeof name === "string" }));
    await page.keyboard.press("Enter");
  };
  await page.goto("/groups/new?cluster=sandbox&namespace=shop");
  await expect(page.getByRole("list", { name: "Rights" }).getByText("ok", { exact: true })).toHaveCount(5);
  await expectFit(page, "Ready?");
  await press("Next: describe it");

  await tabTo(page, page.getByLabel("Name", { exact: true }));
  await page.keyboard.type("by-keyboard");
  await tabTo(page, page.getByLabel("name of a new port"));
  await page.keyboard.type("http");
  await page.keyboard.press("Tab");
  await page.keyboard.type("8080");
  await page.keyboard.press("Enter");
  await expectYaml(page, /name: by-keyboard\n[\s\S]*http: 8080/);
  await tabTo(page, page.getByRole("radio", { name: "none" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByLabel("Path of the probe")).toHaveValue("/");
  await tabTo(page, page.getByRole("checkbox", { name: "HTTPS" }));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByText("Headers", { exact: true }));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Accept: text/plain");
  await page.keyboard.press("Tab");
  await expectYaml(page, /scheme: HTTPS\n[\s\S]*httpHeaders:\n\s*- name: Accept\n\s*value: text\/plain/);
  await expectFit(page, "Describe");
  await press("Next: how callers reach it");

  await tabTo(page, page.getByRole("group", { name: "How callers reach the machines" }).getByRole("radio").first());
  for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowDown");
  await expectYaml(page, /kind: Service\n/);
  await expectFit(page, "Reach");
  await press("Next: review");
  await expect(page.getByText("It would take it", { exact: true })).toHaveCount(3);
  await expectFit(page, "Review");
  await press("Apply", "button");
  await expect(page.getByText("The cluster has the group.")).toBeVisible();
  await press("Next: the files of its machines");

  await tabTo(page, page.getByLabel("Internal IP"));
  await page.keyboard.type("10.20.99.8");
  await press("Show the files and a token", "button");
  await expect(page.getByRole("region", { name: "istio-token" })).toBeVisible();
  await expectFit(page, "Bundle");
  await press("Arrive");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("No new machine is here yet.");
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

test("errors in every field: each is said at its field and its line, first as predicted, then as the API server answers", async ({
  page,
  house,
  complaints,
}) => {
  await enter(page, house, complaints);
  await page.goto(DESCRIBE);
  await typeYaml(page, BROKEN);
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const row = (name: string) => page.getByRole("group", { name, exact: true });
  for (const name of ["Name", "Network", "Locality", "Weight"]) await expect(field(name), name).toHaveAttribute("aria-invalid", "true");
  await expect(row("Labels")).toContainText("The value of app has 64 letters, and a label 63 at most.");
  await expect(row("Ports")).toContainText("The API server refuses this: 70000 is no port");
  await expect(
    row("Health")
      .getByText(/^The API server refuses this: /)
      .first(),
  ).toBeVisible();
  await expect(page.getByText("The expected size is a whole number of at most six digits").first()).toBeVisible();
  // That an account cannot be called so no prediction says.
  await expect(field("Service account")).toHaveAttribute("aria-invalid", "false");
  await expectFit(page, "Describe with errors");

  complaints.claim(/status of 422/);
  await page.getByRole("link", { name: "Review", exact: true }).click();
  const refused = page.getByRole("list", { name: "Refused of the WorkloadGroup" });
  await expect(refused).toContainText("Line 14: Refused at spec.template.weight: ");
  await expect(refused).toContainText("Line 12: Refused at spec.template.network: ");
  await expect(page.getByRole("list", { name: "Refused of the ServiceAccount" })).toContainText(
    'Line 4: Refused at metadata.name: Invalid value: "Other_Name"',
  );
  await expectFit(page, "Review with errors");

  await page.getByRole("link", { name: "Change it where it was typed" }).first().click();
  await expect(field("Service account")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText(/^Refused at spec\.template\.serviceAccount: Invalid value: "Other_Name"/).first()).toBeVisible();
  await expect(page.getByText(/^Refused at spec\.template\.weight: /).first()).toBeVisible();
  // What is changed may be right by now; the rest still is not.
  await field("Weight").fill("3");
  await expect(page.getByText(/^Refused at spec\.template\.weight: /)).toHaveCount(0);
  await expect(page.getByText(/^Refused at spec\.template\.serviceAccount: /).first()).toBeVisible();
  expect(await yamlText(page)).toContain("weight: 3");
});
