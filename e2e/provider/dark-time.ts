import type { Page } from "@playwright/test";

interface Watched {
  liveAt: number;
  longestMs: number;
}

/**
 * Watches from within a page that is live for how long it is not, until it is loaded anew. The result gives the longest time so far in milliseconds: what the
 * page itself saw, however slowly the test looks.
 */
export async function watchDarkness(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const watched: Watched = { liveAt: performance.now(), longestMs: 0 };
    Object.assign(globalThis, { watched });
    setInterval(() => {
      const now = performance.now();
      if (document.querySelector("button[data-freshness=live]") !== null) watched.liveAt = now;
      else watched.longestMs = Math.max(watched.longestMs, now - watched.liveAt);
    }, 50);
  });
  return () => page.evaluate(() => Math.round((globalThis as unknown as { readonly watched: Watched }).watched.longestMs));
}
