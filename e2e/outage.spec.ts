import type { Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { greenElements } from "./green-elements";
import { someOf } from "./proof-extent";

/** A page is live again by itself within this time of the road's return; milliseconds. */
const LIVE_AGAIN_MS = 15_000;

const WAYS = [
  ["the way to the server, cut", "pageDoor", "cut"],
  ["the way to the server, swallowing everything", "pageDoor", "stall"],
  ["the server's way to the cluster, cut", "apiDoor", "cut"],
  ["the server's way to the cluster, swallowing everything", "apiDoor", "stall"],
] as const;

for (const [what, door, how] of someOf(WAYS, 1)) {
  test(`${what}: the page says so, keeps nothing green, and is live again by itself`, async ({ page, house, complaints }) => {
    complaints.claim(/ERR_|Failed to load resource|NetworkError/);
    await page.goto("/groups");
    const freshness = page.getByRole("button", { name: /^Freshness/ });
    await expect(freshness).toHaveText(/^live/);
    expect(await greenElements(page)).not.toEqual([]);

    house[door][how]();
    await expect(freshness).toHaveText(/^stale/, { timeout: 25_000 });
    await expect(page.getByText("Not live").first()).toBeVisible();
    await expect.poll(() => greenElements(page)).toEqual([]);

    house[door].restore();
    const restoredAt = Date.now();
    await expect(freshness).toHaveText(/^live/, { timeout: LIVE_AGAIN_MS });
    process.stdout.write(`    ${what}: live again after ${Date.now() - restoredAt} ms\n`);
    await expect(page.getByText("Not live")).toHaveCount(0);
  });
}

test("connections that a router forgot without a word: the page opens another, and says so meanwhile", async ({ page, house }) => {
  await page.goto("/groups");
  const freshness = page.getByRole("button", { name: /^Freshness/ });
  await expectAlive(page);
  const phases = await watchStream(page);
  house.pageDoor.forget();
  // Where the browser has no idle connection that is dead as well, the page is live again before anybody who looks now and then sees that it was lost.
  await expect.poll(phases, { timeout: 5_000, intervals: [100] }).toContain("lost");
  await expectAlive(page, LIVE_AGAIN_MS);
  expect((await phases()).at(-1)).toBe("live");
  await expect(freshness).toHaveText(/^live/);
});

test("a frozen API server: as long as the page says live, the age beside the word is not less than the time since", async ({ page, house }) => {
  await page.goto("/groups");
  const freshness = page.getByRole("button", { name: /^Freshness/ });
  await expect(freshness).toHaveText(/^live/);
  house.apiDoor.stall();
  const frozenAt = Date.now();
  const shortfalls: number[] = [];
  // What was on its way arrives a moment later, and the line is written anew once a second.
  const tolerance = 1_500;
  await expect
    .poll(
      async () => {
        const passed = Date.now() - frozenAt;
        const line = (await freshness.textContent()) ?? "";
        const seconds = /^live · ([\d.]+) s/.exec(line)?.[1];
        if (seconds !== undefined) shortfalls.push(passed - Number(seconds) * 1_000);
        return line;
      },
      { timeout: 30_000, intervals: [200] },
    )
    .toMatch(/^(stale|catching up)/);
  expect(shortfalls.length).toBeGreaterThan(0);
  expect(Math.max(...shortfalls)).toBeLessThan(tolerance);
  house.apiDoor.restore();
});

/** Writes down, in the page, what it says of its stream from now on; answers how to read it. */
async function watchStream(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const root = document.documentElement;
    new MutationObserver(() => {
      root.dataset.streamPhases = `${root.dataset.streamPhases ?? ""} ${root.dataset.stream}`;
    }).observe(root, { attributeFilter: ["data-stream"] });
  });
  return async () => ((await page.evaluate(() => document.documentElement.dataset.streamPhases)) ?? "").trim().split(" ");
}
