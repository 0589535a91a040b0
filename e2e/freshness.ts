import type { Locator, Page } from "@playwright/test";

/** The line in the top bar that shows how fresh the page is: `data-freshness` has its kind, `data-age-ms` the age of the last proof. */
export function freshnessLine(page: Page): Locator {
  return page.locator("button[data-freshness]");
}

/** The banners above a page: all of them, those of one kind, or those of one cluster. "stale" = not live. */
export function banners(page: Page, { kind, cluster }: { readonly kind?: string; readonly cluster?: string } = {}): Locator {
  const [ofKind, ofCluster] = [kind === undefined ? "" : `="${kind}"`, cluster === undefined ? "" : `[data-cluster="${cluster}"]`];
  return page.locator(`[data-banner${ofKind}]${ofCluster}`);
}

/** The banner of a page of the past; its `data-at` has the moment in milliseconds. */
export function pastBanner(page: Page): Locator {
  return page.locator("section[data-at]");
}
