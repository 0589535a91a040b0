import type { Locator, Page } from "@playwright/test";
import { expectHeadline } from "@/e2e/cluster/fleet-pages";
import { expectAlive } from "./alive";
import { Cluster, type KubeObject } from "./cluster";
import { expect, test } from "./fixtures";
import { entriesOf, entryPath, groupPage, reportHealth, tellMachine, writeEntry } from "./fleet";
import { startSecond } from "./second-dashboard";

/** What a rule found, by its code. */
const ruleOf = (page: Page, code: string): Locator => page.locator("section").filter({ has: page.locator(`h2#${code}`) });

/** One finding of a rule, by a name in it. */
const findingOf = (page: Page, code: string, name: string): Locator => ruleOf(page, code).locator("[data-finding]").filter({ hasText: name });

/** A number as its rule tells it, which is no part of a longer one. */
const counted = (count: number) => new RegExp(`[^\\d,]${count.toLocaleString("en")} findings?`);

interface Told {
  readonly rule: string;
  readonly severity: string;
  readonly namespace: string;
}

/** Everything that was found, by the file of a page. */
async function fileOf(page: Page, format: "CSV" | "JSON"): Promise<string> {
  const href = await page.getByRole("link", { name: `Export findings as ${format}` }).getAttribute("href");
  const answer = await page.request.get(href ?? "");
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

/** What a machine's object says of itself. */
function specOf({ spec }: KubeObject): { readonly address: string; readonly network: string; readonly locality: string } {
  const { address = "", network = "", locality = "" } = (spec ?? {}) as { address?: string; network?: string; locality?: string };
  return { address, network, locality };
}

test("what is odd is counted as the objects have it, and a filter is in the address (journey f, 1 and 2)", async ({ page, cluster }) => {
  for (const name of ["twin-1", "twin-2"]) await writeEntry(cluster, "legacy", name, { spec: { address: "10.99.5.1", locality: "mars/olympus/rack/shelf" } });
  await page.goto("/findings");
  await expectAlive(page);
  await expect(findingOf(page, "STL115", "10.99.5.1")).toContainText("10.99.5.1 without a network is the address of twin-1 and twin-2.");

  const machines = (await machinesOf(cluster)).map(specOf);
  const placeOf = ({ address, network }: { readonly address: string; readonly network: string }) => `${network} ${address}`;
  const shared = new Set(machines.map(placeOf).filter((place, at, all) => !place.endsWith(" ") && all.indexOf(place) !== at));
  await expect(ruleOf(page, "STL115")).toContainText(counted(shared.size));
  const long = machines.filter(({ locality }) => locality.split("/").length > 3).length;
  await expect(ruleOf(page, "STL407")).toContainText(counted(long));

  const told = await toldIn(page);
  await expectHeadline(page, new RegExp(`^${told.length} findings?\\.`));
  const errors = told.filter(({ severity }) => severity === "error").length;
  await page.goto("/findings?q=severity:error");
  await expect(page.getByRole("main")).toContainText(errors === 0 ? "No finding" : `${errors} of ${told.length} findings`);
  await page.goto("/findings?ns=legacy&q=rule:STL407");
  await expect(page.getByRole("button", { name: /^Remove the filter rule:/ })).toBeVisible();
  const here = told.filter(({ rule, namespace }) => rule === "STL407" && namespace === "legacy").length;
  await expect(ruleOf(page, "STL407")).toContainText(counted(here));
  await page.reload();
  await expect(ruleOf(page, "STL407").locator("[data-finding]")).toHaveCount(here);
  for (const name of ["twin-1", "twin-2"]) await cluster.delete(entryPath("legacy", name));
  await expect(ruleOf(page, "STL407").locator("[data-finding]").filter({ hasText: "twin" })).toHaveCount(0);
});

test("one leads to its object and back; what is copied is what silences it (journey f, 3 and 4)", async ({ page, cluster }) => {
  await writeEntry(cluster, "legacy", "long-place", { spec: { address: "10.99.5.3", locality: "mars/olympus/rack/shelf" } });
  await page.goto("/findings?q=rule:STL407");
  const found = findingOf(page, "STL407", "long-place");
  await expect(found).toContainText("long-place is in mars/olympus/rack/shelf, of which Istio reads mars/olympus/rack and drops shelf.");
  const command = (await found.locator("code").last().textContent()) ?? "";
  await found.getByRole("link", { name: "legacy/long-place" }).click();
  await expect(page).toHaveURL(/\/entries\/legacy\/long-place/);
  await expectAlive(page);
  const own = page.getByRole("region", { name: "Findings" });
  await expect(own).toContainText("STL407");
  await expect(own.locator("code").last()).toHaveText(command);

  const [, object, body] = /-n legacy patch (\S+) --type merge -p '(.*)'$/.exec(command) ?? [];
  expect(object).toBe("workloadentry/long-place");
  await cluster.patch(entryPath("legacy", "long-place"), JSON.parse(body ?? ""));
  await expect(own).not.toContainText("STL407");
  await page.goBack();
  await expect(page.getByRole("main")).not.toContainText("long-place");
  await cluster.delete(entryPath("legacy", "long-place"));
});

test("muted with a reason it stands last until its end, by the keyboard alone", async ({ page, cluster }) => {
  for (const name of ["mute-1", "mute-2"])
    await writeEntry(cluster, "legacy", name, { spec: { address: `10.99.6.${name.at(-1)}`, locality: "mars/olympus/rack/shelf" } });
  await page.goto("/findings?ns=legacy&q=rule:STL407");
  await expectAlive(page);
  const found = findingOf(page, "STL407", "mute-1");
  await found.getByRole("button", { name: "mute this finding" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Mute this finding" });
  await expect(dialog.getByLabel("Why")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(found.getByRole("button", { name: "mute this finding" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Why")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("Write why: whoever comes back to it will ask.");
  await page.keyboard.type("moves next month");
  await page.keyboard.press("Enter");
  await expect(found).toContainText(/Muted until .*: moves next month/);
  // Who muted it goes on where it can be shown again, and the other way round.
  await expect(found.getByRole("button", { name: "Show again" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(found.getByRole("button", { name: "mute this finding" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("moves next month");
  await page.keyboard.press("Enter");
  await expect(found).toContainText(/Muted until .*: moves next month/);
  await expect(page.getByRole("main")).toContainText("1 muted in this browser");
  await expect(ruleOf(page, "STL407").locator("[data-finding]").last()).toContainText("mute-1");
  await page.reload();
  await expect(found).toContainText("moves next month");

  // Its end comes: what this browser keeps says that it was yesterday.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      const kept = localStorage.getItem(key) ?? "";
      if (kept.includes("moves next month")) localStorage.setItem(key, kept.replace(/"until":\d+/, `"until":${Date.now() - 86_400_000}`));
    }
  });
  await page.reload();
  await expect(found.getByRole("button", { name: "mute this finding" })).toBeVisible();
  await expect(found).not.toContainText("moves next month");
  for (const name of ["mute-1", "mute-2"]) await cluster.delete(entryPath("legacy", name));
});

test("the files have what the page has, whatever is filtered", async ({ page }) => {
  for (const query of ["", "?q=severity:warning"]) {
    await page.goto(`/findings${query}`);
    await expectAlive(page);
    await expect(page.getByRole("main")).not.toContainText("still looking");
    const told = await toldIn(page);
    const lines = (await fileOf(page, "CSV")).trim().split(/\r?\n/).length - 1;
    expect(lines).toBe(told.length);
    for (const code of new Set(told.map(({ rule }) => rule))) {
      const count = told.filter(({ rule }) => rule === code).length;
      await expect(ruleOf(page, code)).toContainText(counted(count));
    }
    expect(await page.locator("h2[id^=STL]").count()).toBe(new Set(told.map(({ rule }) => rule)).size);
  }
});

test("a map marks what was found about its networks, and leads there", async ({ page }) => {
  await page.goto("/networks");
  await expectAlive(page);
  const row = page.getByRole("table", { name: "Networks and how callers reach them" }).getByRole("row").filter({ hasText: "azure-frankfurt" });
  const mark = row.getByRole("link", { name: /^(Error|Warning|Note) \d+ findings?$/ });
  const marked = Number(/\d+/.exec((await mark.textContent()) ?? "")?.[0]);
  await mark.click();
  await expect(page).toHaveURL(/\/findings\?/);
  await expect(findingOf(page, "STL501", "azure-frankfurt")).toBeVisible();
  await expect(page.locator("[data-finding]"), "as many as the mark said").toHaveCount(marked);
});

test("the list of groups marks what was found about each, as its own page counts it, and leads there", async ({ page }) => {
  await page.goto("/groups?ns=legacy");
  await expectAlive(page);
  const mark = page
    .getByRole("table", { name: "Groups of machines" })
    .getByRole("link", { name: / found$/ })
    .first();
  const told = (await mark.getAttribute("aria-label")) ?? "";
  const count = [...told.matchAll(/\d+/g)].reduce((sum, [number]) => sum + Number(number), 0);
  const name = new URL((await mark.getAttribute("href")) ?? "", "http://localhost").searchParams.get("q")?.replace("object:", "") ?? "";
  await mark.click();
  await expect(page).toHaveURL(/\/findings\?/);
  await expect(page.locator("[data-finding]").first()).toBeVisible();
  await page.goto(groupPage("legacy", name));
  await expect(page.getByRole("region", { name: "Findings" }).locator("h3").first()).toBeVisible();
  expect(await page.getByRole("region", { name: "Findings" }).locator("h3").count()).toBe(count);
});

test("a machine that turns again and again is told, and one that comes back without its drain", async ({ page, house, cluster }) => {
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
  await expect(findingOf(page, "STL125", flapping)).toContainText(
    /turned \d+ times between healthy and unhealthy within an hour, told from 6 on; it is healthy now/,
  );
  await expect(findingOf(page, "STL126", drained)).toContainText("registered anew within a day after it was drained");
  await cluster.patch(entryPath("shop", drained), { metadata: { labels: { "istio.io/draining": "true" } } });
  await expect(findingOf(page, "STL126", drained)).toHaveCount(0);
  await cluster.patch(entryPath("shop", drained), { metadata: { labels: { "istio.io/draining": null } } });
  await expect(findingOf(page, "STL126", drained), "taken back, which somebody meant").toHaveCount(0);
});

test("a viewer of one namespace is told of that, and who lacks a right that nobody can tell", async ({ page, house, complaints }) => {
  complaints.claim(/401 \(Unauthorized\)|403 \(Forbidden\)/);
  const server = await startSecond({ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_SIGN_IN: "token" });
  for (const [user, isTold] of [
    ["team-shop", (text: string) => !/legacy|payments/.test(text)],
    ["oncall", (text: string) => text.includes("services")],
  ] as const) {
    await page.context().clearCookies();
    await page.goto(`${server.address}/findings`);
    await page.getByLabel("Token of the cluster").fill(new Cluster(house.kubeconfigOf(user)).token);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expectAlive(page);
    const untold = page.getByRole("region", { name: "Cannot tell" });
    await expect(untold).toContainText("not visible");
    await expectHeadline(page, /found|finding/);
    expect(isTold((await page.getByRole("main").textContent()) ?? ""), user).toBe(true);
  }
  // What a page fetches for later would fail with its server.
  await page.goto("about:blank");
  await server.end();
});
