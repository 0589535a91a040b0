import type { Page } from "@playwright/test";
import { banner, expectAlive } from "./alive";
import { expectNothingInThemes, THEMES, themeCookie } from "./axe-violations";
import { expect, test } from "./fixtures";
import { entryPage, freshEntry, groupPage, hostPage } from "./fleet";
import { untilRecorded } from "./history";
import { startDashboard, untilReady } from "./house";
import { someOf, waysOf } from "./proof-extent";
import { cellContrast, toldByColourAlone } from "./told-by-colour";

test("draws the theme of the reader in the first HTML", async ({ page, house }) => {
  const papers = new Set<string>();
  for (const theme of ["light", "dark"] as const) {
    await page.context().addCookies([themeCookie(house.address, theme)]);
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    papers.add(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor));
  }
  expect(papers.size, "one is not like the other").toBe(2);
});

test("draws failing cells with another lightness, and finds a state without a word", async ({ page, house }) => {
  for (const theme of ["light", "dark"] as const) {
    await page.context().addCookies([themeCookie(house.address, theme)]);
    await page.goto("/");
    expect(await cellContrast(page), theme).toBeGreaterThan(2);
  }
  const planted = () =>
    page.evaluate(() => {
      for (const name of ["cell cell-bad inline-block size-3", "text-warn"]) {
        const element = document.body.appendChild(document.createElement("i"));
        element.className = name;
        if (name === "text-warn") element.textContent = "7";
      }
    });
  await planted();
  expect(await toldByColourAlone(page)).toEqual(["i.cell cell-bad inline-block size-3", "i.text-warn"]);
});

test("axe finds nothing on any live list", async ({ page, house }) => {
  await page.context().addCookies([themeCookie(house.address, "light")]);
  await expectNothingOnEach(page, someOf(LISTS, 7));
});

/** Live pages of many objects; in a sample half of them. */
const LISTS = [
  "/",
  "/oncall",
  "/groups",
  "/groups?q=nothing-is-called-that",
  "/entries",
  "/services",
  "/networks",
  "/control-plane",
  "/findings",
  "/incidents",
  "/audit",
  "/services/preview",
  "/localities",
  "/localities?show=world",
  "/localities?show=table",
];

test("axe finds nothing on the live page of one object, in the help sheet and in the palette", async ({ page, cluster, house, complaints }) => {
  complaints.claim(/404/);
  await page.context().addCookies([themeCookie(house.address, "light")]);
  const machine = entryPage("shop", await freshEntry(cluster, "shop", "checkout"));
  const there = [groupPage("shop", "storefront"), machine, hostPage("services", "data-platform", "schema-registry")];
  const gone = [groupPage("shop", "gone"), entryPage("legacy", "gone"), hostPage("services", "data-platform", "gone"), "/incidents/none"];
  await expectNothingOnEach(page, [...there, ...someOf(gone, 1)]);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNothing(page, "the help sheet", 0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("oracle");
  await expect(page.getByRole("option").first()).toContainText("oracle");
  await expectNothing(page, "the palette", 1);
});

test("axe finds nothing on pages of the history", async ({ page, cluster, house }) => {
  await untilRecorded(house.address);
  await page.context().addCookies([themeCookie(house.address, "light")]);
  const machine = entryPage("shop", await freshEntry(cluster, "shop", "checkout"));
  await expectNothingOnEach(page, ["/activity", "/activity?q=nothing-is-called-that", `${machine}?as=table`]);
  await page.goto(`${machine}?at=${new Date().toISOString()}`);
  await expect(page.locator("section[data-at]").first()).toBeVisible();
  await expectNothing(page, "a machine as it was", 1);
});

test("axe finds nothing on a page that is stale", async ({ page, house, complaints }) => {
  complaints.claim(/ERR_|Failed to load resource|NetworkError/);
  await page.context().addCookies([themeCookie(house.address, "light")]);
  const other = await page.context().newPage();
  await page.goto("/");
  await other.goto("/entries?ns=legacy");
  // A page without an open stream cannot lose it.
  for (const each of [page, other]) await expectAlive(each);
  house.pageDoor.cut();
  for (const [at, each] of [page, other].entries()) {
    await expect(banner(each, "stale").first()).toBeVisible({ timeout: 20_000 });
    await expectNothing(each, `stale ${each.url()}`, at);
  }
});

test("axe finds nothing on pages without permission, and on pages of a cluster that cannot be read", async ({ page, house }) => {
  const { program, port } = await startDashboard({ KUBECONFIG: house.kubeconfigOf("nobody") });
  await untilReady(`http://127.0.0.1:${port}`);
  // Until the history is open, requests for it fail, which the browser logs as an error.
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/api/history/activity`)).status).toBe(200);
  await page.context().addCookies([themeCookie(house.address, "light")]);
  const sentences = someOf(SENTENCES, 4);
  for (const [at, path] of [...sentences, entryPage("legacy", "oracle-primary"), hostPage("services", "data-platform", "schema-registry")].entries()) {
    if (at < sentences.length && !waysOf(at, WITHOUT_ROWS).includes("denied")) continue;
    await page.goto(`http://127.0.0.1:${port}${path}`);
    await expect(banner(page, "denied").first()).toBeVisible();
    await expectNothing(page, `denied ${path}`, at >> 1);
  }
  const broken = await startDashboard({ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_CONTEXTS: "nowhere" });
  for (const [at, path] of sentences.entries()) {
    if (!waysOf(at, WITHOUT_ROWS).includes("broken")) continue;
    await page.goto(`http://127.0.0.1:${broken.port}${path}`);
    await expect(banner(page, "problem").and(page.locator("[data-cluster=nowhere]"))).toContainText("nowhere");
    await expectNothing(page, `error ${path}`, at >> 1);
  }
  // An open page would send requests to a server that ends.
  await page.goto("about:blank");
  await Promise.all([program.end(), broken.program.end()]);
});

/** Reasons for a page without rows. In a sample each page has one of them. */
const WITHOUT_ROWS = ["denied", "broken"] as const;
/** Pages with a headline about all visible objects. */
const SENTENCES = ["/", "/oncall", "/groups", "/entries", "/services", "/networks", "/localities"];

/** Axe finds nothing in either theme; in a sample, in the theme whose turn it is at this index of the list. */
async function expectNothing(page: Page, what: string, at: number): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expectNothingInThemes(page, what, waysOf(at, THEMES));
}

async function expectNothingOnEach(page: Page, paths: readonly string[]): Promise<void> {
  for (const [at, path] of paths.entries()) await expectNothingOn(page, path, at);
}

async function expectNothingOn(page: Page, path: string, at: number): Promise<void> {
  await page.goto(path);
  await expect(page.locator("[data-freshness=live]").first()).toBeVisible();
  // Axe checks the page itself, not its placeholders. Other tests check those in documents.
  await expect(reading(page)).toHaveCount(0);
  expect(await toldByColourAlone(page), `${path} shows no state by its colour alone`).toEqual([]);
  await expectNothing(page, path, at);
}

/** The placeholders of answers that have not arrived. */
function reading(page: Page) {
  return page.getByRole("main").locator("[data-skeleton]");
}
