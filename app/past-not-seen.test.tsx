// @vitest-environment happy-dom
import { rmSync } from "node:fs";
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { formatMoment } from "@/lib/contract/url/history-window";
import { type PlayedPast, playPast } from "@/lib/testing/played-past/play";
import type { PastScript, ScriptCluster } from "@/lib/testing/played-past/script";
import { connectRoutes, type Search, serveFleet, shownPage } from "./rendered-pages.fixture";

/** Plays clusters that Stolos did not reach for a while, and renders pages of moments in these times. */
const NOW = Date.parse("2026-11-29T04:10:50Z");
const MINUTE = 60_000;

const cluster = (name: string, size: number): ScriptCluster => ({
  ...{ name, istiods: [{ key: "a", zone: "eu-1a" }] },
  groups: [{ namespace: "shop", name: "checkout", size, zones: ["eu-1a"], expected: String(size) }],
});
const away = (name: string, at: number, forMs: number) =>
  ({ at, kind: "watch", cluster: name, source: "all", freshness: "stale", reason: "connect timeout", forMs }) as const;
const script = (clusters: readonly ScriptCluster[], events: PastScript["events"]): PastScript => ({
  ...{ lengthMs: 20 * MINUTE, clusters, events, istiod: { maxAgeMs: null } },
});

interface ShownPast {
  /** The totals of the headline. */
  readonly totals: readonly (string | undefined)[];
  /** The clusters that the headline leaves out. */
  readonly missing: readonly { readonly cluster: string | undefined; readonly since: number; readonly text: string | null }[];
  readonly heading: string;
  readonly banner: string;
}

async function shownAt(at: number, path: string, params: Search = {}): Promise<ShownPast> {
  const body = await shownPage(path, params, { at: formatMoment(at) });
  const statements = (kind: string) => Array.from(body.querySelectorAll<HTMLElement>(`h1 [data-statement=${kind}]`));
  const shown = {
    totals: statements("fleet-serving").map(({ dataset }) => dataset.total),
    missing: statements("cluster-not-reached").map(({ dataset, textContent }) => ({
      ...{ cluster: dataset.cluster, since: Number(dataset.since), text: textContent },
    })),
    heading: body.querySelector("h1")?.textContent ?? "",
    banner: body.querySelector("[aria-label='The past']")?.textContent ?? "",
  };
  cleanup();
  return shown;
}

async function withPast(played: PastScript, read: (past: PlayedPast) => Promise<void>): Promise<void> {
  const past = await playPast(played, { seed: 40, now: NOW });
  const { fleet, history, clock, scope } = past;
  const runtime = serveFleet({ played: { fleet, history, clock, database: past }, scope, statuses: () => past.statuses });
  try {
    await read(past);
  } finally {
    await runtime.stop();
    await past.close();
    rmSync(past.folder, { recursive: true });
  }
}

type Page = readonly [path: string, params: Search];
const FLEET_PAGES: readonly Page[] = [
  ["page", {}],
  ["oncall/page", {}],
];
const ALL_PAGES: readonly Page[] = [...FLEET_PAGES, ["groups/page", {}], ["entries/page", {}]];
const [GROUP_PAGE, ENTRY_PAGE] = ["c/[cluster]/groups/[namespace]/[name]/page", "c/[cluster]/entries/[namespace]/[name]/page"];

function pagesOfObjects(past: PlayedPast, own = "eu-1"): readonly Page[] {
  const [entry] = past.objectsAt(own, "WorkloadEntry", past.now);
  const group = { cluster: own, namespace: "shop", name: "checkout" };
  return [
    [GROUP_PAGE, group],
    [ENTRY_PAGE, { ...group, name: entry?.metadata.name ?? "" }],
  ];
}

beforeEach(() => connectRoutes());
afterEach(() => cleanup());

it("leaves a cluster that was not known out of the total, and shows since when on all pages of the moment", async () => {
  const lostAt = NOW - 10 * MINUTE;
  await withPast(script([cluster("eu-1", 10), cluster("ap-1", 8)], [away("ap-1", 10 * MINUTE, 5 * MINUTE)]), async (past) => {
    const sentence = /ap-1 was not known since 04:00:\d\d\./;
    for (const [path, params] of ALL_PAGES) expect((await shownAt(NOW - 7 * MINUTE, path, params)).banner, path).toMatch(sentence);
    for (const [path, params] of FLEET_PAGES) {
      const { totals, missing } = await shownAt(NOW - 7 * MINUTE, path, params);
      expect({ path, totals, missing: missing.map((one) => one.cluster) }).toEqual({ path, totals: ["10"], missing: ["ap-1"] });
      expect(Math.abs((missing[0]?.since ?? 0) - lostAt)).toBeLessThanOrEqual(15_000);
      expect(missing[0]?.text).toMatch(sentence);
    }
    for (const [path, params] of pagesOfObjects(past, "ap-1")) {
      const { heading } = await shownAt(NOW - 7 * MINUTE, path, params);
      expect(heading, path).toMatch(/ at 04:00:\d\d.* ap-1 was not known since 04:00:\d\d\./);
      expect(heading, path).not.toMatch(/04:03:50/);
    }
    for (const [path, params] of pagesOfObjects(past, "eu-1")) {
      expect((await shownAt(NOW - 7 * MINUTE, path, params)).heading, path).toMatch(/ at 04:03:50((?!not known).)*$/);
    }
    const after = await shownAt(NOW - 2 * MINUTE, "page");
    expect(after).toMatchObject({ totals: ["18"], missing: [] });
    expect(after.banner).not.toMatch(/not known/);
  });
}, 120_000);

it("shows that machines were unverified, and since when istiod was gone", async () => {
  await withPast(script([cluster("eu-1", 10)], [{ at: 10 * MINUTE, kind: "remove-istiods", cluster: "eu-1" }]), async (past) => {
    const found = new Map<string, string>();
    for (const [path, params] of [...FLEET_PAGES, ...pagesOfObjects(past)]) found.set(path, (await shownAt(NOW - 7 * MINUTE, path, params)).heading);
    const whole = /^All 10 machines were unverified at 04:03:50\. istiod was gone since 04:0[01]:\d\d\. /;
    for (const [path] of FLEET_PAGES) expect(found.get(path), path).toMatch(whole);
    expect(found.get(GROUP_PAGE)).toMatch(/^0 of 10 checkout machines were serving at 04:03:50\. Ten were unverified since /);
    expect(found.get(ENTRY_PAGE)).toMatch(/unverified/);
  });
}, 120_000);

const UNKNOWN: readonly (readonly [why: string, reason: RegExp, event: PastScript["events"][number]])[] = [
  ["the API server did not answer", /connect timeout/, away("eu-1", 10 * MINUTE, 5 * MINUTE)],
  ["Stolos was stopped", /the recorder was stopped/, { at: 10 * MINUTE, kind: "stolos-away", how: "stopped", forMs: 5 * MINUTE }],
  ["Stolos was killed", /the recorder was not running/, { at: 10 * MINUTE, kind: "stolos-away", how: "killed", forMs: 5 * MINUTE }],
];

it.each(UNKNOWN)(
  "shows since when no cluster was known, and no number, while %s",
  async (_, reason, event) => {
    await withPast(script([cluster("eu-1", 10)], [event]), async (past) => {
      for (const [path, params] of [...ALL_PAGES, ...pagesOfObjects(past)]) {
        const { totals, banner, heading } = await shownAt(NOW - 7 * MINUTE, path, params);
        expect(totals, path).toEqual([]);
        expect(banner, path).toMatch(/The fleet was not known since 2026-11-29T0(4:00|3:59):\d\dZ: /);
        expect(banner, path).toMatch(reason);
        expect(heading, path).not.toMatch(/no such|not known/);
        if (/\[name\]/.test(path)) expect(heading, path).toMatch(/cannot be shown as it was at 2026-11-29 04:03:50 UTC/);
      }
    });
  },
  120_000,
);
