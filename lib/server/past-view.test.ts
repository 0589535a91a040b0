import { describe, expect, it } from "vitest";
import { formatObjectIncidentsQuery, ZONE_INCIDENTS_QUERY } from "@/lib/contract/views/incidents";
import type { ViewKind } from "@/lib/contract/views/view";
import type { Scope } from "@/lib/domain/source/scope";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { IncidentStore } from "@/lib/server/history/store-incidents";
import { aGroup, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { aLostService, aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet, sightOfNamespaces } from "@/lib/testing/server/remembered-fleet";
import { pastView } from "./past-view";

const MINUTE = 60_000;
const CLUSTER = "prod-eu";
const PAST = NOW + 2 * MINUTE;

/** A history in which an incident of two namespaces was open at `PAST`, and is over now. */
async function recorded() {
  const played = await rememberedFleet(new ManualClock(NOW - MINUTE), aWorld());
  const machines = [1, 2].map((n) => anEntry({ uid: `uid-${n}`, name: `vm-${n}`, namespace: "shop" }));
  await played.live(machines, [aGroup({ namespace: "shop", name: "checkout" })]);
  await played.wait(30 * MINUTE);
  const members = [aMember(1), aMember(2), aMember(3, { namespace: "pay", group: "ledger" })];
  const over = anEndedIncident(anIncident({ key: "q7fd", members, services: [aLostService("radius")] }), NOW + 10 * MINUTE);
  await new IncidentStore(played.database).save({ cluster: CLUSTER, asOf: NOW, incidents: [over], engine: { format: 1, body: "" } });
  return async (kind: ViewKind, query: string, at = PAST, scope: Scope = ALL_IN_SIGHT) => {
    const parts = { history: played.history, fleet: played.fleet, lists: new StandingLists(played.fleet) };
    const viewer = { subject: "viewer", scope, mayWrite: false };
    return (await pastView(parts, viewer, { kind, query, offset: 0, limit: 50, at })).rows;
  };
}

const named = { cluster: CLUSTER, namespace: "shop" };
const OBJECTS = [
  ["an entry", formatObjectIncidentsQuery({ of: "WorkloadEntry", ...named, name: "vm-1", uid: "uid-1" })],
  ["a group", formatObjectIncidentsQuery({ of: "WorkloadGroup", ...named, name: "checkout" })],
  ["a service", formatObjectIncidentsQuery({ of: "Service", ...named, name: "radius" })],
  ["the zones", ZONE_INCIDENTS_QUERY],
] as const;

describe("a page of the past", () => {
  it.each(OBJECTS)("shows the incident that %s had then, and none before it opened or after its end", async (_, query) => {
    const rows = await recorded();
    expect(await rows("incidents-of", query)).toMatchObject([{ id: "q7fd", state: "open", title: { machines: 3, failed: 3 } }]);
    expect(await rows("incidents-of", query, NOW)).toEqual([]);
    expect(await rows("incidents-of", query, NOW + 20 * MINUTE)).toEqual([]);
  });

  it.each(OBJECTS.slice(0, 2))("shows a viewer of one namespace the visible part of the incident of %s", async (_, query) => {
    const rows = await recorded();
    expect(await rows("incidents-of", query, PAST, sightOfNamespaces("shop"))).toMatchObject([{ id: "q7fd", isPartial: true, title: { machines: 2 } }]);
    expect(await rows("incidents-of", query, PAST, sightOfNamespaces("pay"))).toEqual([]);
  });

  it("lists an incident that was over in the window of the list, and without a window only those that were not over", async () => {
    const rows = await recorded();
    const later = NOW + 20 * MINUTE;
    expect(await rows("incidents", "window=24h", later)).toMatchObject([{ id: "q7fd", state: "over", title: { machines: 3, endedAt: expect.any(Number) } }]);
    expect(await rows("incidents", "window=24h", PAST)).toMatchObject([{ id: "q7fd", state: "open" }]);
    expect(await rows("incidents", "", later)).toEqual([]);
    expect(await rows("incidents", "window=24h", later, sightOfNamespaces("shop"))).toMatchObject([{ id: "q7fd", isPartial: true }]);
  });

  it("shows the key of the incident of a group in the list of groups", async () => {
    const rows = await recorded();
    const keys = async (at: number) => (await rows("groups", "", at)).map(({ incident }) => incident);
    expect([await keys(PAST), await keys(NOW + 20 * MINUTE)]).toEqual([["q7fd"], [undefined]]);
  });
});
