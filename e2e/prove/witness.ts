import { setTimeout as pause } from "node:timers/promises";
import { greenElements } from "@/e2e/green-elements";
import type { Lane } from "./lane";
import type { Outage } from "./outage-kinds";

/** What was seen of a page during one outage, four looks a second. */
export interface Witness {
  readonly kind: string;
  /** The path of the page. */
  readonly path: string;
  readonly looks: number;
  /** Looks past the limit at which something was green. */
  readonly lateGreen: number;
  /** From its beginning to the first look without anything green; null = never. Milliseconds. */
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
  await page.evaluate(() => document.documentElement.toggleAttribute("data-same-page", true));
  const lastsMs = limitMs + 5_000 + ((seed * 7_919) % 15_000);
  const beganAt = performance.now();
  inflict(lane);
  let [looks, lateGreen] = [0, 0];
  let staleMs: number | null = null;
  for (let passed = 0; passed < lastsMs; passed = performance.now() - beganAt) {
    const green = (await greenElements(page)).length;
    const at = performance.now() - beganAt;
    looks++;
    if (green === 0) staleMs ??= at;
    // A look that ends past the limit may have begun before it.
    else if (passed > limitMs) lateGreen++;
    await pause(Math.max(0, LOOK_MS - (performance.now() - beganAt - passed)));
  }
  restore(lane);
  const liveAgainMs = await untilLive(lane);
  const isSamePage = (await page.locator("html[data-same-page]").count()) === 1;
  return { kind, path: new URL(page.url()).pathname, looks, lateGreen, staleMs, liveAgainMs, isSamePage };
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
