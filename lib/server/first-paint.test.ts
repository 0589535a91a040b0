import { describe, expect, it, vi } from "vitest";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { NOW } from "@/lib/testing/entries";
import { HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { initialView, type PaintParts } from "./first-paint";

const VIEWER = { subject: "somebody", scope: hostScope(), mayWrite: false };

/** The first paint of a machine's page, its views opened by another module than the page's own, as in a Next process. */
async function paintOf(query: string) {
  vi.resetModules();
  const { VIEWS } = await import("./live/views/catalogue");
  const opened: string[] = [];
  const views: PaintParts["views"] = {
    ...VIEWS,
    entry: (context) => {
      opened.push(context.query);
      return VIEWS.entry(context);
    },
  };
  const fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  const beat = () => ({ now: NOW, clusters: [], problems: [] });
  const parts = { fleet, lists: new StandingLists(fleet), history: {} as PaintParts["history"], hub: { build: "" }, views, beat };
  return { opened, paint: await initialView(parts, VIEWER, { kind: "entry", query, window: { offset: 0, limit: 0 } }) };
}

describe("a first paint", () => {
  it("opens its view where streams open theirs, so that what these keep of a fleet is not evaluated again for a page", async () => {
    const query = `cluster=${HOSTS_CLUSTER}&ns=shop&name=web`;
    const { opened, paint } = await paintOf(query);
    expect(opened).toEqual([query]);
    expect(paint).toMatchObject({ problem: null, state: { head: { found: false } } });
  });

  it("says what is wrong with a query that a view of another module could not read", async () => {
    const { paint } = await paintOf("name=web");
    expect(paint).toMatchObject({ state: null, problem: "An entry is named by cluster, ns and name." });
  });
});
