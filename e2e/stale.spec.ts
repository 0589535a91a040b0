import type { Page } from "@playwright/test";
import { expectHeadline, iconColour, loadedAt } from "@/e2e/cluster/fleet-pages";
import { expect, test } from "./fixtures";
import { entryPage, freshEntry, groupPage, reportHealth } from "./fleet";
import { greenElements } from "./green-elements";
import { someOf } from "./proof-extent";

/** At four times the pace of life: silence of a watch is noticed after 15 s / 4, and a stream's after some beats of a second. */
const STALE_WITHIN_MS = 20_000;

/** A sample has every page in one of these. */
const WAYS = [
  ["the cluster falls silent", "apiDoor", "stall"],
  ["the cluster refuses", "apiDoor", "cut"],
  ["the dashboard is out of reach", "pageDoor", "cut"],
] as const;

for (const [what, door, how] of someOf(WAYS, 1)) {
  test(`${what}: every page turns to the past tense, nothing is green, trouble keeps its colour`, async ({ page, context, house, cluster, complaints }) => {
    complaints.claim(/ERR_|Failed to load resource|NetworkError/);
    const [well = "", ill = ""] = [await freshEntry(cluster, "media", "origin-cache"), await freshEntry(cluster, "media", "drm-license")];
    await reportHealth(house, "media", ill, "probe failed: HTTP 503");
    const pages = await openAll(page, ["/", "/groups?ns=media", groupPage("media", "drm-license"), "/entries?ns=media", entryPage("media", well)]);
    const [fleet, , group, entries, machine] = pages;
    if (fleet === undefined || group === undefined || entries === undefined || machine === undefined) throw new Error("A page did not open.");
    await expect(group.getByRole("row").filter({ hasText: ill })).toContainText("Unhealthy");
    // After a refusal, Pods and Nodes are seen again later than machines: until then nobody vouches for it.
    await expectHeadline(machine, /^This machine is healthy\./);
    const loaded = await Promise.all(pages.map(loadedAt));
    const illColour = await iconColour(group, ill);

    const cutAt = Date.now();
    house[door][how]();
    for (const each of pages) await expect(freshnessOf(each)).toHaveText(/^stale/, { timeout: STALE_WITHIN_MS });
    process.stdout.write(`    ${what}: all pages stale after ${Date.now() - cutAt} ms\n`);
    for (const each of pages) {
      await expect(each.getByText("Not live").first()).toBeVisible();
      await expect.poll(() => greenElements(each), { message: `${each.url()} has nothing green` }).toEqual([]);
    }
    await expectHeadline(fleet, /expected machines served at \d\d:\d\d:\d\d(; \d+ more (was|were) in doubt)?\. .*(had|lacked|failed|left)\b/);
    await expectHeadline(group, /^11 of 12 expected machines served at \d\d:\d\d:\d\d\. There was 1 unhealthy machine/);
    await expectHeadline(machine, /^This machine was healthy at \d\d:\d\d:\d\d\. It answered for origin\.media\.mesh\.internal\./);
    expect(await iconColour(group, ill), "trouble keeps its colour").toBe(illColour);

    house[door].restore();
    for (const each of pages) await expect(freshnessOf(each)).toHaveText(/^live/, { timeout: 30_000 });
    await expectHeadline(machine, /^This machine (is healthy|left a moment ago)\./);
    await expectHeadline(group, /expected machines serve\./);
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
    await expect(freshnessOf(page)).toHaveText(/^live/);
    pages.push(page);
  }
  return pages;
}

function freshnessOf(page: Page) {
  return page.getByRole("button", { name: /^Freshness/ });
}
