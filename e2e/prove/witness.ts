import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { greenElements } from "@/e2e/green-elements";
import type { Lane } from "./lane";
import type { Outage } from "./outage-kinds";

/** What was seen of a page during one outage, four looks a second. */
export interface Witness {
  readonly kind: string;
  /** The path of the page. */
  readonly path: string;
  readonly looks: number;
  /** When a page has to have stopped being green, from the beginning. Milliseconds. */
  readonly limitMs: number;
  /** Elements that were green just before: where there is none, nothing can stop being green. */
  readonly greenBefore: number;
  /** Looks past the limit at which something was green. */
  readonly lateGreen: number;
  /** From its beginning to the first look at which nothing was green and the page said that it is not live; null = never. Milliseconds. */
  readonly staleMs: number | null;
  /** From the road's return to a page that says live; null = not within a minute. Milliseconds. */
  readonly liveAgainMs: number | null;
  /** It was not loaded again. */
  readonly isSamePage: boolean;
}

const LOOK_MS = 250;
const PATIENCE_MS = 60_000;

/** Plays one outage on a lane: its length follows from the seed, and is always longer than the limit. */
export async function witness(lane: Lane, { kind, limitMs, inflict }: Outage, seed: number): Promise<Witness> {
  const { page } = lane;
  const greenBefore = (await greenElements(page)).length;
  await page.evaluate(() => document.documentElement.toggleAttribute("data-same-page", true));
  const lastsMs = limitMs + 5_000 + ((seed * 7_919) % 15_000);
  const beganAt = performance.now();
  inflict(lane);
  let [looks, lateGreen] = [0, 0];
  let staleMs: number | null = null;
  for (let passed = 0; passed < lastsMs; passed = performance.now() - beganAt) {
    const green = (await greenElements(page)).length;
    looks++;
    // A look that ends past the limit may have begun before it.
    if (green > 0 && passed > limitMs) lateGreen++;
    if (green === 0 && staleMs === null && (await saysSo(page))) staleMs = performance.now() - beganAt;
    await pause(Math.max(0, LOOK_MS - (performance.now() - beganAt - passed)));
  }
  restore(lane);
  const liveAgainMs = await untilLive(lane);
  const isSamePage = (await page.locator("html[data-same-page]").count()) === 1;
  return { kind, path: new URL(page.url()).pathname, limitMs, greenBefore, looks, lateGreen, staleMs, liveAgainMs, isSamePage };
}

/** Returns true if a visible banner, or the freshness of a wall, says that the page is stale. Texts for screen readers alone do not count. */
async function saysSo(page: Page): Promise<boolean> {
  const shown = page.locator("[data-banner=stale], section[data-freshness=stale]");
  return (await shown.filter({ visible: true }).count()) > 0;
}

function restore({ pageDoor, apiDoor, proxy }: Lane): void {
  proxy.refuses = () => false;
  pageDoor.restore();
  apiDoor.restore();
}

async function untilLive({ page }: Lane): Promise<number | null> {
  const from = performance.now();
  while (performance.now() - from < PATIENCE_MS) {
    if ((await page.locator("html[data-stream=live]:not([data-stale])").count()) === 1) return performance.now() - from;
    await pause(LOOK_MS / 5);
  }
  return null;
}
