import { describe, expect, it } from "vitest";
import { parseIncidentsQuery } from "@/lib/contract/url/incidents-query";
import type { Incident } from "@/lib/domain/incidents/incident";
import type { Scope } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { createHistory } from "@/lib/server/history/create-history";
import { openMemoryDatabase } from "@/lib/server/history/memory-database";
import { IncidentStore } from "@/lib/server/history/store-incidents";
import { NOW } from "@/lib/testing/entries";
import { aLostService, aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { ALL_IN_SIGHT, sightOfNamespaces } from "@/lib/testing/server/remembered-fleet";
import { endedIncidents } from "./ended-incidents";
import { VisibleIncidents } from "./visible-incidents";

const MINUTE = 60_000;

async function withHistory(incidents: readonly Incident[]) {
  const database = await openMemoryDatabase();
  const fleet = liveFleet(["prod-eu"], () => NOW + 600 * MINUTE);
  const history = createHistory({ database, status: () => ({ kind: "recording", since: NOW, notice: "" }), fleet });
  await new IncidentStore(database).save({ cluster: "prod-eu", asOf: NOW, incidents, engine: { format: 1, body: "" } });
  return { fleet, history };
}

/** Ended incidents in a history, and the pages of a viewer: the keys of each page. */
async function stored(incidents: readonly Incident[]) {
  const { fleet, history } = await withHistory(incidents);
  return async (search: string, scope: Scope = ALL_IN_SIGHT) => {
    const pages: (readonly string[])[] = [];
    let next: string | null = "";
    while (next !== null && pages.length < 20) {
      const query: string = [search, next === "" ? "" : `before=${next}`].filter((part) => part !== "").join("&");
      const page = await endedIncidents({ history, fleet }, scope, parseIncidentsQuery(query));
      pages.push(page.rows.map(({ id }) => id));
      next = page.next;
    }
    return pages;
  };
}

const ended = (n: number, change: Partial<Incident> = {}) =>
  anEndedIncident(anIncident({ key: `key-${n}`, members: [aMember(n)], ...change }), NOW + n * MINUTE);

describe("the stored incidents of a list", () => {
  it("have 50 on each page, the last ended first", async () => {
    const pages = await (await stored(Array.from({ length: 120 }, (_, n) => ended(n))))("");
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(pages.flat()).toEqual(Array.from({ length: 120 }, (_, n) => `key-${119 - n}`));
  });

  it("have full pages also if few of them match a word that the history does not know", async () => {
    const some = Array.from({ length: 240 }, (_, n) => ended(n, { members: [aMember(n, { group: n % 3 === 0 ? "web" : "checkout" })] }));
    const pages = await (await stored(some))("q=-group:checkout");
    expect(pages.map(({ length }) => length)).toEqual([50, 30]);
    expect(pages.flat().at(-1)).toBe("key-0");
  });

  it.each([
    ["q=group:web", ["key-2"]],
    ["q=group:shop/web", ["key-2"]],
    ["q=group:none", ["key-3"]],
    ["q=zone:eu-2,eu-3", ["key-3", "key-2"]],
    ["q=zone:none", ["key-4"]],
    ["q=service:shop/radius", ["key-1"]],
    ["q=service:radius.shop.svc.cluster.local", ["key-1"]],
    ["q=key-4", ["key-4"]],
    ["q=state:over%20-zone:eu-1", ["key-4", "key-3", "key-2"]],
    ["q=state:open", []],
    ["q=-state:over", []],
    ["q=tier:1", []],
    ["q=colour:red", []],
    ["ns=other", []],
  ])("match %s", async (search, keys) => {
    const pages = await stored([
      ended(1, { services: [{ ...aLostService("radius"), backAt: NOW }] }),
      ended(2, { members: [aMember(2, { group: "web", zone: "eu-2" })] }),
      ended(3, { members: [aMember(3, { group: "", zone: "eu-3" })] }),
      ended(4, { members: [aMember(4, { zone: "" })] }),
    ]);
    expect((await pages(search)).flat()).toEqual(keys);
  });

  it("are those of the window: they began by its end, and ended after its beginning", async () => {
    const pages = await stored([ended(1), ended(60), ended(120)]);
    const window = (from: number, to: number) => `window=${NOW + from * MINUTE}-${NOW + to * MINUTE}`;
    expect((await pages(window(20, 70))).flat()).toEqual(["key-120", "key-60"]);
    expect((await pages(window(-20, -1))).flat()).toEqual([]);
  });

  it("have the visible part only, and match by it", async () => {
    const members = [aMember(1), aMember(2, { namespace: "pay", group: "ledger", zone: "eu-2", joinedAt: NOW - 30 * MINUTE })];
    const pages = await stored([ended(5, { members, began: { at: NOW - 30 * MINUTE, notBefore: null } })]);
    const viewer = sightOfNamespaces("shop");
    expect((await pages("", viewer)).flat()).toEqual(["key-5"]);
    for (const search of ["q=group:ledger", "q=zone:eu-2", "q=pay", "ns=pay", `window=${NOW - 60 * MINUTE}-${NOW - 10 * MINUTE}`]) {
      expect((await pages(search, viewer)).flat()).toEqual([]);
      expect((await pages(search)).flat()).toEqual(["key-5"]);
    }
  });

  it.each([
    ["all", ALL_IN_SIGHT],
    ["some", sightOfNamespaces("shop")],
  ])("are the same as from the memory of the server, for a viewer of %s namespaces", async (_, scope) => {
    const early = aMember(1, { joinedAt: NOW });
    const members = [{ ...early, joinedAt: NOW + MINUTE }, aMember(2, { namespace: "pay", group: "ledger" }), aMember(3, { joinedAt: NOW + 2 * MINUTE })];
    const services = [{ ...aLostService("web"), backAt: NOW + 2 * MINUTE }];
    const incident = ended(5, { members, services, planned: { reason: "switch", until: NOW + MINUTE } });
    const fleet = liveFleet(["prod-eu"], () => NOW + 600 * MINUTE);
    fleet.incidentMemory.update([incident]);
    const [live] = new VisibleIncidents(fleet, scope).now({ clusters: [], namespaces: [] });
    const { history } = await withHistory([incident]);
    const [row] = (await endedIncidents({ history, fleet }, scope, parseIncidentsQuery(""))).rows;
    // The cause of a part is computed from numbers of machines, which the history does not have.
    const own = scope === ALL_IN_SIGHT ? {} : { cause: "", traits: [], values: [], groupSize: null };
    expect({ ...row, title: { ...row?.title, ...own } }).toEqual({ ...live?.row, title: { ...live?.row.title, ...own } });
  });
});
