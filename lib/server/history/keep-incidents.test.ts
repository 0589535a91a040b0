import fc from "fast-check";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import type { Incident } from "@/lib/domain/incidents/incident";
import type { Observation } from "@/lib/domain/incidents/observation";
import { onEachEngine } from "@/lib/testing/engines";
import { aFleet, endpointsOf, incidentsAt, MINUTE, observedAll, RADIUS, SECOND, START } from "@/lib/testing/incident-fleet";
import { IncidentKeeper } from "./keep-incidents";
import { openMemoryDatabase } from "./memory-database";
import type { HistoryDatabase } from "./open-database";
import { openPostgres } from "./postgres-database";
import { IncidentStore } from "./store-incidents";

const CLUSTER = "eu-1";
const SLICE = 60 * SECOND;
const END = 75 * MINUTE;
const TABLES = ["incident", "incident_member", "incident_version", "incident_engine"] as const;

/** An outage of a zone that returns and relapses, a bad version of one group, and a service without endpoints. */
const FLEET = aFleet(4, 9);
const ZONE = FLEET.inZone("zone-a");
const GROUP = FLEET.of("group-2", ({ traits }) => traits.zone !== "zone-a");
const HAPPENED: readonly Observation[] = [
  ...observedAll(ZONE, "failed", 10 * SECOND, 300),
  ...observedAll(ZONE, "serving", 6 * MINUTE, 500),
  ...observedAll(ZONE, "failed", 14 * MINUTE, 100),
  ...observedAll(ZONE, "serving", 18 * MINUTE, 100),
  ...observedAll(GROUP, "failed", 40 * MINUTE, 700),
  ...observedAll(GROUP, "serving", 55 * MINUTE, 700),
  endpointsOf(RADIUS, 0, 50 * MINUTE),
  endpointsOf(RADIUS, 3, 60 * MINUTE),
];

/** One server: it observes everything `skewMs` later than it happened, and gives its own keys. */
async function aServer(store: IncidentStore, name: string, skewMs: number) {
  let keys = 0;
  const keeper = await IncidentKeeper.start({ store, cluster: CLUSTER, population: FLEET, newKey: () => `${name}-${++keys}` });
  const observations = HAPPENED.map((one) => ({ ...one, at: one.at + skewMs })).sort((one, other) => one.at - other.at);
  let takenTo = keeper.processedTo;
  return {
    keeper,
    passTo: (now: number) => {
      keeper.passTo(
        now,
        observations.filter(({ at }) => at > takenTo && at <= now),
      );
      takenTo = now;
    },
  };
}

const machinesOf = (incidents: readonly Incident[]) =>
  incidents.map(({ members, services }) => [...members.map(({ machine }) => machine.id), ...services.map(({ service }) => service.host)].sort().join()).sort();

const inOrder = ({ members, ...incident }: Incident) => ({
  ...incident,
  members: [...members].sort((one, other) => (one.machine.id < other.machine.id ? -1 : 1)),
});

async function storedMachines({ read }: HistoryDatabase): Promise<readonly string[]> {
  const incidents = await read.selectFrom("incident").select("id").execute();
  const rows = await read.selectFrom("incident_member").select(["incident_id", "kind", "member"]).execute();
  return incidents
    .map(({ id }) =>
      rows.filter(({ incident_id }) => incident_id === id).map(({ kind, member }) => (kind === "entry" ? member : (member.split("/").at(-1) ?? ""))),
    )
    .map((names) => names.sort().join())
    .sort();
}

onEachEngine("the incidents of two servers", (own) => {
  it("are stored once with one key, as one server finds them, whenever one of them is killed", async () => {
    const expected = incidentsAt(FLEET, HAPPENED, END);
    expect(expected.map(({ state, members }) => [state, members.length])).toEqual([
      ["over", ZONE.length],
      ["over", GROUP.length],
      ["over", 0],
    ]);
    const url = await own();
    const databases = [url === null ? await openMemoryDatabase() : openPostgres(url), ...(url === null ? [] : [openPostgres(url)])];
    for (const one of databases) onTestFinished(() => one.close());
    const [first, second = first] = databases;
    if (first === undefined || second === undefined) throw new Error("no database");
    await first.prepare();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ at: fc.integer({ min: 0, max: END / SLICE }), replica: fc.integer({ min: 0, max: 1 }), saves: fc.boolean() }), { maxLength: 12 }),
        fc.integer({ min: 0, max: 900 }),
        async (kills, skewMs) => {
          for (const table of TABLES) await first.write.deleteFrom(table).execute();
          let starts = 0;
          const start = (index: number) => aServer(new IncidentStore(index === 0 ? first : second), `${index}-${++starts}`, index * skewMs);
          const servers = [await start(0), await start(1)];
          for (let slice = 1; slice * SLICE <= END; slice++) {
            await Promise.all(
              servers.map(async (server, index) => {
                const kill = kills.find((one) => one.at === slice && one.replica === index);
                server.passTo(START + slice * SLICE);
                if (kill === undefined || kill.saves) await server.keeper.save();
                if (kill !== undefined) servers[index] = await start(index);
              }),
            );
          }
          expect(await storedMachines(first)).toEqual(machinesOf(expected));
          const rows = await first.read.selectFrom("incident").select(["incident_key", "state", "version"]).orderBy("opened_at").execute();
          expect(rows.map(({ state, version }) => [state, version])).toEqual([
            ["over", 2],
            ["over", 1],
            ["over", 1],
          ]);
          for (const { keeper } of servers) for (const { key } of keeper.incidents) expect(rows.map(({ incident_key }) => incident_key)).toContain(key);
          expect(await first.read.selectFrom("incident_member").select("claim").where("claim", "is not", null).execute()).toEqual([]);
        },
      ),
      { numRuns: url === null ? 8 : 2, examples: [[[{ at: 51, replica: 0, saves: false }], 0]] },
    );
  }, 120_000);
});

onEachEngine("the incidents of a server", (own) => {
  const outage = HAPPENED.filter(({ at }) => at < START + 5 * MINUTE);
  const opened = async () => {
    const url = await own();
    const database = url === null ? await openMemoryDatabase() : openPostgres(url);
    onTestFinished(() => database.close());
    await database.prepare();
    const store = new IncidentStore(database);
    return { database, start: () => IncidentKeeper.start({ store, cluster: CLUSTER, population: FLEET }) };
  };

  it("end after a start whose stored state was lost, under their keys", async () => {
    const { database, start } = await opened();
    const first = await start();
    first.passTo(START + 5 * MINUTE, outage);
    await first.save();
    for (const change of [{ format: 99 }, { format: 1, state: "{" }, { format: 1, state: "{}" }]) {
      await database.write.updateTable("incident_engine").set(change).execute();
      expect((await start()).incidents.map(inOrder)).toEqual(first.incidents.map(inOrder));
    }
    const next = await start();
    next.passTo(START + 20 * MINUTE, observedAll(ZONE, "serving", 6 * MINUTE));
    await next.save();
    expect(await database.read.selectFrom("incident").select(["incident_key", "state"]).execute()).toEqual([
      { incident_key: first.incidents[0]?.key, state: "over" },
    ]);
  });

  it("are stored again in another database", async () => {
    const { database, start } = await opened();
    const keeper = await start();
    keeper.passTo(START + 5 * MINUTE, outage);
    await keeper.save();
    for (const table of TABLES) await database.write.deleteFrom(table).execute();
    await keeper.save();
    expect(await storedMachines(database), "without a change").toEqual([]);
    keeper.storeAgain();
    await keeper.save();
    expect(await storedMachines(database)).toEqual(machinesOf(keeper.incidents));
  });

  it("are stored later if the database did not accept them", async () => {
    const { database, start } = await opened();
    const keeper = await start();
    keeper.passTo(START + 5 * MINUTE, outage);
    await sql`alter table incident_engine rename to hidden`.execute(database.write);
    await expect(keeper.save()).rejects.toThrow();
    keeper.passTo(START + 20 * MINUTE, observedAll(ZONE, "serving", 6 * MINUTE));
    await sql`alter table hidden rename to incident_engine`.execute(database.write);
    await keeper.save();
    expect(await database.read.selectFrom("incident").select(["state", "version"]).execute()).toEqual([{ state: "over", version: 1 }]);
  });
});
