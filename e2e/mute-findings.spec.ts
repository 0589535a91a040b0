import { expectNoViolations } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { entryPage, entryPath, hostPage, writeEntry } from "./fleet";
import { someOf } from "./proof-extent";
import { signIn } from "./token-sign-in";

test.use({ houseOptions: "writing" });

test("a finding that is muted at its object is muted for everybody, counted still, and shown again by whoever may", async ({
  page,
  browser,
  house,
  cluster,
  complaints,
}) => {
  await writeEntry(cluster, "shop", "no-account", { spec: { address: "10.99.7.1", labels: { app: "no-account" } } });
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto(entryPage("shop", "no-account"));
  const findings = page.getByRole("region", { name: "Findings" });
  const found = findings.locator("[data-finding]").first();
  const code = (await found.getAttribute("data-finding")) ?? "";
  await found.getByRole("button", { name: "mute this finding" }).click();
  const dialog = page.getByRole("dialog", { name: "Mute this finding" });
  await dialog.getByLabel("for everybody").check();
  await expectNoViolations(page, "muting a finding for everybody");
  await dialog.getByRole("button", { name: "Mute", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Write why: whoever comes back to it will ask.");
  await dialog.getByLabel("Why").fill("moves next month");
  await dialog.getByRole("button", { name: "Mute", exact: true }).click();
  const muted = /Muted for everybody by the object's annotation stolos\.dev\/mute-findings, until .*: moves next month/;
  await expect(findings.locator(`[data-finding=${code}]`).first()).toContainText(muted);
  const { annotations } = (await cluster.get(entryPath("shop", "no-account"))).metadata;
  expect(JSON.parse(annotations?.["stolos.dev/mute-findings"] ?? "")).toMatchObject([{ code, reason: "moves next month" }]);

  // Somebody else in another browser, who may not write there: he sees it so, and has no way back.
  const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const reader = await other.newPage();
  await signIn(reader, complaints, new Cluster(house.kubeconfigOf("viewer")).token);
  await reader.goto(entryPage("shop", "no-account"));
  await expect(reader.locator(`[data-finding=${code}]`).first()).toContainText(muted);
  await other.close();

  await findings.locator(`[data-finding=${code}]`).first().getByRole("button", { name: "Show again" }).click();
  await expect(findings.locator(`[data-finding=${code}]`).first()).not.toContainText("Muted");
  expect((await cluster.get(entryPath("shop", "no-account"))).metadata.annotations ?? {}).not.toHaveProperty("stolos.dev/mute-findings");
});

/** Windows of a desk and of a phone, and how far above their foot the control stands that opens the form. Pixels. */
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const ABOVE_FOOT = [90, 220, 260, 300, 340];

for (const size of someOf(WINDOWS, 1)) {
  test(`whoever mutes has the buttons in a window of ${size.width} × ${size.height}, however low the form opens`, async ({
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
    const opener = page.getByRole("region", { name: "Findings" }).getByRole("button", { name: "mute this finding" }).first();
    await expect(opener).toBeVisible();
    const dialog = page.getByRole("dialog", { name: "Mute this finding" });
    for (const above of ABOVE_FOOT) {
      await opener.evaluate((element, distance) => {
        document.body.style.paddingBottom = "100vh";
        window.scrollBy(0, element.getBoundingClientRect().bottom - window.innerHeight + distance);
      }, above);
      await opener.click();
      await dialog.getByLabel("for everybody").check();
      for (const word of ["Mute", "Cancel"]) {
        const button = dialog.getByRole("button", { name: word, exact: true });
        await expect(button, `${word}, ${above} px above the foot`).toBeInViewport({ ratio: 1 });
        const isOnTop = await button.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
        expect(isOnTop, `${word} can be pressed, ${above} px above the foot`).toBe(true);
      }
      await dialog.getByRole("button", { name: "Cancel" }).click();
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
  test(`a finding about a ${kind} is muted at the object, which only whoever may patch it can do`, async ({ page, browser, house, cluster, complaints }) => {
    const annotation = async () => (await cluster.get(`${path}/lonely`)).metadata.annotations?.["stolos.dev/mute-findings"];
    await cluster.create(path, { apiVersion, kind, metadata: { name: "lonely", namespace: "shop" }, spec });
    await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
    await page.goto(hostPage(resource, "shop", "lonely"));
    const findings = page.getByRole("region", { name: "Findings" });
    const code = (await findings.locator("[data-finding]").first().getAttribute("data-finding")) ?? "";
    const found = findings.locator(`[data-finding=${code}]`).first();
    const mute = found.getByRole("button", { name: "mute this finding" });
    const dialog = page.getByRole("dialog", { name: "Mute this finding" });
    const muted = /Muted for everybody by the object's annotation stolos\.dev\/mute-findings, until .*: moves next month/;

    // What another hand wrote there mutes nothing, and is not overwritten.
    await cluster.patch(`${path}/lonely`, { metadata: { annotations: { "stolos.dev/mute-findings": "until Monday" } } });
    await expect(findings).toContainText("The annotation stolos.dev/mute-findings of the object cannot be read, and mutes nothing.");
    await mute.click();
    await dialog.getByLabel("for everybody").check();
    await dialog.getByLabel("Why").fill("moves next month");
    await dialog.getByRole("button", { name: "Mute", exact: true }).click();
    await expect(dialog.getByRole("alert")).toContainText("cannot be read, and mutes nothing");
    expect(await annotation()).toBe("until Monday");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await cluster.patch(`${path}/lonely`, { metadata: { annotations: { "stolos.dev/mute-findings": null } } });
    await expect(findings).not.toContainText("cannot be read");

    // Somebody who may only read is told which right is missing.
    complaints.claim(/status of 403/);
    const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
    const reader = await other.newPage();
    await signIn(reader, complaints, new Cluster(house.kubeconfigOf("viewer")).token);
    await reader.goto(hostPage(resource, "shop", "lonely"));
    const foundThere = reader.locator(`[data-finding=${code}]`).first();
    await foundThere.getByRole("button", { name: "mute this finding" }).click();
    const dialogThere = reader.getByRole("dialog", { name: "Mute this finding" });
    await dialogThere.getByLabel("for everybody").check();
    await expect(dialogThere).toContainText(new RegExp(`You may not change it\\. .*patch.*${resource}.*shop`));
    await expect(dialogThere.getByRole("button", { name: "Mute", exact: true })).toHaveCount(0);

    await mute.click();
    await dialog.getByLabel("for everybody").check();
    await dialog.getByLabel("Why").fill("moves next month");
    await expectNoViolations(page, `muting a finding about a ${kind} for everybody`);
    await dialog.getByRole("button", { name: "Mute", exact: true }).click();
    await expect(found).toContainText(muted);
    expect(JSON.parse((await annotation()) ?? "")).toMatchObject([{ code, reason: "moves next month" }]);
    await expect(foundThere).toContainText(muted);
    await foundThere.getByRole("button", { name: "Show again" }).click();
    await expect(foundThere.getByRole("status").first()).toContainText(new RegExp(`patch.*${resource}.*shop`));
    await expect(foundThere).toContainText(muted);
    await other.close();

    await page.goto("/findings?ns=shop");
    const listed = page.locator(`[data-finding=${code}]`).filter({ hasText: "moves next month" });
    await expect(listed).toContainText(muted);
    await listed.getByRole("button", { name: "Show again" }).click();
    await expect(listed).toHaveCount(0);
    expect(await annotation()).toBeUndefined();
    await cluster.delete(`${path}/lonely`);
  });
}
