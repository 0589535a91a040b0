import type { Locator } from "@playwright/test";
import { expectNoViolations } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { entryPage, entryPath, hostPage, writeEntry } from "./fleet";
import { BUTTON, DIALOG, FIELD } from "./labels";
import { someOf } from "./proof-extent";
import { signIn } from "./token-sign-in";
import { unfold } from "./unfold";

test.use({ houseOptions: "writing" });

/** Expects a finding that the annotation of its object mutes, with the reason that the test typed. */
async function expectMuted(found: Locator): Promise<void> {
  const line = found.locator("[data-muted-by=object]");
  await expect(line).toHaveAttribute("data-reason", "moves next month");
  await expect(line).toHaveAttribute("data-until", /^\d{13}$/);
  for (const value of ["stolos.dev/mute-findings", "moves next month"]) await expect(line).toContainText(value);
}

test("mutes a finding for everybody at its object, still counts it, and shows it again for a user with the right", async ({
  page,
  browser,
  house,
  cluster,
  complaints,
}) => {
  await writeEntry(cluster, "shop", "no-account", { spec: { address: "10.99.7.1", labels: { app: "no-account" } } });
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto(entryPage("shop", "no-account"));
  const findings = await unfold(page, "findings");
  const found = findings.locator("[data-finding]").first();
  const code = (await found.getAttribute("data-finding")) ?? "";
  await found.getByRole("button", { name: BUTTON.muteThisFinding }).click();
  const dialog = page.getByRole("dialog", { name: DIALOG.muteThisFinding });
  await dialog.getByLabel(FIELD.forEverybody).check();
  await expectNoViolations(page, "muting a finding for everybody");
  await dialog.getByRole("button", { name: BUTTON.mute, exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveAttribute("data-problem", "no-reason");
  await dialog.getByLabel(FIELD.why).fill("moves next month");
  await dialog.getByRole("button", { name: BUTTON.mute, exact: true }).click();
  await expectMuted(findings.locator(`[data-finding=${code}]`).first());
  const { annotations } = (await cluster.get(entryPath("shop", "no-account"))).metadata;
  expect(JSON.parse(annotations?.["stolos.dev/mute-findings"] ?? "")).toMatchObject([{ code, reason: "moves next month" }]);

  // Another user in another browser, without the right to write there, sees it muted.
  const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const reader = await other.newPage();
  await signIn(reader, complaints, new Cluster(house.kubeconfigOf("viewer")).token);
  await reader.goto(entryPage("shop", "no-account"));
  await unfold(reader, "findings");
  await expectMuted(reader.locator(`[data-finding=${code}]`).first());
  await other.close();

  await findings.locator(`[data-finding=${code}]`).first().getByRole("button", { name: BUTTON.showAgain }).click();
  await expect(findings.locator(`[data-finding=${code}] [data-muted-by]`)).toHaveCount(0);
  expect((await cluster.get(entryPath("shop", "no-account"))).metadata.annotations ?? {}).not.toHaveProperty("stolos.dev/mute-findings");
});

/** Windows of a desk and of a phone, and distances from their lower edge to the button that opens the form. Pixels. */
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const ABOVE_FOOT = [90, 220, 260, 300, 340];

for (const size of someOf(WINDOWS, 1)) {
  test(`keeps the buttons of the form inside a window of ${size.width} × ${size.height}, at each distance from its lower edge`, async ({
    page,
    house,
    cluster,
    complaints,
  }) => {
    const name = `no-account-${size.width}`;
    await writeEntry(cluster, "shop", name, { spec: { address: "10.99.7.2", labels: { app: "no-account" } } });
    await page.setViewportSize(size);
    await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
    await page.goto(entryPage("shop", name));
    const opener = (await unfold(page, "findings")).getByRole("button", { name: BUTTON.muteThisFinding }).first();
    await expect(opener).toBeVisible();
    const dialog = page.getByRole("dialog", { name: DIALOG.muteThisFinding });
    for (const above of ABOVE_FOOT) {
      await opener.evaluate((element, distance) => {
        document.body.style.paddingBottom = "100vh";
        window.scrollBy(0, element.getBoundingClientRect().bottom - window.innerHeight + distance);
      }, above);
      await opener.click();
      await dialog.getByLabel(FIELD.forEverybody).check();
      for (const word of [BUTTON.mute, BUTTON.cancel]) {
        const button = dialog.getByRole("button", { name: word, exact: true });
        await expect(button, `${word}, ${above} px above the foot`).toBeInViewport({ ratio: 1 });
        const isOnTop = await button.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
        expect(isOnTop, `${word} can be pressed, ${above} px above the foot`).toBe(true);
      }
      await dialog.getByRole("button", { name: BUTTON.cancel }).click();
      await expect(dialog).toHaveCount(0);
    }
  });
}

const SERVICE = { path: "/api/v1/namespaces/shop/services", apiVersion: "v1", spec: { selector: { app: "checkout", tier: "gone" }, ports: [{ port: 80 }] } };
const SERVICE_ENTRY = {
  path: "/apis/networking.istio.io/v1/namespaces/shop/serviceentries",
  apiVersion: "networking.istio.io/v1",
  spec: { hosts: ["lonely.example"], ports: [{ number: 80, name: "http", protocol: "HTTP" }], workloadSelector: { labels: { app: "checkout" } } },
};

const HOSTS = [
  ["Service", "services", SERVICE],
  ["ServiceEntry", "serviceentries", SERVICE_ENTRY],
] as const;

for (const [kind, resource, { path, apiVersion, spec }] of someOf(HOSTS, 1)) {
  test(`mutes a finding about a ${kind} at the object, for users who may patch it only`, async ({ page, browser, house, cluster, complaints }) => {
    const annotation = async () => (await cluster.get(`${path}/lonely`)).metadata.annotations?.["stolos.dev/mute-findings"];
    await cluster.create(path, { apiVersion, kind, metadata: { name: "lonely", namespace: "shop" }, spec });
    await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
    await page.goto(hostPage(resource, "shop", "lonely"));
    const findings = page.locator("[data-section=findings]");
    const code = (await findings.locator("[data-finding]").first().getAttribute("data-finding")) ?? "";
    const found = findings.locator(`[data-finding=${code}]`).first();
    const mute = found.getByRole("button", { name: BUTTON.muteThisFinding });
    const dialog = page.getByRole("dialog", { name: DIALOG.muteThisFinding });

    // An annotation with another content mutes nothing, and is not overwritten.
    await cluster.patch(`${path}/lonely`, { metadata: { annotations: { "stolos.dev/mute-findings": "until Monday" } } });
    await expect(findings.locator("[data-problem=unreadable-mutes]")).toContainText("stolos.dev/mute-findings");
    await expect(findings.locator("[data-muted-by]")).toHaveCount(0);
    await mute.click();
    await dialog.getByLabel(FIELD.forEverybody).check();
    await dialog.getByLabel(FIELD.why).fill("moves next month");
    await dialog.getByRole("button", { name: BUTTON.mute, exact: true }).click();
    await expect(dialog.getByRole("alert")).toHaveAttribute("data-problem", "unreadable-mutes");
    expect(await annotation()).toBe("until Monday");
    await dialog.getByRole("button", { name: BUTTON.cancel }).click();
    await cluster.patch(`${path}/lonely`, { metadata: { annotations: { "stolos.dev/mute-findings": null } } });
    await expect(findings.locator("[data-problem=unreadable-mutes]")).toHaveCount(0);

    // The form names the missing right to a user who may only read.
    complaints.claim(/status of 403/);
    const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
    const reader = await other.newPage();
    await signIn(reader, complaints, new Cluster(house.kubeconfigOf("viewer")).token);
    await reader.goto(hostPage(resource, "shop", "lonely"));
    const foundThere = reader.locator(`[data-finding=${code}]`).first();
    await foundThere.getByRole("button", { name: BUTTON.muteThisFinding }).click();
    const dialogThere = reader.getByRole("dialog", { name: DIALOG.muteThisFinding });
    await dialogThere.getByLabel(FIELD.forEverybody).check();
    await expect(dialogThere.locator("[data-missing]")).toHaveAttribute("data-missing", `patch ${resource}`);
    for (const value of ["patch", resource, "shop"]) await expect(dialogThere.locator("[data-missing]")).toContainText(value);
    await expect(dialogThere.getByRole("button", { name: BUTTON.mute, exact: true })).toHaveCount(0);

    await mute.click();
    await dialog.getByLabel(FIELD.forEverybody).check();
    await dialog.getByLabel(FIELD.why).fill("moves next month");
    await expectNoViolations(page, `muting a finding about a ${kind} for everybody`);
    await dialog.getByRole("button", { name: BUTTON.mute, exact: true }).click();
    await expectMuted(found);
    expect(JSON.parse((await annotation()) ?? "")).toMatchObject([{ code, reason: "moves next month" }]);
    await expectMuted(foundThere);
    await foundThere.getByRole("button", { name: BUTTON.showAgain }).click();
    for (const value of ["patch", resource, "shop"]) await expect(foundThere.locator("[data-problem]")).toContainText(value);
    await expectMuted(foundThere);
    await other.close();

    await page.goto("/findings?ns=shop");
    const listed = page.locator(`[data-finding=${code}]`).filter({ hasText: "moves next month" });
    await expectMuted(listed);
    await listed.getByRole("button", { name: BUTTON.showAgain }).click();
    await expect(listed).toHaveCount(0);
    expect(await annotation()).toBeUndefined();
    await cluster.delete(`${path}/lonely`);
  });
}
