import { expectNoViolations } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { entryPage, entryPath, writeEntry } from "./fleet";
import { signIn } from "./token-sign-in";

test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--seed", "1", "--speed", "4"],
    settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1", STOLOS_READ_ONLY: "false", STOLOS_SIGN_IN: "token" },
  },
});

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
