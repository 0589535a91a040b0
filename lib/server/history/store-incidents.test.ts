import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import type { Incident } from "@/lib/domain/incidents/incident";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { NOW } from "@/lib/testing/entries";
import { aLostService, aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { ALL_IN_SIGHT } from "@/lib/testing/server/remembered-fleet";
import { openMemoryDatabase } from "./memory-database";
import type { HistoryDatabase } from "./open-database";
import { openPostgres } from "./postgres-database";
import { incidentOfKey, incidentSight } from "./queries/incidents";
import { IncidentStore } from "./store-incidents";

const FLEET = liveFleet(["prod-eu"], () => NOW);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A database with any number of replicas, each with its own connections. SQLite has one process only. */
async function shared(own: OwnDatabase) {
  const url = await own();
  const first = url === null ? await openMemoryDatabase() : openPostgres(url);
  await first.prepare();
  onTestFinished(() => first.close());
  const replica = (): IncidentStore => {
    if (url === null) return new IncidentStore(first);
    const database = openPostgres(url);
    onTestFinished(() => database.close());
    return new IncidentStore(database);
  };
  return { database: first, replica };
}

const report = (incidents: readonly Incident[], asOf = NOW + 2 * SECOND, state = "state") => ({
  ...{ cluster: "prod-eu", asOf, incidents, engine: { format: 1, body: state } },
});

/** The same incident as another replica observes it: at other moments, with another key and in another order. */
function seenBy(incident: Incident, key: string, laterMs: number): Incident {
  const members = incident.members.map((member) => ({
    ...{ ...member, joinedAt: member.joinedAt + laterMs },
    spans: member.spans.map((span) => ({ ...span, from: span.from + laterMs })),
  }));
  return { ...incident, key, began: { at: incident.began.at + laterMs, notBefore: null }, openedAt: incident.openedAt + laterMs, members: members.reverse() };
}

async function stored({ read }: HistoryDatabase, key: string): Promise<Incident> {
  const found = await incidentOfKey(read, key, incidentSight(FLEET, ALL_IN_SIGHT));
  if (found === null || "movedTo" in found) throw new Error(`${key} is not stored`);
  return found.incident;
}

const keysIn = async ({ read }: HistoryDatabase) =>
  (await read.selectFrom("incident").select("incident_key").orderBy("id").execute()).map((row) => row.incident_key);
const openMachines = async ({ read }: HistoryDatabase) =>
  (await read.selectFrom("incident_member").select("claim").where("claim", "is not", null).orderBy("claim").execute()).map(({ claim }) => claim);

onEachEngine("the ended incidents of a start", (own) => {
  it("are the last 200, with the moment before which others may have ended", async () => {
    const { replica } = await shared(own);
    const ended = (n: number) => anEndedIncident(anIncident({ key: `key-${n}`, members: [aMember(n)] }), NOW + n * SECOND);
    const store = replica();
    const before = async () => {
      const { ended: found, olderThan } = await store.before("prod-eu", NOW + 600 * MINUTE);
      return { count: found.length, oldest: found[0]?.key, olderThan };
    };
    await store.save(report(Array.from({ length: 199 }, (_, n) => ended(n))));
    expect(await before()).toEqual({ count: 199, oldest: "key-0", olderThan: null });
    await store.save(report(Array.from({ length: 11 }, (_, n) => ended(199 + n))));
    expect(await before()).toEqual({ count: 200, oldest: "key-10", olderThan: (ended(10).endedAt ?? 0) + 1 });
  });
});

onEachEngine("a stored incident", (own) => {
  it("has the reported values, also after each change", async () => {
    const { database, replica } = await shared(own);
    const store = replica();
    const change = { ...{ cluster: "prod-eu", kind: "WorkloadGroup", namespace: "shop", name: "checkout", what: "spec" }, seenAt: NOW - 1, ownAt: null };
    const opened = anIncident({ services: [aLostService("web")], changes: [{ ...change, groups: ["shop/checkout"], version: "v2" }], foundAtStart: true });
    await store.save(report([opened]));
    expect(await stored(database, "key-1")).toEqual(opened);
    const accepted = { ...aMember(2, { condition: "lost" }), left: { how: "accepted", at: NOW + MINUTE, by: "ann" } } as const;
    const grown = { ...opened, members: [aMember(1), accepted, aMember(3, { joinedAt: NOW + MINUTE })], peak: { at: NOW + MINUTE, bad: 3 } };
    await store.save(report([grown], NOW + MINUTE));
    expect(await stored(database, "key-1")).toEqual(grown);
  });

  it("has each host of a ServiceEntry", async () => {
    const { database, replica } = await shared(own);
    const [web, api] = ["web", "api"].map((host) => ({
      ...aLostService("edge"),
      service: { ...aLostService("edge").service, kind: "ServiceEntry", host } as const,
    }));
    if (web === undefined || api === undefined) throw new Error("no services");
    await replica().save(report([anIncident({ services: [api, web] })]));
    expect((await stored(database, "key-1")).services).toEqual([api, web]);
  });

  it("has the newest loss of a service that had an endpoint in between, and the first moments of that loss", async () => {
    const { database, replica } = await shared(own);
    const lost = (lostLastAt: number, backAt: number | null) => anIncident({ services: [{ ...aLostService("web", lostLastAt), backAt }] });
    const store = replica();
    for (const one of [lost(NOW, null), lost(NOW, NOW + MINUTE), lost(NOW + 7, NOW + MINUTE + 7)]) await store.save(report([one]));
    expect((await stored(database, "key-1")).services).toEqual(lost(NOW, NOW + MINUTE).services);
    await store.save(report([lost(NOW + 2 * MINUTE, null)]));
    expect((await stored(database, "key-1")).services).toEqual(lost(NOW + 2 * MINUTE, null).services);
  });

  it("is restored with the state of its engine, and is gone from the restored ones when it is over", async () => {
    const { replica } = await shared(own);
    const opened = anIncident();
    expect(await replica().restore("prod-eu")).toEqual({ engine: null, open: [] });
    await replica().save(report([opened], NOW, "first"));
    await replica().save(report([], NOW + SECOND, "second"));
    expect(await replica().restore("prod-eu")).toEqual({ engine: { format: 1, body: "second" }, open: [opened] });
    await replica().save(report([anEndedIncident(opened, NOW + MINUTE)], NOW + 6 * MINUTE, "third"));
    expect(await replica().restore("prod-eu")).toEqual({ engine: { format: 1, body: "third" }, open: [] });
    expect(await replica().restore("prod-us")).toEqual({ engine: null, open: [] });
  });

  it("is stored with the rest of its report or not at all", async () => {
    const { database, replica } = await shared(own);
    const store = replica();
    await expect(store.save({ ...report([anIncident()]), engine: { format: 1, body: null as never } })).rejects.toThrow();
    expect([await keysIn(database), await openMachines(database)]).toEqual([[], []]);
    await store.save(report([anIncident()]));
    expect(await openMachines(database)).toEqual(["prod-eu/uid-1", "prod-eu/uid-2"]);
  });
});

onEachEngine("an incident that two replicas open", (own) => {
  it("has the key and the moments of the first one", async () => {
    const { database, replica } = await shared(own);
    const [first, second] = [replica(), replica()];
    const seen = anIncident();
    expect(await first.save(report([seen]))).toEqual(new Map());
    const late = seenBy(anIncident({ members: [aMember(2), aMember(3), aMember(4)] }), "other", 40);
    expect(await second.save(report([late], NOW + 3 * SECOND, "with the other key"))).toEqual(new Map([["other", "key-1"]]));
    expect((await second.restore("prod-eu")).engine, "the state names a key that is not stored").toEqual({ format: 1, body: "state" });
    expect(await second.save(report([{ ...late, key: "key-1" }], NOW + 3 * SECOND, "renamed"))).toEqual(new Map());
    expect(await keysIn(database)).toEqual(["key-1"]);
    const { members, began, openedAt } = await stored(database, "key-1");
    expect({ began, openedAt }).toEqual({ began: seen.began, openedAt: seen.openedAt });
    expect(members.map(({ machine, joinedAt }) => [machine.name, joinedAt - NOW])).toEqual([
      ["vm-1", 0],
      ["vm-2", 0],
      ["vm-3", 40],
      ["vm-4", 40],
    ]);
    expect((await second.restore("prod-eu")).engine).toEqual({ format: 1, body: "renamed" });
  });

  it("is one incident if they write at the same moment, whichever of its machines each has seen", async () => {
    const { database, replica } = await shared(own);
    const [one, other] = [replica(), replica()];
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1 }),
        fc.integer({ min: -500, max: 500 }),
        async (seen, alsoSeen, laterMs) => {
          for (const table of ["incident_member", "incident", "incident_engine"] as const) await database.write.deleteFrom(table).execute();
          one.forget();
          other.forget();
          const shares = seen.some((n) => alsoSeen.includes(n));
          const [mine, theirs] = [
            anIncident({ key: "mine", members: seen.map((n) => aMember(n)) }),
            seenBy(anIncident({ members: alsoSeen.map((n) => aMember(n)) }), "theirs", laterMs),
          ];
          const [renamedMine, renamedTheirs] = await Promise.all([one.save(report([mine])), other.save(report([theirs]))]);
          const keys = await keysIn(database);
          expect(keys).toHaveLength(shares ? 1 : 2);
          expect([...renamedMine, ...renamedTheirs]).toHaveLength(shares ? 1 : 0);
          const own = [renamedMine.get("mine") ?? "mine", renamedTheirs.get("theirs") ?? "theirs"] as const;
          if (shares) expect(own).toEqual([keys[0], keys[0]]);
          await Promise.all([one.save(report([{ ...mine, key: own[0] }])), other.save(report([{ ...theirs, key: own[1] }]))]);
          expect(await openMachines(database)).toEqual([...new Set([...seen, ...alsoSeen])].sort().map((n) => `prod-eu/uid-${n}`));
        },
      ),
      { numRuns: 25 },
    );
  });

  it("begins with the earliest of their failures, and opens again when it leaves its maintenance window", async () => {
    const { database, replica } = await shared(own);
    const planned = { reason: "new kernel", until: NOW + MINUTE };
    await replica().save(report([anIncident({ planned })]));
    const earlier = { at: NOW - 30 * SECOND, notBefore: NOW - MINUTE };
    await replica().save(report([anIncident({ planned, began: earlier, openedAt: NOW + 5 * SECOND })]));
    expect(await stored(database, "key-1")).toMatchObject({ began: earlier, openedAt: NOW + SECOND });
    await replica().save(report([anIncident({ openedAt: NOW + MINUTE })]));
    await replica().save(report([anIncident({ openedAt: NOW + MINUTE + 40 })]));
    expect(await stored(database, "key-1")).toMatchObject({ began: earlier, openedAt: NOW + MINUTE, planned: null });
  });

  it("is known by its service if no machine belongs to it", async () => {
    const { database, replica } = await shared(own);
    const lost = (key: string) =>
      anIncident({ key, members: [], services: [aLostService("web")], cause: { kind: "service-without-endpoint", traits: [], group: null } });
    await replica().save(report([lost("first")]));
    expect(await replica().save(report([lost("second")]))).toEqual(new Map([["second", "first"]]));
    expect(await replica().save(report([anIncident({ key: "third", services: [aLostService("web")] })]))).toEqual(new Map());
    expect(await keysIn(database)).toEqual(["first", "third"]);
  });

  it("is found again after a crash that lost the newest state of the engine", async () => {
    const { database, replica } = await shared(own);
    await replica().save(report([anIncident()]));
    const restarted = replica();
    expect(await restarted.save(report([seenBy(anIncident(), "after-the-restart", 5 * SECOND)]))).toEqual(new Map([["after-the-restart", "key-1"]]));
    expect(await keysIn(database)).toEqual(["key-1"]);
  });

  it("is found again after its end, by the time in which its machines belonged to it", async () => {
    const { database, replica } = await shared(own);
    const over = anEndedIncident(anIncident(), NOW + MINUTE);
    await replica().save(report([over]));
    const late = { ...anEndedIncident(seenBy(anIncident(), "late", 2 * SECOND), NOW + MINUTE + SECOND), key: "late" };
    expect(await replica().save(report([late]))).toEqual(new Map([["late", "key-1"]]));
    const next = anIncident({ key: "next", members: [aMember(1, { joinedAt: NOW + 30 * MINUTE })] });
    expect(await replica().save(report([next]))).toEqual(new Map());
    expect(await keysIn(database)).toEqual(["key-1", "next"]);
  });
});

onEachEngine("a machine", (own) => {
  it("stays in the first of two open incidents that name it", async () => {
    const { database, replica } = await shared(own);
    const store = replica();
    const [one, other] = [anIncident(), anIncident({ key: "key-2", members: [aMember(3), aMember(4)] })];
    await store.save(report([one, other]));
    await store.save(report([{ ...other, members: [...other.members, aMember(2)] }]));
    expect((await stored(database, "key-2")).members.map(({ machine }) => machine.name)).toEqual(["vm-3", "vm-4"]);
    await store.save(report([anIncident({ key: "key-3", members: [aMember(1), aMember(4)] })]));
    expect(await keysIn(database), "an incident without a machine of its own").toEqual(["key-1", "key-2"]);
  });

  it("may join another incident after it left, and belongs to its first one again after it is free", async () => {
    const { database, replica } = await shared(own);
    const store = replica();
    const one = anIncident();
    const left = { ...one, members: [aMember(1, { left: { how: "replaced", at: NOW + MINUTE, by: "" } }), aMember(2)] };
    const other = anIncident({ key: "key-2", members: [aMember(1, { joinedAt: NOW + 2 * MINUTE }), aMember(3)] });
    await store.save(report([one]));
    await store.save(report([left]));
    await store.save(report([other]));
    await store.save(report([{ ...left, members: [aMember(1), aMember(2)] }]));
    const holder = () => database.read.selectFrom("incident_member").select("incident_id").where("claim", "=", "prod-eu/uid-1").executeTakeFirst();
    expect(await holder()).toEqual({ incident_id: 2 });
    await store.save(report([anEndedIncident(other, NOW + 3 * MINUTE)]));
    expect(await holder()).toBeUndefined();
    await store.save(report([{ ...left, members: [aMember(1), aMember(2)] }]));
    expect(await holder()).toEqual({ incident_id: 1 });
  });
});

onEachEngine("an incident that is over", (own) => {
  it("keeps its numbers, whatever a replica that lags behind reports later", async () => {
    const { database, replica } = await shared(own);
    const opened = anIncident();
    const over = anEndedIncident(opened, NOW + MINUTE);
    await replica().save(report([opened]));
    await replica().save(report([over], NOW + 6 * MINUTE));
    const late = replica();
    const grown = { ...opened, members: [...opened.members, aMember(3)], peak: { at: NOW, bad: 9 } };
    await late.save(report([{ ...grown, state: "recovering", stateSince: NOW + 2 * MINUTE }], NOW + 7 * MINUTE));
    await late.save(report([anEndedIncident(grown, NOW + 2 * MINUTE)], NOW + 8 * MINUTE));
    expect(await stored(database, "key-1")).toEqual(over);
    expect(await database.read.selectFrom("incident_version").select(["version", "at"]).execute()).toEqual([{ version: 1, at: NOW + 6 * MINUTE }]);
    expect(await openMachines(database)).toEqual([]);
  });

  it("gets lines of later evidence, each once", async () => {
    const { database, replica } = await shared(own);
    const over = anEndedIncident(anIncident(), NOW + MINUTE);
    await replica().save(report([over]));
    const swept = { at: NOW + 20 * MINUTE, what: "istiod swept vm-7" };
    await replica().save(report([{ ...over, appended: [swept] }]));
    const corrected = { at: NOW + 30 * MINUTE, what: "the cause is the zone" };
    await replica().save(report([{ ...over, appended: [{ ...swept, at: swept.at + 50 }, corrected] }]));
    expect((await stored(database, "key-1")).appended).toEqual([swept, corrected]);
  });

  it("opens again under the same key after a relapse, and its next end is version 2", async () => {
    const { database, replica } = await shared(own);
    const store = replica();
    const opened = anIncident();
    await store.save(report([opened]));
    await store.save(report([anEndedIncident(opened, NOW + MINUTE)], NOW + 6 * MINUTE));
    const again = NOW + 9 * MINUTE;
    const relapse = { ...opened, state: "open", stateSince: again, peak: { at: again, bad: 2 } } as const;
    await store.save(report([relapse], again));
    expect(await stored(database, "key-1")).toEqual(relapse);
    expect(await openMachines(database)).toHaveLength(2);
    // The other replica did not see the relapse yet.
    await replica().save(report([anEndedIncident(opened, NOW + MINUTE + 40)], again + SECOND));
    expect((await stored(database, "key-1")).state).toBe("open");
    await store.save(report([anEndedIncident(relapse, again + MINUTE)], again + 6 * MINUTE));
    const versions = await database.read.selectFrom("incident_version").select(["version", "at", "body"]).orderBy("version").execute();
    expect(versions.map(({ version, at, body }) => [version, (at - NOW) / MINUTE, JSON.parse(body).peak.at - NOW])).toEqual([
      [1, 6, 0],
      [2, 15, again - NOW],
    ]);
  });
});

onEachEngine("two incidents that become one", (own) => {
  it("are found under the key of the older one, with the machines and notes of both", async () => {
    const { database, replica } = await shared(own);
    const store = replica();
    const [older, younger] = [anIncident(), anIncident({ key: "key-2", openedAt: NOW + MINUTE, members: [aMember(3)] })];
    await store.save(report([older, younger]));
    const [{ id } = { id: 0 }] = await database.read.selectFrom("incident").select("id").where("incident_key", "=", "key-2").execute();
    await database.write.insertInto("incident_note").values({ incident_id: id, note_key: "n", edit: 1, at: NOW, who: "ann", note: "a switch" }).execute();
    const whole = { ...older, members: [...older.members, aMember(3)] };
    await store.save(report([whole, { ...younger, state: "over", stateSince: NOW + 2 * MINUTE, endedAt: NOW + 2 * MINUTE, mergedInto: "key-1" }]));
    expect(await incidentOfKey(database.read, "key-2", incidentSight(FLEET, ALL_IN_SIGHT))).toEqual({ movedTo: "key-1" });
    const found = await incidentOfKey(database.read, "key-1", incidentSight(FLEET, ALL_IN_SIGHT));
    expect(found).toMatchObject({ incident: whole });
    const notes = await database.read
      .selectFrom("incident_note")
      .innerJoin("incident", "incident.id", "incident_id")
      .select(["incident_key", "note"])
      .execute();
    expect(notes).toEqual([{ incident_key: "key-1", note: "a switch" }]);
    expect(await openMachines(database)).toEqual(["prod-eu/uid-1", "prod-eu/uid-2", "prod-eu/uid-3"]);
  });

  it("are merged once if two replicas disagree about which one is older", async () => {
    const { database, replica } = await shared(own);
    const [one, other] = [replica(), replica()];
    const [a, b] = [anIncident({ key: "a" }), anIncident({ key: "b", members: [aMember(3)] })];
    await one.save(report([a, b]));
    const ended = { state: "over", stateSince: NOW + MINUTE, endedAt: NOW + MINUTE } as const;
    await one.save(report([{ ...b, ...ended, mergedInto: "a" }]));
    expect(await other.save(report([b, { ...a, ...ended, mergedInto: "b" }]))).toEqual(new Map([["b", "a"]]));
    expect(await incidentOfKey(database.read, "b", incidentSight(FLEET, ALL_IN_SIGHT))).toEqual({ movedTo: "a" });
    expect((await stored(database, "a")).state).toBe("open");
  });
});

onEachEngine("a replica that does not see the cluster any more", (own) => {
  it("does not overwrite the report of one that does", async () => {
    const { database, replica } = await shared(own);
    const opened = anIncident();
    await replica().save(report([opened]));
    await replica().save(report([{ ...opened, peak: { at: NOW, bad: 5 } }], NOW + 10 * MINUTE));
    const blind = replica();
    await blind.save(report([{ ...opened, unknownSince: NOW + MINUTE }], NOW + 11 * MINUTE));
    expect(await stored(database, "key-1")).toMatchObject({ unknownSince: null, peak: { bad: 5 } });
    await blind.save(report([{ ...opened, unknownSince: NOW + 12 * MINUTE }], NOW + 13 * MINUTE));
    expect(await stored(database, "key-1")).toMatchObject({ unknownSince: NOW + 12 * MINUTE });
  });
});
