// @vitest-environment happy-dom
import { cleanup } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ClusterStatus } from "@/lib/contract/status";
import { scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import { SOURCE_NAMES } from "@/lib/domain/source/source";
import type { Runtime } from "@/lib/server/runtime";
import { aGroup, anEntry, aReplica, aWorld, NOW } from "@/lib/testing/entries";
import { anIncident } from "@/lib/testing/incident-builders";
import { ManualClock } from "@/lib/testing/manual-clock";
import { rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { connectRoutes, type Search, serveFleet, shownPage, textOf } from "./rendered-pages.fixture";

/** Renders every page for a viewer whose only namespace, `lab`, is empty. Another namespace has machines. */
const MINUTE = 60_000;
const status: ClusterStatus = {
  ...{ cluster: "prod-eu", skewMs: null, version: "1.35", triedSince: NOW, freshness: { kind: "live", asOf: NOW + MINUTE, reason: "" } },
  sources: SOURCE_NAMES.map((source) => ({
    ...{ source, namespace: source === "istiod-pods" ? "istio-system" : "*", proofMs: 60_000, objects: 1, unreadable: 0 },
    freshness: { kind: "live", asOf: NOW + MINUTE, reason: "" },
  })),
};

let runtime: Runtime;
beforeAll(async () => {
  const played = await rememberedFleet(new ManualClock(NOW), aWorld([aReplica()]));
  await played.live([anEntry({ uid: "uid-1", name: "vm-1" })], [aGroup()]);
  await played.wait(MINUTE);
  played.fleet.incidentMemory.begin(NOW);
  played.fleet.incidentMemory.update([anIncident({ key: "q7fd" })]);
  const lab = new Map(WATCHED_KINDS.map((kind) => [kind, ["lab"]] as const));
  runtime = serveFleet({ played, scope: scopeFromPermissions(new Map([["prod-eu", lab]])), statuses: () => [status] });
});
afterAll(() => runtime.stop());
beforeEach(connectRoutes);
afterEach(() => cleanup());

const then = { at: new Date(NOW + MINUTE / 2).toISOString() };
const PAGES: readonly (readonly [path: string, search: Search])[] = [
  ...["page", "oncall/page", "groups/page", "entries/page", "services/page", "findings/page", "localities/page", "networks/page", "activity/page"].flatMap(
    (path) => [[path, {}] as const, [path, then] as const],
  ),
  ["oncall/page", { display: "wall" }],
  ["entries/page", { q: "state:vanished" }],
  ["control-plane/page", {}],
  ["incidents/page", {}],
  ["incidents/page", then],
  ["audit/page", {}],
  ["localities/page", { lost: "zone:eu/eu-a" }],
  ["services/preview/page", {}],
  ["groups/new/page", {}],
];

/** The text of a page without any row, by its path. Pages that are forms, and the log of changes, have none. */
const EMPTY: Readonly<Record<string, RegExp>> = {
  ...{ page: /No machines yet\./, "oncall/page": /No machines yet\./, "groups/page": /\b0 groups\b/, "entries/page": /\b0 (registered entries|lost)\b/ },
  ...{ "services/page": /No Service or ServiceEntry selects machines/, "findings/page": /Nothing found/, "localities/page": /No machine is registered/ },
  ...{ "networks/page": /there is no machine/, "control-plane/page": /istiod's replicas are not visible/, "audit/page": /No command is recorded here\./ },
  "incidents/page": /no incidents/i,
};

describe("a viewer whose namespaces are empty", () => {
  it.each(PAGES)("sees an empty page on %s %j, and no missing permission for its rows", async (path, search) => {
    const text = textOf((await shownPage(path, {}, search)).querySelector("main") as Element, "desk");
    expect(text).not.toMatch(/not allowed|forbidden|nothing can be shown/i);
    expect(text).not.toContain("vm-1");
    const empty = search.lost === undefined ? EMPTY[path] : undefined;
    if (empty !== undefined) expect(text).toMatch(empty);
  });

  it.each(["q7fd", "none"])("gets the same answer for the incident %s of another namespace as for one that does not exist", async (key) => {
    await expect(shownPage("incidents/[key]/page", { key }, {})).rejects.toThrow("not found");
  });
});
