import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { IncidentEngine, type StoredEngine } from "@/lib/domain/incidents/engine";
import type { Incident } from "@/lib/domain/incidents/incident";
import type { Observation } from "@/lib/domain/incidents/observation";
import { renamedKeys } from "@/lib/domain/incidents/renamed-keys";
import { onEachEngine } from "@/lib/testing/engines";
import { aFleet, endpointsOf, incidentsAt, MINUTE, observedAll, RADIUS, SECOND, START } from "@/lib/testing/incident-fleet";
import { openMemoryDatabase } from "./memory-database";
import type { HistoryDatabase } from "./open-database";
import { openPostgres } from "./postgres-database";
import { IncidentStore } from "./store-incidents";

const CLUSTER = "eu-1";
const SLICE = 30 * SECOND;
const END = 75 * MINUTE;
const TABLES = ["incident", "incident_member", "incident_version", "incident_engine"] as const;

/** An outage of a zone that returns and relapses, a bad version of one group, and a service without endpoints. */
const FLEET = aFleet(4, 9);
const ZONE = FLEET.inZone("zone-a");
const GROUP = FLEET.of("group-2", ({ traits }) => traits.zone !== "zone-a");
const HAPPENED: readonly Observation[] = [
  ...observedAll(ZONE, "failed", 10 * SECOND, 300),
  ...observedAll(ZONE, "serving", 6 * MINUTE, 500),
  ...observedAll(ZONE.slice(0, 3), "failed", 14 * MINUTE, 100),
  ...observedAll(ZONE.slice(0, 3), "serving", 16 * MINUTE, 100),
  ...observedAll(GROUP, "failed", 40 * MINUTE, 700),
  ...observedAll(GROUP, "serving", 55 * MINUTE, 700),
  endpointsOf(RADIUS, 0, 50 * MINUTE),
  endpointsOf(RADIUS, 3, 60 * MINUTE),
];

/** One server: its engine observes everything `skewMs` later than it happened, and gives its own keys. */
class Replica {
  #engine: IncidentEngine;
  #takenTo: number;
  #unsaved: readonly Incident[];
  readonly #observations: readonly Observation[];
  readonly #world: { readonly population: typeof FLEET; newKey(): string };

  private constructor(
    private readonly store: IncidentStore,
    name: string,
    skewMs: number,
    stored: StoredEngine | undefined,
  ) {
    let keys = 0;
    this.#world = { population: FLEET, newKey: () => `${name}-${++keys}` };
    this.#engine = new IncidentEngine(this.#world, stored);
    this.#takenTo = stored?.now ?? 0;
    this.#unsaved = this.#engine.incidents.filter(({ state }) => state !== "over");
    this.#observations = HAPPENED.map((one) => ({ ...one, at: one.at + skewMs })).sort((one, other) => one.at - other.at);
  }

  static async start(store: IncidentStore, name: string, skewMs: number): Promise<Replica> {
    const { engine } = await store.restore(CLUSTER);
    return new Replica(store, name, skewMs, engine === null ? undefined : JSON.parse(engine.body));
  }

  get incidents(): readonly Incident[] {
    return this.#engine.incidents;
  }

  async passTo(now: number): Promise<void> {
    this.#engine.take(this.#observations.filter(({ at }) => at > this.#takenTo && at <= now));
    this.#takenTo = now;
    this.#engine.passTo(now);
    const changed = this.#engine.takeChanged();
    const unsaved = new Map([...this.#unsaved, ...changed].map((incident) => [incident.key, incident]));
    this.#unsaved = [...unsaved.values()];
  }

  async save(): Promise<void> {
    const incidents = this.#unsaved;
    if (incidents.length === 0) return;
    const engine = { format: 1, body: JSON.stringify(this.#engine.stored) };
    const renamed = await this.store.save({ cluster: CLUSTER, asOf: this.#takenTo, incidents, engine });
    this.#unsaved = [];
    if (renamed.size === 0) return;
    this.#engine = new IncidentEngine(this.#world, renamedKeys(this.#engine.stored, renamed));
    const keys = new Set(incidents.map(({ key }) => renamed.get(key) ?? key));
    this.#unsaved = this.#engine.incidents.filter(({ key }) => keys.has(key));
    await this.save();
  }
}

const machinesOf = (incidents: readonly Incident[]) =>
  incidents.map(({ members, services }) => [...members.map(({ machine }) => machine.id), ...services.map(({ service }) => service.host)].sort().join()).sort();

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
          const start = (index: number) => Replica.start(new IncidentStore(index === 0 ? first : second), `${index}-${++starts}`, index * skewMs);
          const replicas = [await start(0), await start(1)];
          for (let slice = 1; slice * SLICE <= END; slice++) {
            await Promise.all(
              replicas.map(async (replica, index) => {
                const kill = kills.find((one) => one.at === slice && one.replica === index);
                await replica.passTo(START + slice * SLICE);
                if (kill === undefined || kill.saves) await replica.save();
                if (kill !== undefined) replicas[index] = await start(index);
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
          for (const replica of replicas) for (const { key } of replica.incidents) expect(rows.map(({ incident_key }) => incident_key)).toContain(key);
          expect(await first.read.selectFrom("incident_member").select("claim").where("claim", "is not", null).execute()).toEqual([]);
        },
      ),
      { numRuns: url === null ? 12 : 4 },
    );
  }, 120_000);
});
