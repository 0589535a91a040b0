import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { atMost, percentile, print, told } from "@/lib/testing/figures";
import type { Chromium } from "./devtools";
import { load, notes } from "./page-figures";
import { watchPage } from "./watch-page";

const ROUNDS = 5;

/** What a page loads later than this after its load event it loads for whoever may open something: it is no part of its first load. Milliseconds. */
const LATER_MS = 2_000;

/** P7: the first paint of the overview and of the list, in browsers that know nothing, at a quarter of the speed. */
export async function firstPaint(entries: number, address: string, chromium: Chromium): Promise<void> {
  for (const [name, path] of [
    ["overview", "/"],
    ["entries", "/entries"],
  ] as const) {
    const html = await (await fetch(address + path)).text();
    const [lcp, shift]: [number[], number[]] = [[], []];
    let scripts = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const tab = await chromium.open([watchPage]);
      await tab.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      await load(tab, address + path);
      await wait(1_000);
      const noted = await notes(tab);
      lcp.push(noted.lcpMs);
      shift.push(noted.shifts.value);
      scripts = await tab.run((laterMs) => {
        const [{ loadEventEnd = 0 } = {}] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
        return (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
          .filter(({ name: file, startTime }) => file.includes("/_next/static/") && file.endsWith(".js") && startTime < loadEventEnd + laterMs)
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
      }, LATER_MS);
      await tab.close();
    }
    const figure = { part: "P7", entries };
    print(atMost(40_000, { ...figure, metric: `HTML of ${name}, gzip`, value: gzipSync(html).byteLength, unit: "B" }));
    print(told({ ...figure, metric: `HTML of ${name}`, value: Buffer.byteLength(html), unit: "B" }));
    print(atMost(220_000, { ...figure, metric: `scripts of ${name}, compressed`, value: scripts, unit: "B", floor: 135_000 }));
    print(atMost(1_200, { ...figure, metric: `largest contentful paint of ${name}, 4 × slower`, value: percentile(lcp, 0.5), unit: "ms" }));
    print(atMost(0.01, { ...figure, metric: `layout shift of ${name}`, value: percentile(shift, 0.5), unit: "" }));
  }
}
