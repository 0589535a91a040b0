import type { Locator, Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { Cluster, type KubeObject } from "./cluster";
import { expect, test } from "./fixtures";
import { entriesOf, entryPath, groupPage, reportHealth, tellMachine, writeEntry } from "./fleet";
import { BUTTON, DIALOG, FIELD } from "./labels";
import { fileAddress } from "./page-menu";
import { startSecond } from "./second-dashboard";
import { expectHeading, expectStatement } from "./statements";
import { unfold } from "./unfold";

/** The section of a rule, by its code. */
const ruleOf = (page: Page, code: string): Locator => page.locator("section").filter({ has: page.locator(`h2#${code}`) });

/** A finding of a rule, by the name of an object in it. */
const findingOf = (page: Page, code: string, name: string): Locator => ruleOf(page, code).locator("[data-finding]").filter({ hasText: name });

/** Expects the section of a rule to state this number of findings. */
const expectCount = (page: Page, code: string, count: number) => expectStatement(ruleOf(page, code), "rule-found", { rule: code, count });

/** The line of a muted finding that this browser or its object mutes. */
const mutedBy = (found: Locator, muter: "browser" | "object") => found.locator(`[data-muted-by=${muter}]`);

interface Told {
  readonly rule: string;
  readonly severity: string;
  readonly namespace: string;
}

/** All findings in the file of a page. */
async function fileOf(page: Page, format: "CSV" | "JSON"): Promise<string> {
  const answer = await page.request.get(await fileAddress(page, format));
  expect(answer.status()).toBe(200);
  return answer.text();
}

async function toldIn(page: Page): Promise<readonly Told[]> {
  return JSON.parse(await fileOf(page, "JSON")) as readonly Told[];
}

async function machinesOf(cluster: Cluster): Promise<readonly KubeObject[]> {
  const { items = [] } = await cluster.get("/apis/networking.istio.io/v1/workloadentries");
  return items;
}

/** The address, network and locality in the spec of a machine. */
function specOf({ spec }: KubeObject): { readonly address: string; readonly network: string; readonly locality: string } {
  const { address = "", network = "", locality = "" } = (spec ?? {}) as { address?: string; network?: string; locality?: string };
  return { address, network, locality };
}

test("counts duplicate addresses and long localities as the objects have them, and keeps a filter in the address (journey f, 1 and 2)", async ({
  page,
  cluster,
}) => {
  for (const name of ["twin-1", "twin-2"]) await writeEntry(cluster, "legacy", name, { spec: { address: "10.99.5.1", locality: "mars/olympus/rack/shelf" } });
  await page.goto("/findings");
  await expectAlive(page);
  await expectStatement(findingOf(page, "STL115", "10.99.5.1"), "found", { address: "10.99.5.1", network: "", entries: 2, objects: ["twin-1", "twin-2"] });

  const machines = (await machinesOf(cluster)).map(specOf);
  const placeOf = ({ address, network }: { readonly address: string; readonly network: string }) => `${network} ${address}`;
  const shared = new Set(machines.map(placeOf).filter((place, at, all) => !place.endsWith(" ") && all.indexOf(place) !== at));
  await expectCount(page, "STL115", shared.size);
  const long = machines.filter(({ locality }) => locality.split("/").length > 3).length;
  await expectCount(page, "STL407", long);

  const told = await toldIn(page);
  const errors = told.filter(({ severity }) => severity === "error").length;
  await expectHeading(page, "findings-found", { total: told.length, errors, past: false });
  await page.goto("/findings?q=severity:error");
  if (errors === 0) await expect(page.locator("[data-notice=empty][data-subject=findings]")).toBeVisible();
  else await expectStatement(page.getByRole("main"), "findings-matched", { count: errors, total: told.length });
  await page.goto("/findings?ns=legacy&q=rule:STL407");
  await expect(page.getByRole("button", { name: BUTTON.removeFilter("rule:locality-of-four-parts") })).toBeVisible();
  const here = told.filter(({ rule, namespace }) => rule === "STL407" && namespace === "legacy").length;
  await expectCount(page, "STL407", here);
  await page.reload();
  await expect(ruleOf(page, "STL407").locator("[data-finding]")).toHaveCount(here);
  for (const name of ["twin-1", "twin-2"]) await cluster.delete(entryPath("legacy", name));
  await expect(ruleOf(page, "STL407").locator("[data-finding]").filter({ hasText: "twin" })).toHaveCount(0);
});

test("opens the object of a finding and returns; the copied patch resolves the finding (journey f, 3 and 4)", async ({ page, cluster }) => {
  await writeEntry(cluster, "legacy", "long-place", { spec: { address: "10.99.5.3", locality: "mars/olympus/rack/shelf" } });
  await page.goto("/findings?q=rule:STL407");
  const found = findingOf(page, "STL407", "long-place");
  await expectStatement(found, "found", { objects: ["long-place"], written: "mars/olympus/rack/shelf", kept: "mars/olympus/rack", dropped: "shelf" });
  const command = (await found.locator("code").last().textContent()) ?? "";
  await found.getByRole("link", { name: "legacy/long-place" }).click();
  await expect(page).toHaveURL(/\/entries\/legacy\/long-place/);
  await expectAlive(page);
  const own = await unfold(page, "findings");
  await expect(own.locator("[data-finding=STL407]")).toBeVisible();
  await expect(own.locator("code").last()).toHaveText(command);

  const [, object, body] = /-n legacy patch (\S+) --type merge -p '(.*)'$/.exec(command) ?? [];
  expect(object).toBe("workloadentry/long-place");
  await cluster.patch(entryPath("legacy", "long-place"), JSON.parse(body ?? ""));
  await expect(own.locator("[data-finding=STL407]")).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("main")).not.toContainText("long-place");
  await cluster.delete(entryPath("legacy", "long-place"));
});

test("lists a finding last that was muted with a reason, until the mute ends, by the keyboard alone", async ({ page, cluster }) => {
  for (const name of ["mute-1", "mute-2"])
    await writeEntry(cluster, "legacy", name, { spec: { address: `10.99.6.${name.at(-1)}`, locality: "mars/olympus/rack/shelf" } });
  await page.goto("/findings?ns=legacy&q=rule:STL407");
  await expectAlive(page);
  const found = findingOf(page, "STL407", "mute-1");
  await found.getByRole("button", { name: BUTTON.muteThisFinding }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: DIALOG.muteThisFinding });
  await expect(dialog.getByLabel(FIELD.why)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(found.getByRole("button", { name: BUTTON.muteThisFinding })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel(FIELD.why)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveAttribute("data-problem", "no-reason");
  await page.keyboard.type("moves next month");
  await page.keyboard.press("Enter");
  await expect(mutedBy(found, "browser")).toHaveAttribute("data-reason", "moves next month");
  await expect(mutedBy(found, "browser")).toContainText("moves next month");
  // The focus moves to the button that shows it again, and back.
  await expect(found.getByRole("button", { name: BUTTON.showAgain })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(found.getByRole("button", { name: BUTTON.muteThisFinding })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("moves next month");
  await page.keyboard.press("Enter");
  await expect(mutedBy(found, "browser")).toContainText("moves next month");
  await expect(mutedBy(found, "browser")).toHaveAttribute("data-until", /^\d{13}$/);
  await expectHeading(page, "findings-found", { muted: 1, mutedForAll: 0 });
  await expect(ruleOf(page, "STL407").locator("[data-finding]").last()).toContainText("mute-1");
  await page.reload();
  await expect(found).toContainText("moves next month");

  // The stored end of the mute becomes yesterday.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      const kept = localStorage.getItem(key) ?? "";
      if (kept.includes("moves next month")) localStorage.setItem(key, kept.replace(/"until":\d+/, `"until":${Date.now() - 86_400_000}`));
    }
  });
  await page.reload();
  await expect(found.getByRole("button", { name: BUTTON.muteThisFinding })).toBeVisible();
  await expect(found).not.toContainText("moves next month");
  for (const name of ["mute-1", "mute-2"]) await cluster.delete(entryPath("legacy", name));
});

test("exports the findings of the page to its files, with and without a filter", async ({ page }) => {
  for (const query of ["", "?q=severity:warning"]) {
    await page.goto(`/findings${query}`);
    await expectAlive(page);
    await expectHeading(page, "findings-found", { settled: true });
    const told = await toldIn(page);
    const lines = (await fileOf(page, "CSV")).trim().split(/\r?\n/).length - 1;
    expect(lines).toBe(told.length);
    for (const code of new Set(told.map(({ rule }) => rule))) {
      const count = told.filter(({ rule }) => rule === code).length;
      await expectCount(page, code, count);
    }
    expect(await page.locator("h2[id^=STL]").count()).toBe(new Set(told.map(({ rule }) => rule)).size);
  }
});

test("marks a network on the map with the number of its findings, and links to them", async ({ page }) => {
  await page.goto("/networks");
  await expectAlive(page);
  const mark = page.locator("[data-section=networks]").getByRole("row").filter({ hasText: "azure-frankfurt" }).locator("a[data-found]");
  await expect(mark).toHaveAttribute("data-severity", /^(error|warning|note)$/);
  const marked = Number(await mark.getAttribute("data-found"));
  await expect(mark).toContainText(String(marked));
  await mark.click();
  await expect(page).toHaveURL(/\/findings\?/);
  await expect(findingOf(page, "STL501", "azure-frankfurt")).toBeVisible();
  await expect(page.locator("[data-finding]"), "the number at the mark").toHaveCount(marked);
});

test("marks a group in the list with the number of findings on its page, and links to them", async ({ page }) => {
  await page.goto("/groups?ns=legacy");
  await expectAlive(page);
  const mark = page.locator("main table a[data-found]").first();
  const count = Number(await mark.getAttribute("data-found"));
  const shown = (await mark.locator("[data-severity]").allTextContents()).map((text) => Number(/\d+/.exec(text)?.[0]));
  expect(shown.reduce((sum, number) => sum + number, 0)).toBe(count);
  const name = new URL((await mark.getAttribute("href")) ?? "", "http://localhost").searchParams.get("q")?.replace("object:", "") ?? "";
  await mark.click();
  await expect(page).toHaveURL(/\/findings\?/);
  await expect(page.locator("[data-finding]").first()).toBeVisible();
  await page.goto(groupPage("legacy", name));
  const titles = (await unfold(page, "findings")).locator("h3:not(:has(button))");
  await expect(titles.first()).toBeVisible();
  expect(await titles.count()).toBe(count);
});

test("reports a flapping machine, and a machine that registers again without its drain label", async ({ page, house, cluster }) => {
  const [flapping = "", drained = ""] = (await entriesOf(cluster, "shop", "storefront")).slice(0, 2).map(({ metadata }) => metadata.name);
  const statusOf = async (name: string) => JSON.stringify(await cluster.get(entryPath("shop", name)));
  for (const [turn, problem] of ["503", "", "503", "", "503", ""].entries()) {
    await reportHealth(house, "shop", flapping, problem);
    await expect.poll(() => statusOf(flapping), `turn ${turn}`).toContain(problem === "" ? '"status":"True"' : '"status":"False"');
    await page.waitForTimeout(150);
  }
  const uidOf = async () => (await cluster.get(entryPath("shop", drained)).catch(() => null))?.metadata.uid ?? "";
  const before = await uidOf();
  await cluster.patch(entryPath("shop", drained), { metadata: { labels: { "istio.io/draining": "true" } } });
  await tellMachine(house, "shop", drained, "disconnect");
  await expect.poll(uidOf, { timeout: 60_000 }).toBe("");
  await tellMachine(house, "shop", drained, "connect");
  await expect.poll(uidOf, { timeout: 60_000 }).not.toMatch(new RegExp(`^(${before})?$`));
  await page.goto("/findings?ns=shop");
  await expectStatement(findingOf(page, "STL125", flapping), "found", { objects: [flapping], turns: 6, toldFrom: 6, status: "True" });
  await expectStatement(findingOf(page, "STL126", drained), "found", { objects: /./, label: "istio.io/draining" });
  await cluster.patch(entryPath("shop", drained), { metadata: { labels: { "istio.io/draining": "true" } } });
  await expect(findingOf(page, "STL126", drained)).toHaveCount(0);
  await cluster.patch(entryPath("shop", drained), { metadata: { labels: { "istio.io/draining": null } } });
  await expect(findingOf(page, "STL126", drained), "the label was removed on purpose").toHaveCount(0);
});

test("shows a viewer of one namespace its findings only, and names the rules that lack a permission", async ({ page, house, complaints }) => {
  complaints.claim(/401 \(Unauthorized\)|403 \(Forbidden\)/);
  const server = await startSecond({ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_SIGN_IN: "token" });
  for (const [user, isTold] of [
    ["team-shop", async (main: Locator) => !/legacy|payments/.test((await main.textContent()) ?? "")],
    ["oncall", async (main: Locator) => (await main.locator("[data-rule][data-sources~=services]").count()) > 0],
  ] as const) {
    await page.context().clearCookies();
    await page.goto(`${server.address}/findings`);
    await page.getByLabel(FIELD.token).fill(new Cluster(house.kubeconfigOf(user)).token);
    await page.getByRole("button", { name: BUTTON.signIn }).click();
    await expectAlive(page);
    await expect(page.locator("[data-section=rules-without-data] [data-rule]:not([data-sources=''])").first()).toBeVisible();
    await expectHeading(page, "findings-found", { untold: /^[1-9]/ });
    expect(await isTold(page.getByRole("main")), user).toBe(true);
  }
  // Prefetches of the page would fail when the server ends.
  await page.goto("about:blank");
  await server.end();
});
