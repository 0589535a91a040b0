import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { Cluster } from "@/e2e/cluster";
import type { House } from "@/e2e/house";
import { checkPage, type PageReport } from "./check-page";
import type { RawWatch } from "./raw-watch";
import type { Played, Shown } from "./scenarios";
import type { Worlds } from "./truth";

/** `npm run prove -- values` checks all pages, `npm test` a few. */
const isWhole = process.env.STOLOS_VALUES === "all";
const FEW_PAGES = ["/", "/oncall", "/groups", "/services", "/entries?q=group%3Ashop%2Fcart", "/localities?show=table"] as const;

/** The pages that are checked after a scenario, besides those of the objects that changed last. */
const ALL_PAGES = [
  ...(["/", "/oncall", "/oncall?display=wall", "/groups", "/entries?cols=wide", "/entries?q=state%3Avanished", "/activity"] as const),
  ...(["/services", "/localities", "/localities?show=table", "/networks", "/control-plane", "/findings"] as const),
  ...(["/localities?lost=zone:eu-central-1/eu-central-1b", "/c/sandbox/services/shop/cart", "/c/sandbox/groups/shop/cart"] as const),
];

/** A page may take so long to have all its answers. Milliseconds. */
const SETTLED_MS = 1_500;
/** The moment of the past pages is this old when it is chosen: the dashboard records what it reads within this time. Milliseconds. */
const PAST_MS = 2_000;
/** The dashboard's record begins within this time. Milliseconds. */
const RECORD_BEGINS_MS = 30_000;

/** The outcomes of all pages of a scenario, and what no page shows of it. */
export interface Checked {
  readonly reports: readonly PageReport[];
  readonly missing: readonly string[];
}

export interface Stage {
  readonly page: Page;
  readonly house: House;
  readonly cluster: Cluster;
  readonly worlds: Worlds;
}

/** Plays one scenario and checks the values of its pages against the raw watch. */
export async function playAndCheck({ page, house, cluster, worlds }: Stage, { play, pages: more, areAll, expected }: Played): Promise<Checked> {
  // The moment of the past pages is before the scenario.
  const past = await recordedMoment(page, worlds.begun.to);
  const deed = await play(house, cluster);
  const all = [...ALL_PAGES, ...objectPages(worlds.raw), `/?at=${past}`, `/groups?at=${past}`, `/entries?cols=wide&at=${past}`];
  const usual = areAll === true ? [] : isWhole ? all : FEW_PAGES;
  const reports: PageReport[] = [];
  const missing: string[] = [];
  // The pages of the deed come first: a bad deployment is rolled back after a while.
  for (const path of new Set([...(more?.(deed) ?? []), ...usual])) {
    await page.goto(path);
    await wait(SETTLED_MS);
    const report = await checkPage(page, worlds);
    reports.push(report);
    process.stdout.write(lineOf(report));
    for (const shown of expected(deed).filter((one) => one.path === path))
      if (!(await isShown(page, shown))) missing.push(`${path} does not show ${shown.texts.join(", ")}`);
  }
  return { reports, missing };
}

/** A past moment that the dashboard has recorded, after `since`. */
async function recordedMoment(page: Page, since: number): Promise<string> {
  const end = Date.now() + RECORD_BEGINS_MS;
  while (Date.now() < end) {
    const at = Date.now() - PAST_MS;
    const past = new Date(at).toISOString();
    if (at > since && (await page.request.get(`/api/view?kind=shell&limit=0&offset=0&query=&at=${past}`)).ok()) return past;
    await wait(500);
  }
  throw new Error(`The dashboard has no record ${RECORD_BEGINS_MS / 1_000} s after its start.`);
}

/** One line with the number of compared values, and one for each wrong value. */
function lineOf({ path, outcomes, wrong }: PageReport): string {
  const compared = outcomes.reduce((sum, outcome) => sum + outcome.compared, 0);
  return [`${path}: ${compared} values compared`, ...wrong].map((line) => `    ${line}\n`).join("");
}

/** Does an element of the page show all these values? */
async function isShown(page: Page, { elements, texts }: Shown): Promise<boolean> {
  const found = await page.locator(elements).evaluateAll((all) => all.map((one) => `${one.textContent} ${one.getAttribute("aria-label") ?? ""}`));
  return found.some((text) => texts.every((one) => text.includes(one)));
}

/** The pages of the machine that changed last, and of the group of the last machine that has one. */
function objectPages(raw: RawWatch): readonly string[] {
  const latest = raw
    .histories("entry")
    .flatMap((versions) => versions.slice(-1))
    .sort((a, b) => (b.to ?? b.from) - (a.to ?? a.from));
  const { metadata } = latest[0]?.object ?? {};
  const group = latest.find(({ object }) => object.metadata.ownerReferences !== undefined)?.object.metadata;
  return [
    ...(group === undefined ? [] : [`/c/sandbox/groups/${group.namespace}/${group.ownerReferences?.[0]?.name}`]),
    ...(metadata === undefined ? [] : [`/c/sandbox/entries/${metadata.namespace}/${metadata.name}`]),
  ];
}
