import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { spread } from "./statistics";

export interface FirstPaint {
  /** The HTML of one answer, and the same after gzip. */
  readonly htmlBytes: number;
  readonly htmlGzipBytes: number;
  /** Compressed bytes of scripts, styles and fonts that a first visit loads. */
  readonly assetBytes: number;
  /** Until the first byte, over a warm server. */
  readonly firstByteMs: { readonly p50: number; readonly p95: number };
  /** First contentful paint of a browser that has nothing cached. */
  readonly paintMs: { readonly p50: number; readonly p95: number };
}

/** Opens a page ten times, each time in a browser context that has seen nothing. */
export async function firstPaintOf(browser: Browser, address: string): Promise<FirstPaint> {
  const html = await (await fetch(address)).text();
  const firstByte: number[] = [];
  const paint: number[] = [];
  let assetBytes = 0;
  for (let round = 0; round < 10; round += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    const seen = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const assets = resources.filter(({ name }) => name.includes("/_next/static/"));
      return {
        firstByte: (navigation?.responseStart ?? Number.NaN) - (navigation?.requestStart ?? Number.NaN),
        paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
        assets: assets.reduce((sum, asset) => sum + asset.encodedBodySize, 0),
      };
    });
    firstByte.push(seen.firstByte);
    paint.push(seen.paint);
    assetBytes = Math.max(assetBytes, seen.assets);
    await context.close();
  }
  return { htmlBytes: Buffer.byteLength(html), htmlGzipBytes: gzipSync(html).byteLength, assetBytes, firstByteMs: spread(firstByte), paintMs: spread(paint) };
}
