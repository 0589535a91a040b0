import { expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { currentBadCondition, type Incident } from "@/lib/domain/incidents/incident";
import type { Replica } from "@/lib/domain/mesh/world";
import type { HistoryDatabase } from "@/lib/server/history/open-database";
import { onEachEngine } from "@/lib/testing/engines";
import { aGroup, anEntry, aReplica, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { aService, aTablePod, aTableSlice } from "@/lib/testing/hosts";
import { countedKeys } from "@/lib/testing/incident-fleet";
import { ManualClock } from "@/lib/testing/manual-clock";
import { rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { incidentsOfHistory } from "./incidents-of-history";

const CLUSTER = "prod-eu";
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const FAILED = aReport("False", "connection refused");

const machine = (n: number, change: Partial<WorkloadEntry> = {}) =>
  anEntry({ uid: `uid-${n}`, name: `vm-${n}`, locality: `eu/zone-${n % 3}`, resourceVersion: String(1_000 + n), ...change });
const failed = (n: number) => machine(n, { health: FAILED, resourceVersion: String(900_000 + n) });
const healthy = (n: number) => machine(n, { resourceVersion: String(950_000 + n) });
/** No connection grows too old. */
const worldOf = (...replicas: Replica[]) => aWorld(replicas, { maxConnectionAgeMs: { kind: "known", value: null, source: "arguments" } });
const WORLD = worldOf(aReplica());
const all = (count: number) => Array.from({ length: count }, (_, n) => machine(n));

/** A recorded fleet of machines in three zones. `kept`: the history of an earlier process. */
async function recorded(machines: readonly WorkloadEntry[], kept: string | HistoryDatabase | null, at = NOW) {
  const clock = new ManualClock(at);
  const played = await rememberedFleet(clock, WORLD, kept, `recorder-${at}`);
  await played.live(machines, [aGroup({ expectedSize: "30" })]);
  while (!played.watches(CLUSTER)) await played.wait(SECOND);
  const wait = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10 * SECOND) await played.wait(Math.min(10 * SECOND, ms - passed));
  };
  const found = (from = 0, cluster = CLUSTER) =>
    incidentsOfHistory(played.database.read, cluster, { from, to: clock.now(), live: played.fleet, clock, newKey: countedKeys() });
  return { ...played, wait, found };
}

/** The state, the cause and the members of incidents, each with its condition or the way in which it left. */
function shortly(incidents: readonly Incident[]) {
  return incidents.map(({ state, cause, members }) => ({
    ...{ state, cause: [cause.kind, ...cause.traits.map(({ trait, value }) => `${trait} ${value}`)].join(" ") },
    members: members.map((member) => `${member.machine.name} ${currentBadCondition(member) ?? member.left?.how}`).sort(),
  }));
}

onEachEngine("incidents of a stored history", (ownDatabase) => {
  it("are those of a zone, with a lost machine that another one replaced", async () => {
    const { upsert, remove, wait, found, database, clock } = await recorded(all(30), await ownDatabase());
    await wait(MINUTE);
    upsert(failed(1), failed(4), failed(7));
    await wait(30 * SECOND);
    remove(failed(7));
    await wait(3 * MINUTE);
    upsert(machine(31, { createdAt: NOW }), healthy(4));
    await wait(MINUTE);
    const { incidents, engine } = await found();
    expect(shortly(incidents)).toEqual([{ state: "recovering", cause: "trait zone zone-1", members: ["vm-1 failed", "vm-4 serving", "vm-7 replaced"] }]);
    expect(incidents[0]?.members.map(({ message }) => message)).toContain("connection refused");
    expect(engine.now).toBe(clock.now());
    expect(engine.table.incidents.map(({ head }) => head.key)).toEqual(incidents.map(({ key }) => key));
    await database.close();
  });

  it("contain what happened while no process ran, as a range", async () => {
    const before = await recorded(all(30), await ownDatabase());
    await before.wait(MINUTE);
    const stoppedAt = before.clock.now();
    const machines = all(30).map((one, n) => (n % 3 === 1 && n < 12 ? failed(n) : one));
    const after = await recorded(machines, before.database, stoppedAt + 30 * MINUTE);
    await after.wait(3 * MINUTE);
    const { incidents } = await after.found();
    expect(shortly(incidents)).toEqual([{ state: "open", cause: "trait zone zone-1", members: ["vm-1 failed", "vm-10 failed", "vm-4 failed", "vm-7 failed"] }]);
    expect(incidents[0]).toMatchObject({ foundAtStart: true, unknownSince: null });
    expect(Math.abs((incidents[0]?.began.notBefore ?? 0) - stoppedAt)).toBeLessThanOrEqual(2 * SECOND);
    await after.database.close();
  });

  it("name the replica that was gone before its machines are deleted", async () => {
    const { upsert, world, wait, found, database } = await recorded(all(30), await ownDatabase());
    upsert(...[2, 5].map((n) => machine(n, { controller: "istiod-7c9f-b", resourceVersion: String(800_000 + n) })));
    await wait(MINUTE);
    world(worldOf(aReplica(), aReplica({ name: "istiod-7c9f-b", uid: "bb01" })));
    upsert(...[8, 11].map((n) => machine(n, { controller: "istiod-7c9f-b", resourceVersion: String(800_000 + n) })));
    await wait(5 * MINUTE);
    world(WORLD);
    await wait(3 * MINUTE);
    const { incidents } = await found();
    const last = incidents.at(-1);
    expect([last?.cause.kind, last?.members.map(({ cause }) => cause)]).toEqual(["replica-gone", ["no-such-pod", "no-such-pod", "no-such-pod", "no-such-pod"]]);
    await database.close();
  });

  it("contain a service without endpoints, with its last machine", async () => {
    const { upsert, select, wait, found, database, clock } = await recorded(all(3), await ownDatabase());
    const others = [aTablePod({ name: "other", labels: [["app", "b"]] }), aTableSlice({ name: "other", namespace: "other" })];
    select(aService({ name: "checkout", selector: [["app", "checkout"]] }), ...others);
    await wait(MINUTE);
    upsert(failed(0), failed(1), failed(2));
    await wait(5 * MINUTE);
    const { incidents } = await found();
    expect(incidents.map(({ services, members }) => [members.length, services.map(({ service, backAt }) => [service.host, backAt])])).toEqual([
      [3, [["checkout.shop.svc.cluster.local", null]]],
    ]);
    const from = clock.now();
    await wait(MINUTE);
    const later = (await found(from)).incidents.flatMap(({ foundAtStart, services }) => services.map(({ service }) => [service.name, foundAtStart]));
    expect(later).toEqual([["checkout", true]]);
    await database.close();
  });

  it("begin with the trouble of the first moment, as long-running", async () => {
    const { upsert, remove, wait, found, clock, database } = await recorded(all(30), await ownDatabase());
    await wait(MINUTE);
    upsert(failed(1), failed(4));
    remove(machine(7));
    await wait(20 * MINUTE);
    const from = clock.now();
    await wait(MINUTE);
    upsert(healthy(4), machine(31, { createdAt: clock.now() }));
    await wait(3 * MINUTE);
    const { incidents } = await found(from);
    const members = shortly(incidents).flatMap((one) => one.members);
    expect(members.sort()).toEqual(["vm-1 failed", "vm-4 serving", "vm-7 replaced"]);
    expect(incidents.map(({ foundAtStart, openedAt }) => [foundAtStart, openedAt - from < 5 * SECOND])).toEqual(incidents.map(() => [true, true]));
    expect(incidents.find((one) => one.members.some(({ machine: { name } }) => name === "vm-1"))?.state).toBe("long-running");
    await database.close();
  });
});

it("has the incidents of one cluster", async () => {
  const { upsert, wait, found } = await recorded(all(30), null);
  await wait(MINUTE);
  upsert(failed(1), failed(4), failed(7));
  await wait(3 * MINUTE);
  expect((await found(0, "prod-us")).incidents).toEqual([]);
});

it("ends a loss that no user accepted after a quiet day", async () => {
  const { remove, wait, found } = await recorded(all(30), null);
  await wait(MINUTE);
  remove(machine(1), machine(4), machine(7), machine(10));
  await wait(23 * HOUR);
  expect(shortly((await found()).incidents)[0]?.members.every((member) => member.endsWith(" lost"))).toBe(true);
  await wait(2 * HOUR);
  const { incidents } = await found();
  expect(shortly(incidents)[0]).toMatchObject({ state: "over", members: ["vm-1 quiet", "vm-10 quiet", "vm-4 quiet", "vm-7 quiet"] });
});

it("rejects if the database is closed", async () => {
  const { found, database } = await recorded(all(3), null);
  await database.close();
  await expect(found()).rejects.toThrow();
});

it("gives other work a turn every few milliseconds", async () => {
  const { upsert, wait, database, clock, fleet } = await recorded(all(300), null);
  for (let round = 1; round <= 4; round++) {
    upsert(...all(300).map((one, n) => ({ ...one, controller: `istiod-${round % 2}`, resourceVersion: String(round * 10_000 + n) })));
    await wait(MINUTE);
  }
  let [ms, turns, isOver] = [0, 0, false];
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  // Each reading of the clock is a millisecond later, and a version needs one.
  const slow = { ...clock, monotonic: () => ms++ };
  await incidentsOfHistory(database.read, CLUSTER, { from: 0, to: clock.now(), live: fleet, clock: slow, newKey: countedKeys() });
  isOver = true;
  expect(turns).toBeGreaterThan(1_500 / 10);
});
