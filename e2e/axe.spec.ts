import type { Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { expectNothingInThemes, THEMES, themeCookie } from "./axe-violations";
import { expect, test } from "./fixtures";
import { entryPage, freshEntry, groupPage, hostPage } from "./fleet";
import { untilRecorded } from "./history";
import { startDashboard, untilReady } from "./house";
import { someOf, waysOf } from "./proof-extent";
import { cellContrast, toldByColourAlone } from "./told-by-colour";

test("the theme is the reader's, from the first byte", async ({ page, house }) => {
  const papers = new Set<string>();
  for (const theme of ["light", "dark"] as const) {
    await page.context().addCookies([themeCookie(house.address, theme)]);
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    papers.add(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor));
  }
  expect(papers.size, "one is not like the other").toBe(2);
});

test("without colours a cell in trouble is another than one that is not, and what has no word is found", async ({ page, house }) => {
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

/** Pages of many things, live; in a sample half of them. */
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
  "/audit",
  "/services/preview",
  "/localities",
  "/localities?show=world",
  "/localities?show=table",
];

test("axe finds nothing on any live page of one thing and in what opens over it", async ({ page, cluster, house, complaints }) => {
  complaints.claim(/404/);
  await page.context().addCookies([themeCookie(house.address, "light")]);
  const machine = entryPage("shop", await freshEntry(cluster, "shop", "checkout"));
  const there = [groupPage("shop", "storefront"), machine, hostPage("services", "data-platform", "schema-registry")];
  const gone = [groupPage("shop", "gone"), entryPage("legacy", "gone"), hostPage("services", "data-platform", "gone")];
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

test("axe finds nothing in what is remembered", async ({ page, cluster, house }) => {
  await untilRecorded(house.address);
  await page.context().addCookies([themeCookie(house.address, "light")]);
  const machine = entryPage("shop", await freshEntry(cluster, "shop", "checkout"));
  await expectNothingOnEach(page, ["/activity", "/activity?q=nothing-is-called-that", `${machine}?as=table`]);
  await page.goto(`${machine}?at=${new Date().toISOString()}`);
  await expect(page.getByRole("region", { name: "The past" })).toBeVisible();
  await expectNothing(page, "a machine as it was", 1);
});

test("axe finds nothing on a page that is stale", async ({ page, house, complaints }) => {
  complaints.claim(/ERR_|Failed to load resource|NetworkError/);
  await page.context().addCookies([themeCookie(house.address, "light")]);
  const other = await page.context().newPage();
  await page.goto("/");
  await other.goto("/entries?ns=legacy");
  // Before its stream is open, a page has nothing to lose.
  for (const each of [page, other]) await expectAlive(each);
  house.pageDoor.cut();
  for (const [at, each] of [page, other].entries()) {
    await expect(each.getByText("Not live").first()).toBeVisible({ timeout: 20_000 });
    await expectNothing(each, `stale ${each.url()}`, at);
  }
});

test("axe finds nothing where nothing may be seen, and where nothing can be read", async ({ page, house }) => {
  const { program, port } = await startDashboard({ KUBECONFIG: house.kubeconfigOf("nobody") });
  await untilReady(`http://127.0.0.1:${port}`);
  // Until the record is open, asking for it is refused, and a browser complains of that aloud.
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/api/history/activity`)).status).toBe(200);
  await page.context().addCookies([themeCookie(house.address, "light")]);
  const sentences = someOf(SENTENCES, 4);
  for (const [at, path] of [...sentences, entryPage("legacy", "oracle-primary"), hostPage("services", "data-platform", "schema-registry")].entries()) {
    if (at < sentences.length && !waysOf(at, WITHOUT_ROWS).includes("denied")) continue;
    await page.goto(`http://127.0.0.1:${port}${path}`);
    await expect(page.getByText("Not allowed").first()).toBeVisible();
    await expectNothing(page, `denied ${path}`, at >> 1);
  }
  const broken = await startDashboard({ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_CONTEXTS: "nowhere" });
  for (const [at, path] of sentences.entries()) {
    if (!waysOf(at, WITHOUT_ROWS).includes("broken")) continue;
    await page.goto(`http://127.0.0.1:${broken.port}${path}`);
    await expect(page.getByRole("main")).toContainText("nowhere");
    await expectNothing(page, `error ${path}`, at >> 1);
  }
  // A page that is open asks on, and a server that ends refuses it.
  await page.goto("about:blank");
  await Promise.all([program.end(), broken.program.end()]);
});

/** Why a page has nothing to show. In a sample each page has one of the reasons. */
const WITHOUT_ROWS = ["denied", "broken"] as const;
/** Pages that begin with a sentence about everything that may be seen. */
const SENTENCES = ["/", "/oncall", "/groups", "/entries", "/services", "/networks", "/localities"];

/** Axe finds nothing in either theme, or, in a sample, in that which is the turn of this place of a list. */
async function expectNothing(page: Page, what: string, at: number): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expectNothingInThemes(page, what, waysOf(at, THEMES));
}

async function expectNothingOnEach(page: Page, paths: readonly string[]): Promise<void> {
  for (const [at, path] of paths.entries()) await expectNothingOn(page, path, at);
}

async function expectNothingOn(page: Page, path: string, at: number): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(/^live/).first()).toBeVisible();
  // What is looked at is the page, not the place that was held for it: whether that is fine is asked in documents, where it stays.
  await expect(reading(page)).toHaveCount(0);
  expect(await toldByColourAlone(page), `${path} tells no state by its colour alone`).toEqual([]);
  await expectNothing(page, path, at);
}

/** What stands in the place of an answer that has not come. */
function reading(page: Page) {
  return page.getByRole("main").getByText(/^Reading /);
}
