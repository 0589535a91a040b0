import { CompiledQuery, type KyselyPlugin, sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import type { Incident } from "@/lib/domain/incidents/incident";
import { type Scope, scopeFromPermissions } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { openMemoryDatabase } from "@/lib/server/history/memory-database";
import type { HistoryDatabase } from "@/lib/server/history/open-database";
import { openPostgres } from "@/lib/server/history/postgres-database";
import { IncidentStore } from "@/lib/server/history/store-incidents";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { NOW } from "@/lib/testing/entries";
import { aLostService, aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { ALL_IN_SIGHT, sightOfNamespaces } from "@/lib/testing/server/remembered-fleet";
import { incidentNotes } from "./incident-notes";
import {
  type EndedIncidentsQuery,
  earlierIncidents,
  endedIncidentsPage,
  type IncidentDetail,
  incidentOfKey,
  incidentSight,
  incidentsOpenAt,
} from "./incidents";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ALL: EndedIncidentsQuery = { clusters: [], namespaces: [], group: null, zone: null, service: null, span: null, before: null };
const FLEET = liveFleet(["prod-eu"], () => NOW + HOUR);
const sight = (scope: Scope) => incidentSight(FLEET, scope);
const NOTHING = scopeFromPermissions(new Map());
const EVERYTHING = scopeFromPermissions(new Map([["prod-eu", new Map((["workloadentries", "services"] as const).map((kind) => [kind, "all"] as const))]]));

async function withIncidents(own: OwnDatabase, ...incidents: Incident[]) {
  const url = await own();
  const database = url === null ? await openMemoryDatabase() : openPostgres(url);
  onTestFinished(() => database.close());
  await database.prepare();
  const store = new IncidentStore(database);
  const save = (...some: Incident[]) => store.save({ cluster: "prod-eu", asOf: NOW, incidents: some, engine: { format: 1, body: "" } });
  await save(...incidents);
  const list = async (query: Partial<EndedIncidentsQuery>, scope: Scope = ALL_IN_SIGHT) => {
    const { rows } = await endedIncidentsPage(database.read, { ...ALL, ...query }, sight(scope));
    return rows.map(({ incident }) => incident.key);
  };
  const detail = async (key: string, scope: Scope): Promise<IncidentDetail> => {
    const found = await incidentOfKey(database.read, key, sight(scope));
    if (found === null || "movedTo" in found) throw new Error(`${key} is not visible`);
    return found;
  };
  return { database, save, list, detail };
}

/** Two namespaces of a zone: a viewer of one of them sees a part. */
const SHARED = anIncident({
  key: "shared",
  members: [aMember(1), aMember(2), aMember(3, { namespace: "pay", group: "ledger", joinedAt: NOW - MINUTE })],
  services: [aLostService("ledger", NOW, "pay"), aLostService("web")],
  peak: { at: NOW, bad: 3 },
  began: { at: NOW - MINUTE, notBefore: null },
  planned: { reason: "switch of pay", until: NOW + HOUR },
  appended: [],
});

const SHARED_ENDED = anEndedIncident(SHARED, NOW + MINUTE);

onEachEngine("an incident", (own) => {
  it("is whole for a viewer who sees all its machines and services", async () => {
    const { database, detail, list } = await withIncidents(own, SHARED);
    const { incident, isWhole, groups, unreadable } = await detail("shared", ALL_IN_SIGHT);
    expect(incident).toEqual({ ...SHARED, members: [SHARED.members[2], SHARED.members[0], SHARED.members[1]] });
    expect({ isWhole, unreadable }).toEqual({ isWhole: true, unreadable: null });
    expect(await incidentNotes(database.read, "shared", ALL_IN_SIGHT)).toEqual({ visibility: "visible", notes: [] });
    expect(groups).toEqual([
      { cluster: "prod-eu", namespace: "pay", group: "ledger", counts: { failed: 1 } },
      { cluster: "prod-eu", namespace: "shop", group: "checkout", counts: { failed: 2 } },
    ]);
    expect(await list({})).toEqual([]);
  });

  it("is listed with all its machines once it is over", async () => {
    const { database } = await withIncidents(own, SHARED_ENDED);
    const { rows, isLast } = await endedIncidentsPage(database.read, ALL, sight(ALL_IN_SIGHT));
    expect(isLast).toBe(true);
    expect(rows).toMatchObject([{ isWhole: true, incident: { key: "shared", members: [{}, {}, {}], endedAt: SHARED_ENDED.endedAt } }]);
  });

  it("has only the visible part for a viewer of one namespace, and nothing that the rest proves or names", async () => {
    const { database, detail } = await withIncidents(own, SHARED_ENDED);
    const seen = await detail("shared", sightOfNamespaces("shop"));
    expect(seen.isWhole).toBe(false);
    expect(seen.incident).toMatchObject({
      ...{ began: { at: NOW, notBefore: null }, peak: { at: NOW, bad: 2 }, cause: { kind: "time-only", traits: [] }, planned: { reason: "" }, services: [] },
    });
    expect(seen.incident.members.map(({ machine }) => machine.name)).toEqual(["vm-1", "vm-2"]);
    expect(await incidentNotes(database.read, "shared", sightOfNamespaces("shop"))).toEqual({ visibility: "hidden", notes: [] });
    const { rows } = await endedIncidentsPage(database.read, ALL, sight(sightOfNamespaces("shop")));
    expect(rows).toHaveLength(1);
    for (const text of [JSON.stringify(seen), JSON.stringify(rows)]) expect(text).not.toMatch(/pay|ledger|vm-3|uid-3/);
  });

  it("is absent for a viewer who sees no machine of it, also by its key and by every filter", async () => {
    const { database, list } = await withIncidents(own, SHARED_ENDED);
    for (const scope of [NOTHING, sightOfNamespaces("other")]) {
      expect(await incidentOfKey(database.read, "shared", sight(scope))).toBeNull();
      expect(await incidentNotes(database.read, "shared", scope)).toEqual({ visibility: "absent", notes: [] });
      expect(await list({}, scope)).toEqual([]);
    }
    const viewer = sightOfNamespaces("shop");
    expect(await list({ group: "ledger" }, viewer)).toEqual([]);
    expect(await list({ namespaces: ["pay"] }, viewer)).toEqual([]);
    expect(await list({ service: "pay/ledger" }, viewer)).toEqual([]);
    expect(await list({ service: "pay/ledger" }, EVERYTHING)).toEqual(["shared"]);
    await expect(list({ before: { kind: "key", key: "shared" } }, sightOfNamespaces("other"))).rejects.toMatchObject({ status: 404, field: "before" });
  });

  it("without machines is visible with the right to Services of the namespace of its service", async () => {
    const lost = { ...anEndedIncident(anIncident({ key: "typo", members: [], services: [aLostService("web")] }), NOW), key: "typo" };
    const { database, list } = await withIncidents(own, lost);
    const sees = (namespace: string) => scopeFromPermissions(new Map([["prod-eu", new Map([["services", [namespace]] as const])]]));
    expect(await list({}, sees("shop"))).toEqual(["typo"]);
    expect(await list({}, sees("pay"))).toEqual([]);
    expect(await list({}, sightOfNamespaces("shop"))).toEqual([]);
    expect(await incidentNotes(database.read, "typo", sees("shop"))).toEqual({ visibility: "visible", notes: [] });
  });

  it("shows its notes only to a viewer who sees the machines of each of its namespaces", async () => {
    const { database, detail } = await withIncidents(own, SHARED);
    await database.write
      .insertInto("incident_note")
      .values([
        { incident_id: 1, note_key: "a", edit: 1, at: NOW, who: "ann", note: "a switch" },
        { incident_id: 1, note_key: "a", edit: 2, at: NOW + MINUTE, who: "bob", note: "two switches" },
        { incident_id: 1, note_key: "b", edit: 1, at: NOW + 2, who: "eve", note: "gone", undone_at: NOW + 3, undone_by: "eve" },
      ])
      .execute();
    expect(await incidentNotes(database.read, "shared", sightOfNamespaces("shop"))).toEqual({ visibility: "hidden", notes: [] });
    const noServices = sightOfNamespaces("shop", "pay");
    expect((await detail("shared", noServices)).isWhole).toBe(false);
    const { notes } = await incidentNotes(database.read, "shared", noServices);
    expect(notes).toEqual([{ key: "a", edit: 2, at: NOW, who: "ann", editedAt: NOW + MINUTE, editedBy: "bob", note: "two switches" }]);
  });

  it("is absent if it became part of one that the viewer does not see", async () => {
    const younger = anIncident({ key: "younger", members: [aMember(9)] });
    const { database, save } = await withIncidents(own, anIncident({ key: "older", members: [aMember(3, { namespace: "pay" })] }), younger);
    await save({ ...younger, state: "over", endedAt: NOW, mergedInto: "older" });
    expect(await incidentOfKey(database.read, "younger", sight(ALL_IN_SIGHT))).toEqual({ movedTo: "older" });
    expect(await incidentOfKey(database.read, "younger", sight(sightOfNamespaces("shop")))).toBeNull();
  });

  it("shows its machines and the reason if a later version wrote its numbers", async () => {
    const { database, detail } = await withIncidents(own, SHARED);
    await database.write.updateTable("incident").set({ format: 9 }).execute();
    await database.write.updateTable("incident_member").set({ facts: "{" }).where("name", "=", "vm-1").execute();
    const { incident, unreadable } = await detail("shared", ALL_IN_SIGHT);
    expect(unreadable).toBe("a later version of Stolos wrote it (format 9)");
    expect(incident).toMatchObject({ key: "shared", openedAt: SHARED.openedAt, cause: { traits: [] } });
    expect(incident.members.find(({ machine }) => machine.name === "vm-1")).toMatchObject({ message: "what was recorded of it cannot be read: it is no JSON" });
  });
});

/** An incident of one machine that ended at a moment. */
function endedAt(key: string, at: number, change: Partial<Incident>): Incident {
  return { ...anEndedIncident(anIncident({ key, openedAt: at - HOUR, began: { at: at - HOUR, notBefore: null }, ...change }), at), endedAt: at };
}

onEachEngine("the list of incidents that are over", (own) => {
  it("filters by group, zone, service and time, each by the same visible machine", async () => {
    const web = endedAt("web", NOW - HOUR, { members: [aMember(2, { group: "web", zone: "eu-2" }), aMember(3)] });
    const api = endedAt("api", NOW, { members: [aMember(4, { group: "" })], services: [aLostService("api")] });
    const { list } = await withIncidents(
      own,
      endedAt("old", NOW - 2 * HOUR, { members: [aMember(1)] }),
      web,
      api,
      anIncident({ key: "open", members: [aMember(9)] }),
    );
    expect(await list({})).toEqual(["api", "web", "old"]);
    expect(await list({ group: "web" })).toEqual(["web"]);
    expect(await list({ group: "" })).toEqual(["api"]);
    expect(await list({ zone: "eu-2" })).toEqual(["web"]);
    expect(await list({ group: "web", zone: "eu-1" })).toEqual([]);
    expect(await list({ service: "shop/api" }, EVERYTHING)).toEqual(["api"]);
    expect(await list({ service: "api.shop.svc.cluster.local" }, EVERYTHING)).toEqual(["api"]);
    expect(await list({ service: "ap_" }, EVERYTHING)).toEqual([]);
    expect(await list({ clusters: ["prod-us"] })).toEqual([]);
    expect(await list({ span: { from: NOW - 90 * MINUTE, to: NOW - 70 * MINUTE } })).toEqual(["web"]);
    expect(await list({ span: { from: NOW - 2 * HOUR, to: NOW - 2 * HOUR } })).toEqual(["web", "old"]);
    expect(await list({ before: { kind: "moment", at: NOW } })).toEqual(["web", "old"]);
  });

  it("has 50 on a page, the last ended first, and each incident on one page also if some end meanwhile", async () => {
    // Some end in the same moment.
    const many = Array.from({ length: 120 }, (_, n) => endedAt(`key-${n}`, NOW + Math.floor(n / 7), { members: [aMember(n)] }));
    const { database, save } = await withIncidents(own, ...many);
    const keys: string[] = [];
    let before: EndedIncidentsQuery["before"] = null;
    for (let page = 0; page < 4; page++) {
      const { rows, isLast } = await endedIncidentsPage(database.read, { ...ALL, before }, sight(ALL_IN_SIGHT));
      keys.push(...rows.map(({ incident }) => incident.key));
      expect(rows).toHaveLength(page < 2 ? 50 : 20);
      if (isLast) break;
      before = { kind: "key", key: rows.at(-1)?.incident.key ?? "" };
      await save(endedAt(`later-${page}`, NOW + HOUR, { members: [aMember(1_000 + page)] }));
    }
    expect(keys).toHaveLength(120);
    expect(new Set(keys)).toEqual(new Set(many.map(({ key }) => key)));
    expect(keys.slice(0, 1)).toEqual(["key-119"]);
  });
});

/** Returns the statements that a function runs. */
async function statementsOf(database: HistoryDatabase, run: (read: HistoryDatabase["read"]) => Promise<unknown>): Promise<readonly CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      statements.push(database.read.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await run(database.read.withPlugin(plugin));
  return statements;
}

/** Returns the plan of a statement, as the engine prints it. PostgreSQL prefers to read a small table whole, which is switched off here. */
async function planOf(database: HistoryDatabase, { sql: statement, parameters }: CompiledQuery): Promise<string> {
  const isPostgres = database.engine === "postgres";
  return database.write.transaction().execute(async (tables) => {
    if (isPostgres) await sql`set local enable_seqscan = off`.execute(tables);
    const { rows } = await tables.executeQuery(CompiledQuery.raw(`explain ${isPostgres ? "" : "query plan "}${statement}`, [...parameters]));
    return rows.map((row) => JSON.stringify(row)).join("\n");
  });
}

onEachEngine("a page of the list of incidents", (own) => {
  it.each([
    ["of all", {}],
    ["of a window", { span: { from: NOW, to: NOW + 200 } }],
    ["of a group, a zone and a service", { group: "checkout", zone: "eu-1", service: "shop/radius" }],
  ])("%s is read by indexes, and no table is read whole", async (_, query) => {
    const many = Array.from({ length: 300 }, (_one, n) => endedAt(`key-${n}`, NOW + n, { members: [aMember(n)] }));
    const { database } = await withIncidents(own, ...many);
    const before = { kind: "key", key: "key-200" } as const;
    const statements = await statementsOf(database, (read) => endedIncidentsPage(read, { ...ALL, ...query, before }, sight(EVERYTHING)));
    const plans = await Promise.all(statements.map((statement) => planOf(database, statement)));
    expect(plans.length).toBeGreaterThan(1);
    expect(plans.find((plan) => plan.includes("incident_by_state_ended_at"))).toBeDefined();
    expect(plans.filter((plan) => /SCAN incident|Seq Scan/.test(plan))).toEqual([]);
  });
});

onEachEngine("the incidents of a past moment", (own) => {
  it("are those that had opened and were not over, without those that merged", async () => {
    const merged = { ...endedAt("merged", NOW + HOUR, { members: [aMember(5)] }), mergedInto: "open" };
    const open = anIncident({ key: "open", members: [aMember(1)], openedAt: NOW });
    const { database } = await withIncidents(own, open, endedAt("ended", NOW + HOUR, { members: [aMember(2)], openedAt: NOW }), merged);
    const at = async (moment: number) => (await incidentsOpenAt(database.read, moment)).map(({ key, members }) => `${key} ${members.length}`).sort();
    expect(await at(NOW - 1)).toEqual([]);
    expect(await at(NOW)).toEqual(["ended 1", "open 1"]);
    expect(await at(NOW + HOUR)).toEqual(["open 1"]);
  });

  it("are also those that ended since an earlier moment, if the query has one", async () => {
    const ended = (key: string, n: number, hours: number) => endedAt(key, NOW + hours * HOUR, { members: [aMember(n)], openedAt: NOW });
    const open = anIncident({ key: "open", members: [aMember(1)], openedAt: NOW });
    const { database } = await withIncidents(own, open, ended("early", 2, 1), ended("late", 3, 3), ended("later", 4, 9));
    const since = async (endedSince: number) => (await incidentsOpenAt(database.read, NOW + 4 * HOUR, endedSince)).map(({ key }) => key).sort();
    expect(await since(NOW)).toEqual(["early", "late", "later", "open"]);
    expect(await since(NOW + 2 * HOUR)).toEqual(["late", "later", "open"]);
    expect(await since(NOW + 4 * HOUR)).toEqual(["later", "open"]);
  });
});

onEachEngine("earlier cases of an incident", (own) => {
  it("have the same visible group, or the same trait if the viewer sees all of them", async () => {
    const past = (key: string, hours: number, member: Incident["members"][number], trait: string) =>
      anIncident({
        ...{ key, members: [member], openedAt: NOW - hours * HOUR },
        cause: { kind: "trait", traits: [{ trait: "zone", value: trait, bad: 1, of: 1, others: 0, ofOthers: 9 }], group: null },
      });
    const { database, detail } = await withIncidents(
      own,
      past("same-group", 3, aMember(1, { zone: "eu-9" }), "eu-9"),
      past("same-trait", 2, aMember(2, { namespace: "pay", group: "ledger" }), "eu-1"),
      past("like-trait", 2, aMember(3, { namespace: "pay", group: "ledger" }), "eu_1"),
      past("other", 1, aMember(4, { namespace: "pay", group: "ledger" }), "eu-2"),
      anIncident({ key: "now", members: [aMember(5)] }),
      past("later", -1, aMember(6), "eu-1"),
    );
    const earlier = async (scope: Scope) =>
      (await earlierIncidents(database.read, await detail("now", scope), sight(scope))).map(({ incident }) => incident.key);
    expect(await earlier(ALL_IN_SIGHT)).toEqual(["same-trait", "same-group"]);
    expect(await earlier(sightOfNamespaces("shop"))).toEqual(["same-group"]);
  });
});
