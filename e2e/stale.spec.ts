import type { Page } from "@playwright/test";
import { iconColour, loadedAt } from "@/e2e/cluster/fleet-pages";
import { expect, test } from "./fixtures";
import { entryPage, freshEntry, groupObject, groupPage, reportHealth } from "./fleet";
import { banners, freshnessLine } from "./freshness";
import { greenElements } from "./green-elements";
import { someOf } from "./proof-extent";
import { expectHeading, expectStatement } from "./statements";

/** At four times the usual speed, a silent watch is noticed after 15 s / 4, a silent stream after some heartbeats of a second. */
const STALE_WITHIN_MS = 20_000;

/** A sample has all pages in one of these. */
const WAYS = [
  ["the cluster is silent", "apiDoor", "stall"],
  ["the cluster refuses", "apiDoor", "cut"],
  ["the dashboard cannot be reached", "pageDoor", "cut"],
] as const;

for (const [what, door, how] of someOf(WAYS, 1)) {
  test(`while ${what}, every page refers to the past, nothing is green, and trouble keeps its colour`, async ({
    page,
    context,
    house,
    cluster,
    complaints,
  }) => {
    complaints.claim(/ERR_|Failed to load resource|NetworkError/);
    const [well = "", ill = ""] = [await freshEntry(cluster, "media", "origin-cache"), await freshEntry(cluster, "media", "drm-license")];
    await reportHealth(house, "media", ill, "probe failed: HTTP 503");
    const pages = await openAll(page, ["/", "/groups?ns=media", groupPage("media", "drm-license"), "/entries?ns=media", entryPage("media", well)]);
    const [fleet, , group, entries, machine] = pages;
    if (fleet === undefined || group === undefined || entries === undefined || machine === undefined) throw new Error("A page did not open.");
    await expect(group.getByRole("row").filter({ hasText: ill }).locator("[data-state-word=unhealthy]")).toBeVisible();
    // After a refusal, Pods and Nodes are read later than machines: until then it is not verified.
    await expectHeading(machine, "entry-traffic", { entry: well, state: "healthy", verified: true, past: false });
    const loaded = await Promise.all(pages.map(loadedAt));
    const illColour = await iconColour(group, ill);

    const cutAt = Date.now();
    house[door][how]();
    for (const each of pages) await expect(freshnessLine(each)).toHaveAttribute("data-freshness", "stale", { timeout: STALE_WITHIN_MS });
    process.stdout.write(`    ${what}: all pages stale after ${Date.now() - cutAt} ms\n`);
    for (const each of pages) {
      await expect(banners(each, { kind: "stale" }).first()).toBeVisible();
      await expect.poll(() => greenElements(each), { message: `${each.url()} has nothing green` }).toEqual([]);
    }
    await expectHeading(fleet, "fleet-serving", { basis: "expected", past: true });
    await expect(fleet.locator("h1 [data-statement]").first(), "it states the trouble").toBeVisible();
    const { expected } = await groupObject(cluster, "media", "drm-license");
    await expectHeading(group, "group-serving", { serving: expected - 1, total: expected, past: true });
    await expectStatement(group.getByRole("heading", { level: 1 }), "group-trouble", { unhealthy: 1 });
    await expectHeading(machine, "entry-traffic", { state: "healthy", services: "origin.media.mesh.internal", past: true });
    expect(await iconColour(group, ill), "trouble keeps its colour").toBe(illColour);

    house[door].restore();
    for (const each of pages) await expect(freshnessLine(each)).toHaveAttribute("data-freshness", "live", { timeout: 30_000 });
    await expectHeading(machine, "entry-traffic", { entry: well, state: /^(healthy|reconnecting)$/, past: false });
    await expectHeading(group, "group-serving", { total: expected, past: false });
    expect(await greenElements(entries)).not.toEqual([]);
    expect(await Promise.all(pages.map(loadedAt)), "no page was loaded again").toEqual(loaded);
    for (const each of context.pages()) if (each !== page) await each.close();
  });
}

test.afterEach(({ house }) => house.control("POST", "/scenario/steady"));

async function openAll(first: Page, paths: readonly string[]): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (const path of paths) {
    const page = pages.length === 0 ? first : await first.context().newPage();
    await page.goto(path);
    await expect(freshnessLine(page)).toHaveAttribute("data-freshness", "live");
    pages.push(page);
  }
  return pages;
}
