import { type Browser, chromium } from "@playwright/test";
import { Cluster } from "@/e2e/cluster";
import { type House, startHouse } from "@/e2e/house";
import { changeToPixel } from "./change-to-pixel";
import { firstPaintOf } from "./first-paint";
import { heapAfterCollection } from "./heap";

/** Fleets to measure, smallest first: what matters is how little the figures grow. Others may follow the command's name. */
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10_000];

const executablePath = process.env.STOLOS_CHROMIUM;
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });
const empty = await measuredIn(0, ({ heapBytes }) => Promise.resolve({ heapBytes }));
const fleets: unknown[] = [];
for (const entries of sizes) {
  fleets.push(
    await measuredIn(entries, async ({ house, heapBytes }) => ({
      entries,
      heapBytes,
      heapBytesPerEntry: Math.round((heapBytes - empty.heapBytes) / entries),
      ...(await pagesOf(browser, house)),
    })),
  );
}
await browser.close();
process.stdout.write(`${JSON.stringify({ emptyHeapBytes: empty.heapBytes, fleets }, null, 2)}\n`);

async function pagesOf(seenBy: Browser, house: House) {
  const fleet = await firstPaintOf(seenBy, `${house.address}/`);
  const entries = await firstPaintOf(seenBy, `${house.address}/entries`);
  const changeToPixelMs = await changeToPixel(seenBy, house.address, new Cluster(house.kubeconfigOf("admin")));
  return { firstPaint: { fleet, entries }, changeToPixelMs };
}

/** Starts a house with a steady fleet, waits until the dashboard holds all of it, and ends it after the measurement. */
async function measuredIn<T>(entries: number, measure: (at: { readonly house: House; readonly heapBytes: number }) => Promise<T>): Promise<T> {
  const sandboxArguments = ["--scenario", "steady", "--entries", String(entries), "--seed", "1"];
  const house = await startHouse({ sandboxArguments, settings: {}, nodeArguments: ["--inspect=127.0.0.1:0"] });
  try {
    await untilHeld(house);
    return await measure({ house, heapBytes: await heapAfterCollection(house.dashboard.log()) });
  } finally {
    await house.end();
  }
}

/** Ready means that every watched kind has been read once; a page has to be drawn once too, or its code would count as heap of the fleet. */
async function untilHeld(house: House) {
  for (const startedAt = performance.now(); performance.now() - startedAt < 60_000; ) {
    if ((await fetch(`${house.address}/api/readyz`)).ok) {
      for (const path of ["/", "/entries"]) await (await fetch(house.address + path)).text();
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The dashboard did not read the fleet within a minute.");
}
