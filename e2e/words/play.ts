import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { Cluster } from "@/e2e/cluster";
import type { House } from "@/e2e/house";
import { checkPage, type PageReport } from "./check-page";
import { unsaid } from "./director";
import type { PageText } from "./page-text";
import type { RawWatch } from "./raw-watch";
import type { Played } from "./scenarios";
import { Truth } from "./truth";

/** Pages whose every word is checked after a scenario; those of a machine and of a group are of what it hit. */
const PAGES = ["/", "/oncall", "/oncall?display=wall", "/groups", "/entries", "/entries?q=state%3Avanished", "/activity"];

/** How long a page may take to have all its answers. Milliseconds. */
const SETTLED_MS = 1_500;

/** What was found on all pages of a scenario, and what its director did that none of them says. */
export interface Checked {
  readonly reports: readonly PageReport[];
  readonly unsaid: readonly string[];
}

/** Plays one scenario and checks every page against what the raw watch heard and what the director said it did. */
export async function playAndCheck({ page, house, cluster, raw, begun }: Stage, { play, pages: more, areAll, expected }: Played): Promise<Checked> {
  const deed = await play(house, cluster);
  const truthOf = (text: PageText) => new Truth(raw, text, begun);
  const reports: PageReport[] = [];
  const ofEvery = areAll === true ? [] : [...PAGES, ...objectPages(raw)];
  for (const path of new Set([...ofEvery, ...(more?.(deed) ?? [])])) {
    await page.goto(path);
    await wait(SETTLED_MS);
    reports.push(await checkPage(page, truthOf));
  }
  const pages = reports.map(({ text }) => text);
  return { reports, unsaid: unsaid(deed, expected(deed), pages) };
}

/** What the scenarios are played on. */
export interface Stage {
  readonly page: Page;
  readonly house: House;
  readonly cluster: Cluster;
  readonly raw: RawWatch;
  /** When the dashboard began to look, at the earliest and at the latest; milliseconds. */
  readonly begun: { readonly from: number; readonly to: number };
}

/** The page of the group that lost or turned most lately, and that of the machine. */
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
