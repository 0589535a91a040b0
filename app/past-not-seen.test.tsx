// @vitest-environment happy-dom
import { rmSync } from "node:fs";
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { formatMoment } from "@/lib/contract/history-window";
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

const ALL_PAGES: readonly (readonly [path: string, params: Search])[] = [
  ["page", {}],
  ["oncall/page", {}],
  ["groups/page", {}],
  ["entries/page", {}],
];

beforeEach(() => connectRoutes());
afterEach(() => cleanup());

it("leaves a cluster that was not known out of the total, and shows since when on all pages of the moment", async () => {
  const lostAt = NOW - 10 * MINUTE;
  await withPast(script([cluster("eu-1", 10), cluster("ap-1", 8)], [away("ap-1", 10 * MINUTE, 5 * MINUTE)]), async () => {
    const sentence = /ap-1 was not known since 04:00:\d\d\./;
    for (const [path, params] of ALL_PAGES) expect((await shownAt(NOW - 7 * MINUTE, path, params)).banner, path).toMatch(sentence);
    for (const path of ["page", "oncall/page"]) {
      const { totals, missing } = await shownAt(NOW - 7 * MINUTE, path);
      expect({ path, totals, missing: missing.map((one) => one.cluster) }).toEqual({ path, totals: ["10"], missing: ["ap-1"] });
      expect(Math.abs((missing[0]?.since ?? 0) - lostAt)).toBeLessThanOrEqual(15_000);
      expect(missing[0]?.text).toMatch(sentence);
    }
    const after = await shownAt(NOW - 2 * MINUTE, "page");
    expect(after).toMatchObject({ totals: ["18"], missing: [] });
    expect(after.banner).not.toMatch(/not known/);
  });
}, 120_000);
