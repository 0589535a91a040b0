// @vitest-environment happy-dom
import { rmSync } from "node:fs";
import { cleanup } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { formatMoment } from "@/lib/contract/url/history-window";
import { playPast } from "@/lib/testing/played-past/play";
import { SITUATIONS } from "@/lib/testing/played-past/situations";
import { connectRoutes, serveFleet, shownPage } from "./rendered-pages.fixture";

/** Three clusters, one of which is not reached. The pages of the past count the same clusters as the live pages. */
const NOW = Date.parse("2026-11-29T04:10:50Z");
const MINUTE = 60_000;

beforeEach(() => connectRoutes());

/** The total of a page's headline, with the clusters that it counts. Pages of the past word the cluster in the past tense. */
async function totalOf(path: string, search: Readonly<Record<string, string>>): Promise<string> {
  const text = (await shownPage(path, {}, search)).querySelector("h1")?.textContent ?? "";
  cleanup();
  const parts = text.match(/[\d,]+ of [\d,]+ machines|in eu-1 and us-1|ap-1 (is not reached|was not known) since [\d:]+/g);
  return parts?.join("; ").replace(/is not reached|was not known/, "unknown") ?? text;
}

it("counts the clusters that were reached then", async () => {
  const situation = SITUATIONS.find(({ id }) => id === "13");
  if (situation === undefined) throw new Error("There is no situation 13.");
  const past = await playPast(situation.script, { seed: 39, now: NOW, ...situation.play });
  const runtime = serveFleet({
    played: { ...past, fleet: past.fleet, history: past.history, clock: past.clock, database: past },
    scope: past.scope,
    statuses: () => past.statuses,
  });
  const live = await totalOf("page", {});
  expect(live).toMatch(/^\d+ of \d+ machines; in eu-1 and us-1; ap-1 unknown since/);
  await past.advance(MINUTE);
  const at = formatMoment(NOW);
  expect([await totalOf("page", { at }), await totalOf("oncall/page", { at })]).toEqual([live, live]);
  await runtime.stop();
  rmSync(past.folder, { recursive: true });
}, 120_000);
