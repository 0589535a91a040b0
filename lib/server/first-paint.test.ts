import { describe, expect, it, vi } from "vitest";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { NOW } from "@/lib/testing/entries";
import { HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { ManualClock } from "@/lib/testing/manual-clock";
import { initialView, type PaintParts } from "./first-paint";

const VIEWER = { subject: "somebody", scope: hostScope(), mayWrite: false };

/** Returns the first paint of a machine's page. As in a Next process, a different module instance opens the view. */
async function paintOf(query: string) {
  vi.resetModules();
  const [{ VIEWS }, { PageViews }] = await Promise.all([import("./live/views/catalogue"), import("./live/page-views")]);
  const fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  const lists = new StandingLists(fleet);
  const pageViews = new PageViews({ fleet, lists, views: VIEWS, clock: new ManualClock(NOW) });
  const beat = () => ({ now: NOW, clusters: [], problems: [] });
  const parts = { fleet, lists, history: {} as PaintParts["history"], hub: { build: "" }, pageViews, beat };
  return initialView(parts, VIEWER, { kind: "entry", query, window: { offset: 0, limit: 0 } });
}

describe("a first paint", () => {
  it("shows the state of its view", async () => {
    expect(await paintOf(`cluster=${HOSTS_CLUSTER}&ns=shop&name=web`)).toMatchObject({ problem: null, state: { head: { found: false } } });
  });

  it("shows the error of a view from another module that cannot read the query", async () => {
    expect(await paintOf("name=web")).toMatchObject({ state: null, problem: "An entry is named by cluster, ns and name." });
  });
});
