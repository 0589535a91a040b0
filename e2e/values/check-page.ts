import { setTimeout as wait } from "node:timers/promises";
import { expect, type Page } from "@playwright/test";
import { unfoldPage } from "@/e2e/unfold";
import { checkInvariant, type Invariant, type Outcome } from "./invariant";
import { INVARIANTS } from "./invariants";
import { readPage } from "./read-page";
import { Truth, type Worlds } from "./truth";

/** The outcomes of all invariants of one page. */
export interface PageReport {
  readonly path: string;
  readonly outcomes: readonly Outcome[];
  readonly wrong: readonly string[];
}

/** A page that is late on a busy machine is read again, at most so often. A wrong value stays wrong. */
const READINGS = 3;

/** Reads a live or past page and checks its values; a problem counts if each reading shows it. */
export async function checkPage(page: Page, worlds: Worlds, invariants: readonly Invariant[] = INVARIANTS): Promise<PageReport> {
  for (let reading = 1; ; reading++) {
    await expect(page.locator("[data-freshness=live], [data-freshness=past]").first()).toBeVisible({ timeout: 60_000 });
    await unfoldPage(page);
    const report = await checkOnce(page, worlds, invariants);
    if (report.wrong.length === 0 || reading >= READINGS) return report;
    await wait(1_000);
  }
}

/** Reads a page, or the dialog on it, and checks its values. */
export async function checkOnce(page: Page, worlds: Worlds, invariants: readonly Invariant[]): Promise<PageReport> {
  const { pathname, search } = new URL(page.url());
  const own = invariants.filter(({ pages }) => pages.test(`${pathname}${search}`));
  const read = await readPage(page, [...new Set(own.map(({ elements }) => elements))]);
  const truth = new Truth(worlds, read);
  const outcomes = own.map((invariant) => checkInvariant(invariant, { truth, page: read }));
  return { path: read.path, outcomes, wrong: outcomes.flatMap(({ wrong }) => wrong) };
}
