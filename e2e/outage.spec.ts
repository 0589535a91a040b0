import type { Locator, Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { banners, freshnessLine } from "./freshness";
import { greenElements } from "./green-elements";
import { someOf } from "./proof-extent";

/** After the network works again, a page is live within this time; milliseconds. */
const LIVE_AGAIN_MS = 15_000;

const WAYS = [
  ["the connection to the dashboard is cut", "pageDoor", "cut"],
  ["the connection to the dashboard stalls", "pageDoor", "stall"],
  ["the dashboard's connection to the cluster is cut", "apiDoor", "cut"],
  ["the dashboard's connection to the cluster stalls", "apiDoor", "stall"],
] as const;

for (const [what, door, how] of someOf(WAYS, 1)) {
  test(`while ${what}, a page is stale and shows nothing green, then becomes live again by itself`, async ({ page, house, complaints }) => {
    complaints.claim(/ERR_|Failed to load resource|NetworkError/);
    await page.goto("/groups");
    const freshness = freshnessLine(page);
    await expect(freshness).toHaveAttribute("data-freshness", "live");
    expect(await greenElements(page)).not.toEqual([]);

    house[door][how]();
    await expect(freshness).toHaveAttribute("data-freshness", "stale", { timeout: 25_000 });
    await expect(banners(page, { kind: "stale" }).first()).toBeVisible();
    await expect.poll(() => greenElements(page)).toEqual([]);

    house[door].restore();
    const restoredAt = Date.now();
    await expect(freshness).toHaveAttribute("data-freshness", "live", { timeout: LIVE_AGAIN_MS });
    process.stdout.write(`    ${what}: live again after ${Date.now() - restoredAt} ms\n`);
    await expect(banners(page, { kind: "stale" })).toHaveCount(0);
  });
}

test("when a router drops its connections silently, a page reports the loss and opens a new stream", async ({ page, house }) => {
  await page.goto("/groups");
  const freshness = freshnessLine(page);
  await expectAlive(page);
  const phases = await watchStream(page);
  house.pageDoor.forget();
  // Without another dead idle connection, the page is live again so soon that only an observer sees the loss.
  await expect.poll(phases, { timeout: 5_000, intervals: [100] }).toContain("lost");
  await expectAlive(page, LIVE_AGAIN_MS);
  expect((await phases()).at(-1)).toBe("live");
  await expect(freshness).toHaveAttribute("data-freshness", "live");
});

test("while the API server is frozen, a live page shows an age of at least the time since", async ({ page, house }) => {
  await page.goto("/groups");
  const freshness = freshnessLine(page);
  await expect(freshness).toHaveAttribute("data-freshness", "live");
  const ages = await watchAges(freshness);
  house.apiDoor.stall();
  const frozenAt = Date.now();
  await expect(freshness).toHaveAttribute("data-freshness", /^(stale|catching-up)$/, { timeout: 30_000 });
  const frozenMs = Date.now() - frozenAt;
  const live = (await ages()).filter(({ at, kind }) => at >= frozenAt && kind === "live");
  expect(live.length, "updates in each two seconds").toBeGreaterThan(frozenMs / 2_000 - 2);
  // The line has whole seconds, and answers in flight still arrive.
  const tolerance = 1_500;
  expect(Math.max(...live.map(({ at, ageMs }) => at - frozenAt - ageMs))).toBeLessThan(tolerance);
  house.apiDoor.restore();
});

interface ShownAge {
  /** The time of the update, in milliseconds. */
  readonly at: number;
  readonly kind: string;
  readonly ageMs: number;
}

/** Records each age that the line shows from now on, in the page. Returns a function that reads them. */
async function watchAges(line: Locator): Promise<() => Promise<readonly ShownAge[]>> {
  await line.evaluate((button) => {
    const root = document.documentElement;
    const record = () => {
      const { freshness, ageMs } = button.dataset;
      root.dataset.shownAges = `${root.dataset.shownAges ?? ""} ${Date.now()},${freshness},${ageMs}`;
    };
    new MutationObserver(record).observe(button, { attributeFilter: ["data-age-ms"] });
  });
  return async () => {
    const recorded = (await line.page().evaluate(() => document.documentElement.dataset.shownAges)) ?? "";
    return recorded
      .trim()
      .split(" ")
      .map((one) => one.split(","))
      .map(([at, kind = "", ageMs]) => ({ at: Number(at), kind, ageMs: Number(ageMs) }));
  };
}

/** Records the phases of the page's stream from now on, in the page. Returns a function that reads them. */
async function watchStream(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const root = document.documentElement;
    new MutationObserver(() => {
      root.dataset.streamPhases = `${root.dataset.streamPhases ?? ""} ${root.dataset.stream}`;
    }).observe(root, { attributeFilter: ["data-stream"] });
  });
  return async () => ((await page.evaluate(() => document.documentElement.dataset.streamPhases)) ?? "").trim().split(" ");
}
