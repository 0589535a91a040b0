import type { Insertable } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ClusterStatus } from "@/lib/contract/status";
import { StateChartQuery } from "@/lib/contract/url/history-query";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { currentBadCondition, type Incident } from "@/lib/domain/incidents/incident";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { totalOf } from "@/lib/server/fleet/group-sight";
import { read } from "@/lib/server/history/answer-history";
import { keepMemories } from "@/lib/server/history/keep-memories";
import type { HistoryDatabase } from "@/lib/server/history/open-database";
import { openIncidents } from "@/lib/server/history/queries/incidents";
import type { HistorySchema } from "@/lib/server/history/schema";
import { IncidentStore } from "@/lib/server/history/store-incidents";
import { aGroup, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { LiveIncidents } from "./live-incidents";
import { pastIncidentsFinder } from "./past/incidents-of-history";

const CLUSTER = "prod-eu";
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const FAILED = aReport("False", "connection refused");

const machine = (n: number, change: Partial<WorkloadEntry> = {}) =>
  anEntry({ uid: `uid-${n}`, name: `vm-${n}`, locality: `eu/zone-${n % 3}`, resourceVersion: String(1_000 + n), ...change });
const failed = (n: number, change: Partial<WorkloadEntry> = {}) => machine(n, { health: FAILED, resourceVersion: String(900_000 + n), ...change });
const statusOf = (kind: ClusterStatus["freshness"]["kind"]): ClusterStatus => ({
  ...{ cluster: CLUSTER, freshness: { kind, asOf: NOW, reason: "" }, sources: [], skewMs: null, version: null },
});

interface Earlier {
  readonly database: HistoryDatabase;
  readonly at: number;
}

/** A recorded fleet of machines in three zones, with the incidents of its process. `earlier`: the history that an earlier process left. */
async function kept(
  machines: readonly WorkloadEntry[],
  {
    size = "30" as string | null,
    groups = [] as readonly WorkloadGroup[],
    earlier = null as Earlier | null,
    isObserved = true,
    isPastReadable = true,
    namespace = "*",
  } = {},
) {
  const clock = new ManualClock(earlier?.at ?? NOW);
  const played = await rememberedFleet(clock, aWorld(), earlier?.database ?? null, `recorder-${earlier?.at ?? NOW}`, [CLUSTER], namespace);
  const { fleet, database } = played;
  const writer = { status: () => ({ kind: "recording", since: NOW, notice: "" }) as const, flush: () => Promise.resolve() };
  const memories = keepMemories({ database, writer, fleet, clock, timeScale: 1 });
  const store = new IncidentStore(database);
  const findPast = isPastReadable ? pastIncidentsFinder({ database, fleet, clock }) : () => Promise.reject(new Error("a row is not readable"));
  const live = new LiveIncidents({ fleet, clock, watches: played.watches, store, isRecording: () => true, findPast });
  onTestFinished(async () => {
    memories.stop();
    await live.stop();
    await database.close();
  });
  played.onLost(memories);
  played.onRecords((records) => live.records(records));
  const wait = async (ms: number, stepMs = SECOND) => {
    for (let passed = 0; passed < ms; passed += stepMs) await played.wait(Math.min(stepMs, ms - passed));
    await memories.settle();
  };
  const observe = async () => {
    await played.live(machines, [aGroup({ expectedSize: size }), ...groups]);
    live.status(statusOf("live"));
    // The comparison with the history takes real time.
    while (!played.watches(CLUSTER)) await played.wait(SECOND);
    await wait(20 * SECOND);
  };
  live.check();
  await wait(SECOND);
  if (isObserved) await observe();
  const incidents = () => [...fleet.incidentMemory.all].map(({ state, cause, members }) => ({ state, cause: cause.kind, of: members.length }));
  return { ...played, wait, observe, incidents, live };
}

const all = (count: number) => Array.from({ length: count }, (_, n) => machine(n));

it("opens one incident for a zone within five seconds after the second machine fails", async () => {
  const { upsert, wait, incidents, fleet } = await kept(all(30));
  upsert(failed(1));
  await wait(10 * SECOND);
  expect(incidents()).toEqual([]);
  upsert(failed(4), failed(7), failed(10));
  await wait(5 * SECOND);
  expect(incidents()).toEqual([{ state: "open", cause: "trait", of: 4 }]);
  upsert(failed(13));
  await wait(2 * SECOND);
  const [incident] = fleet.incidentMemory.all;
  expect(incident?.cause.traits).toMatchObject([{ trait: "zone", value: "zone-1" }]);
  expect(incident?.members.map(({ machine: { name }, message }) => [name, message])).toContainEqual(["vm-13", "connection refused"]);
});

it("ends an incident five minutes after all machines serve", async () => {
  const { upsert, wait, incidents } = await kept(all(30));
  upsert(failed(1), failed(4), failed(7));
  await wait(10 * SECOND);
  upsert(...[1, 4, 7].map((n) => machine(n, { resourceVersion: String(910_000 + n) })));
  await wait(4 * MINUTE);
  expect(incidents()).toMatchObject([{ state: "recovering" }]);
  await wait(2 * MINUTE);
  expect(incidents()).toMatchObject([{ state: "over" }]);
});

it("counts a lost machine until another one joins its group", async () => {
  const { remove, upsert, wait, fleet } = await kept(all(30));
  const bad = () => [...fleet.incidentMemory.all].flatMap(({ members }) => members.map((member) => currentBadCondition(member)));
  upsert(failed(1), failed(4), failed(7));
  await wait(2 * SECOND);
  remove(failed(1));
  await wait(3 * SECOND);
  expect(bad()).toEqual(["lost", "failed", "failed"]);
  upsert(machine(31, { createdAt: NOW }));
  await wait(5 * SECOND);
  await wait(SECOND);
  expect(bad()).toEqual([null, "failed", "failed"]);
});

describe("a cluster that is not configured any more", () => {
  it("leaves its open incident to the history, not known since then, and goes on with it when it comes back", async () => {
    const { upsert, wait, incidents, fleet, live, database, clock } = await kept(all(30));
    upsert(failed(1), failed(4), failed(7));
    await wait(10 * SECOND);
    const [before] = fleet.incidentMemory.all;
    const removedAt = clock.now();
    live.remove(CLUSTER);
    await wait(5 * SECOND);
    expect(incidents()).toEqual([]);
    const stored = await openIncidents(database.read, CLUSTER);
    expect(stored.map(({ key, state, unknownSince, members }) => [key, state, unknownSince, members.map((member) => currentBadCondition(member))])).toEqual([
      [before?.key, "open", removedAt, ["failed", "failed", "failed"]],
    ]);
    live.add(CLUSTER);
    live.status(statusOf("live"));
    const known = () => [...fleet.incidentMemory.all].map(({ key, unknownSince }) => [key, unknownSince]);
    await expect.poll(async () => wait(SECOND).then(known), { timeout: 10_000 }).toEqual([[before?.key, null]]);
    expect(incidents()).toMatchObject([{ state: "open", of: 3 }]);
  });

  it("observes nothing of the machines that leave with it", async () => {
    const { remove, wait, incidents, live } = await kept(all(30));
    live.remove(CLUSTER);
    remove(...all(30));
    await wait(5 * MINUTE, 30 * SECOND);
    expect(incidents()).toEqual([]);
  });
});

describe("a group whose declared size is a range", () => {
  const totalIn = ({ fleet }: { readonly fleet: FleetReader }, name = "checkout") => {
    const record = fleet.group(CLUSTER, "shop", name);
    if (record === null) throw new Error(`${name} is not a group.`);
    const { total, lost, missing } = totalOf(record, { object: true, machines: true });
    return { total, lost, missing };
  };
  const members = ({ fleet }: Awaited<ReturnType<typeof kept>>) =>
    [...fleet.incidentMemory.all]
      .flatMap((incident) => incident.members.map((member) => `${member.machine.name} ${currentBadCondition(member) ?? member.left?.how}`))
      .sort();
  const inPay = (n: number) =>
    machine(n, { registrationGroup: "pay", owner: { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "pay", uid: "pay-1" } });
  const PAY = aGroup({ name: "pay", uid: "pay-1", expectedSize: "15" });

  it("opens no incident and loses no machine when it scales in within its range", async () => {
    const played = await kept(all(40), { size: "10-60" });
    played.remove(...all(40).slice(24));
    await played.wait(15 * MINUTE);
    expect(played.incidents()).toEqual([]);
    expect(totalIn(played)).toEqual({ total: 24, lost: 0, missing: 0 });
    const { churn } = await played.history.band(read(StateChartQuery, new URLSearchParams({ window: "1h" })), ALL_IN_SIGHT);
    expect(churn).toMatchObject({ ended: 16, lost: 0 });
  });

  it("ends the loss of a failed machine when its successor joins, although other machines left before", async () => {
    const played = await kept(all(40), { size: "10-60" });
    played.remove(...all(40).slice(24));
    await played.wait(15 * MINUTE);
    played.upsert(failed(1));
    await played.wait(3 * MINUTE);
    played.remove(failed(1));
    await played.wait(5 * SECOND);
    expect([members(played), totalIn(played)]).toEqual([["vm-1 lost"], { total: 24, lost: 1, missing: 0 }]);
    played.upsert(machine(50, { createdAt: played.clock.now() }));
    await played.wait(10 * SECOND);
    await played.wait(SECOND);
    expect([members(played), totalIn(played)]).toEqual([["vm-1 replaced"], { total: 24, lost: 0, missing: 0 }]);
    await played.wait(6 * MINUTE);
    expect(played.incidents()).toMatchObject([{ state: "over" }]);
  });

  it("has lost the machines that leave in the outage of a zone, also within its range", async () => {
    const machines = [...all(15), ...Array.from({ length: 15 }, (_, n) => inPay(15 + n))];
    const played = await kept(machines, { size: "5-60", groups: [PAY] });
    const zone = machines.filter((_, n) => n % 3 === 1);
    played.remove(...zone);
    await played.wait(20 * SECOND);
    expect(played.incidents()).toEqual([{ state: "open", cause: "trait", of: 10 }]);
    expect([totalIn(played), totalIn(played, "pay")]).toEqual([
      { total: 15, lost: 5, missing: 0 },
      { total: 15, lost: 5, missing: 0 },
    ]);
    await played.wait(20 * MINUTE);
    expect(totalIn(played)).toEqual({ total: 15, lost: 5, missing: 0 });
    const outageAt = played.clock.now() - SECOND;
    for (let n = 0; n < 5; n++) played.upsert(machine(100 + n, { createdAt: played.clock.now() }));
    for (let n = 0; n < 5; n++) played.upsert({ ...inPay(200 + n), createdAt: played.clock.now() });
    await played.wait(10 * SECOND);
    await played.wait(SECOND);
    expect([totalIn(played).lost, played.incidents()]).toEqual([0, [{ state: "over", cause: "trait", of: 10 }]]);
    const past = await played.history.fleetAt(outageAt, ALL_IN_SIGHT);
    expect([totalIn(past), totalIn(past, "pay")].map(({ total, lost }) => [total, lost])).toEqual([
      [15, 5],
      [15, 5],
    ]);
  });

  it("has lost the machines that leave below its range until it has its least size again", async () => {
    const played = await kept(all(14), { size: "10-60" });
    played.remove(...all(14).slice(0, 7));
    await played.wait(3 * MINUTE);
    expect(totalIn(played)).toEqual({ total: 10, lost: 3, missing: 0 });
    expect(members(played).map((text) => text.split(" ")[1])).toEqual(["lost", "lost", "lost"]);
    played.upsert(...[50, 51, 52].map((n) => machine(n, { createdAt: played.clock.now() })));
    await played.wait(10 * SECOND);
    await played.wait(SECOND);
    expect(totalIn(played)).toEqual({ total: 10, lost: 0, missing: 0 });
    expect(members(played).map((text) => text.split(" ")[1])).toEqual(["replaced", "replaced", "replaced"]);
  });
});

it("opens no incident when a group scales in whose size rises and falls by itself", async () => {
  const { remove, upsert, wait, clock, fleet, incidents } = await kept(all(30), { size: null });
  let version = 2_000;
  const hour = async (count: number) => {
    for (let passed = 0; passed < 4; passed++) {
      const connectedAt = parseTimestamp(new Date(clock.now()).toISOString());
      upsert(...all(count).map((one) => ({ ...one, connectedAt, resourceVersion: String(version++) })));
      await wait(15 * MINUTE, 5 * MINUTE);
    }
  };
  for (let night = 0; night < 4; night++) {
    await hour(30);
    remove(...all(30).slice(20));
    await hour(20);
  }
  await hour(30);
  expect(fleet.group(CLUSTER, "shop", "checkout")?.memory.learned).toEqual({ kind: "elastic", size: 20 });
  const before = incidents().length;
  remove(...all(30).slice(22));
  await wait(15 * MINUTE);
  expect(incidents()).toHaveLength(before);
  expect(incidents().every(({ state }) => state === "over")).toBe(true);
});

it("neither recovers nor ends while the cluster is stale, and reports since when", async () => {
  const { upsert, wait, live, fleet, incidents } = await kept(all(30));
  upsert(failed(1), failed(4), failed(7));
  await wait(5 * SECOND);
  live.status(statusOf("stale"));
  await wait(20 * MINUTE);
  expect(incidents()).toMatchObject([{ state: "open" }]);
  const [incident] = fleet.incidentMemory.all;
  expect(incident?.unknownSince).not.toBeNull();
  live.status(statusOf("live"));
  await wait(2 * SECOND);
  expect([...fleet.incidentMemory.all][0]?.unknownSince).toBeNull();
});

it("folds the trouble that it finds at its first start as long-running", async () => {
  const { incidents, wait } = await kept([...all(30).slice(3), failed(0), failed(1), failed(2)]);
  await wait(3 * MINUTE);
  expect(incidents().every(({ state }) => state === "long-running")).toBe(true);
  expect(incidents().reduce((sum, { of }) => sum + of, 0)).toBe(3);
});

it("shows a group that was edited before its machines failed as the change before", async () => {
  const { upsert, group, wait, fleet } = await kept(all(30));
  group(aGroup({ expectedSize: "30", template: { ...aGroup().template, serviceAccount: "other" }, resourceVersion: "2000" }));
  await wait(30 * SECOND);
  upsert(failed(1), failed(2), failed(3), failed(4));
  await wait(5 * SECOND);
  expect([...fleet.incidentMemory.all].flatMap(({ changes }) => changes.map(({ kind, name }) => `${kind} ${name}`))).toEqual(["WorkloadGroup checkout"]);
});

it("makes one incident of 2,000 machines that fail within a minute", async () => {
  const { upsert, wait, incidents } = await kept(all(2_400), { size: "2400" });
  const failing = all(2_400).filter((_, n) => n % 6 !== 0);
  for (let at = 0; at < failing.length; at += 200) {
    upsert(...failing.slice(at, at + 200).map(({ uid }) => failed(Number(uid.slice(4)))));
    await wait(5 * SECOND);
  }
  expect(incidents()).toMatchObject([{ of: 2_000 }]);
});

it("shows one incident under one key on two servers that share a history", async () => {
  const one = await kept(all(30));
  const two = await kept(all(30), { earlier: { database: one.database, at: one.clock.now() } });
  await one.wait(two.clock.now() - one.clock.now());
  const servers = [one, two];
  for (const { upsert } of servers) upsert(failed(1), failed(4), failed(7));
  for (let second = 0; second < 10; second++) for (const { wait } of servers) await wait(SECOND);
  const keys = servers.map(({ fleet }) => [...fleet.incidentMemory.all].map(({ key }) => key));
  const stored = await openIncidents(one.database.read, CLUSTER);
  expect(keys).toEqual([stored.map(({ key }) => key), stored.map(({ key }) => key)]);
  expect(stored.map(({ members }) => members.length)).toEqual([3]);
});

const ANN_DELETED: Insertable<HistorySchema["audit"]> = {
  ...{ line_key: "line-1", who: "ann", command: "delete-workloadgroup", verb: "delete", resource: "workloadgroups", seen_with: "workloadgroups" },
  ...{ cluster: CLUSTER, namespace: "shop", name: "checkout", at: 0, mode: "applied", fields: "", result: "done", audit_id: "" },
};

it.each([
  ["opens an incident of the machines of a deleted group", null, [{ state: "open", cause: "group-deleted", of: 30 }]],
  ["opens none if a user deleted the group with another server of the same history", {}, []],
  [
    "opens one if the API server only checked the deletion",
    { mode: "dry run", result: "would be accepted" },
    [{ state: "open", cause: "group-deleted", of: 30 }],
  ],
  ["opens one if the deletion was refused", { result: "refused: 403 Not allowed" }, [{ state: "open", cause: "group-deleted", of: 30 }]],
  ["opens one if the user deleted another group", { name: "pay" }, [{ state: "open", cause: "group-deleted", of: 30 }]],
] as const)("%s", async (_, line, expected) => {
  const { removeGroup, remove, wait, incidents, database, clock } = await kept(all(30));
  if (line !== null)
    await database.write
      .insertInto("audit")
      .values({ ...ANN_DELETED, ...line, at: clock.now() })
      .execute();
  removeGroup(aGroup({ expectedSize: "30" }));
  await wait(SECOND);
  remove(...all(30));
  await wait(5 * SECOND);
  expect(incidents()).toEqual(expected);
});

it("takes the machines of a deleted group out of their incident when the audit line is read later", async () => {
  const { removeGroup, remove, wait, fleet, clock, live } = await kept(all(30));
  removeGroup(aGroup({ expectedSize: "30" }));
  await wait(SECOND);
  remove(...all(30));
  await wait(5 * SECOND);
  live.audit(ANN_DELETED, clock.now());
  await wait(2 * SECOND);
  expect([...fleet.incidentMemory.all].flatMap(({ members }) => members.map(({ left }) => left?.how))).toEqual(all(30).map(() => "gone"));
});

describe("after a kill and a start 30 minutes later", () => {
  const FAILING = [1, 4, 7, 10];

  /** The next process. Its machines are all 30, but those that `change` replaces (null = gone). */
  async function nextProcess(before: Awaited<ReturnType<typeof kept>>, change: Readonly<Record<number, WorkloadEntry | null>>, isObserved = true) {
    const earlier = { database: before.database, at: before.clock.now() + 30 * MINUTE };
    const machines = all(30).flatMap((one, n) => (n in change ? (change[n] ?? []) : one));
    return kept(machines, { earlier, isObserved });
  }

  async function outage() {
    const before = await kept(all(30));
    before.upsert(...FAILING.map((n) => failed(n)));
    await before.wait(10 * SECOND);
    const [incident] = before.fleet.incidentMemory.all;
    if (incident === undefined) throw new Error("No incident opened.");
    return { before, incident };
  }

  it("shows the incident at once, not known since the stop", async () => {
    const { before, incident } = await outage();
    const stoppedAt = before.clock.now();
    const { fleet } = await nextProcess(before, {}, false);
    const [restored] = fleet.incidentMemory.all;
    expect(restored).toMatchObject({ key: incident.key, state: "open", began: incident.began });
    expect(Math.abs((restored?.unknownSince ?? 0) - stoppedAt)).toBeLessThanOrEqual(10 * SECOND);
  });

  it("continues the incident under its key: machines that serve, failed, left and joined in between", async () => {
    const { before, incident } = await outage();
    const after = await nextProcess(before, { 1: failed(1), 7: failed(7), 10: null, 13: failed(13) });
    await after.wait(5 * SECOND);
    const [continued, ...others] = after.fleet.incidentMemory.all;
    expect([continued?.key, continued?.state, continued?.unknownSince, others.length]).toEqual([incident.key, "open", null, 0]);
    const conditions = continued?.members.map((member) => `${member.machine.name} ${currentBadCondition(member) ?? member.left?.how}`).sort();
    expect(conditions).toEqual(["vm-1 failed", "vm-10 lost", "vm-13 failed", "vm-4 serving", "vm-7 failed"]);
    expect(continued?.members.find(({ machine: { name } }) => name === "vm-1")?.spans).toHaveLength(1);
  });

  it("ends it five minutes after the start if all machines serve", async () => {
    const { before, incident } = await outage();
    const after = await nextProcess(before, {});
    await after.wait(4 * MINUTE);
    expect(after.incidents()).toMatchObject([{ state: "recovering", of: 4 }]);
    await after.wait(2 * MINUTE);
    expect([...after.fleet.incidentMemory.all].map(({ key, state }) => [key, state])).toEqual([[incident.key, "over"]]);
  });

  it("finds trouble that began in between, as a range from the stop to the start", async () => {
    const before = await kept(all(30));
    const stoppedAt = before.clock.now();
    const after = await nextProcess(before, Object.fromEntries(FAILING.map((n) => [n, failed(n)])));
    await after.wait(5 * SECOND);
    const [incident] = after.fleet.incidentMemory.all;
    expect(incident).toMatchObject({ state: "open", foundAtStart: true });
    expect(Math.abs((incident?.began.notBefore ?? 0) - stoppedAt)).toBeLessThanOrEqual(10 * SECOND);
  });

  it("counts a machine that was lost before the stop once, until another one replaces it", async () => {
    const { before } = await outage();
    before.remove(failed(1));
    await before.wait(5 * SECOND);
    const after = await nextProcess(before, { 1: null, 4: failed(4), 7: failed(7), 10: failed(10) });
    const ofMachine = () => [...after.fleet.incidentMemory.all].flatMap(({ members }) => members).filter(({ machine: { name } }) => name === "vm-1");
    await after.wait(2 * MINUTE);
    expect(ofMachine().map((member) => currentBadCondition(member))).toEqual(["lost"]);
    after.upsert(machine(31, { createdAt: after.clock.now() }));
    await after.wait(6 * SECOND);
    await after.wait(SECOND);
    expect(ofMachine().map(({ left }) => left?.how)).toEqual(["replaced"]);
  });

  it.each([
    ["before the next process has the fleet", false],
    ["after it", true],
  ])("counts a machine whose accepted loss is undone %s once", async (_, isLater) => {
    const { before } = await outage();
    before.remove(failed(1));
    await before.wait(5 * SECOND);
    const lossOf = () => before.fleet.group(CLUSTER, "shop", "checkout")?.memory.losses?.find(({ name }) => name === "vm-1");
    const decision = { cluster: CLUSTER, namespace: "shop", group: "checkout", uid: aGroup().uid, who: "ann", dryRun: false };
    const loss = { name: "vm-1", at: lossOf()?.at ?? 0 };
    await before.history.decideLosses({ ...decision, what: "accept", losses: [loss] });
    await before.wait(2 * SECOND);
    expect(lossOf()?.end).toBe("accepted");
    // The state of the engine is stored at most once a minute.
    await before.wait(2 * MINUTE);
    before.upsert(failed(13));
    await before.wait(5 * SECOND);
    const undo = { ...decision, what: "undo", losses: [loss] } as const;
    if (!isLater) await before.history.decideLosses(undo);
    const after = await nextProcess(before, { 1: null, 4: failed(4), 7: failed(7), 10: failed(10) });
    const ofMachine = () => [...after.fleet.incidentMemory.all].flatMap(({ members }) => members).filter(({ machine: { name } }) => name === "vm-1");
    await after.wait(4 * MINUTE);
    if (isLater) {
      expect(ofMachine().map(({ left }) => left?.how)).toEqual(["accepted"]);
      await after.history.decideLosses(undo);
      await after.wait(4 * MINUTE);
    }
    expect(ofMachine().map((member) => currentBadCondition(member))).toEqual(["lost"]);
  });

  it("shows machines of a namespace that it may not list any more as unverified, and does not end their incident", async () => {
    const [inShop, inPay] = [
      [1, 4, 7],
      [16, 19],
    ];
    const pay = (entry: WorkloadEntry) => ({ ...entry, namespace: "pay" });
    const before = await kept([...all(15), ...all(30).slice(15).map(pay)]);
    before.upsert(...inShop.map((n) => failed(n)), ...inPay.map((n) => pay(failed(n))));
    await before.wait(3 * MINUTE);
    const earlier = { database: before.database, at: before.clock.now() + 30 * MINUTE };
    const after = await kept(
      all(15).map((one, n) => (inShop.includes(n) ? failed(n) : one)),
      { earlier, namespace: "shop" },
    );
    const shown = () => {
      const found = [...after.fleet.incidentMemory.all];
      const members = found.flatMap((incident) =>
        incident.members.map((member) => `${member.machine.name} ${currentBadCondition(member) ?? member.left?.how}`),
      );
      return { states: found.map(({ state }) => state), members: members.sort() };
    };
    expect(shown()).toEqual({ states: ["open"], members: ["vm-1 failed", "vm-16 unverified", "vm-19 unverified", "vm-4 failed", "vm-7 failed"] });
    after.upsert(...inShop.map((n) => machine(n, { resourceVersion: String(910_000 + n) })));
    await after.wait(10 * MINUTE);
    expect(shown()).toEqual({ states: ["recovering"], members: ["vm-1 serving", "vm-16 unverified", "vm-19 unverified", "vm-4 serving", "vm-7 serving"] });
  });

  it("shows an incident that ended before the stop, as it was", async () => {
    const { before, incident } = await outage();
    before.upsert(...FAILING.map((n) => machine(n, { resourceVersion: String(910_000 + n) })));
    await before.wait(7 * MINUTE);
    const [ended] = before.fleet.incidentMemory.all;
    const after = await nextProcess(before, {});
    expect([...after.fleet.incidentMemory.all]).toEqual([ended]);
    expect(ended).toMatchObject({ key: incident.key, state: "over" });
  });

  it("finds the incidents of a history that an older version wrote, and continues the open one", async () => {
    const { before } = await outage();
    before.upsert(...FAILING.map((n) => machine(n, { resourceVersion: String(910_000 + n) })));
    await before.wait(7 * MINUTE);
    before.upsert(failed(2), failed(5), failed(8));
    await before.wait(10 * SECOND);
    const found = [...before.fleet.incidentMemory.all];
    await before.live.stop();
    for (const table of ["incident_engine", "incident_version", "incident_member", "incident"] as const)
      await before.database.write.deleteFrom(table).execute();
    const after = await nextProcess(before, { 2: failed(2), 5: failed(5), 8: failed(8), 11: failed(11) });
    await after.wait(5 * SECOND);
    const shortly = (incidents: Iterable<Incident>) =>
      [...incidents].map(({ state, began, members }) => [state, Math.round(began.at / SECOND), members.length]);
    const [ended, open] = shortly(found);
    expect(shortly(after.fleet.incidentMemory.all)).toEqual([ended, open?.with(2, 4)]);
    expect((await openIncidents(after.database.read, CLUSTER)).map(({ members }) => members.length)).toEqual([4]);
  });

  it("finds new incidents also if an older history cannot be read, and states that they are known since the start", async () => {
    const { before } = await outage();
    await before.live.stop();
    for (const table of ["incident_engine", "incident_version", "incident_member", "incident"] as const)
      await before.database.write.deleteFrom(table).execute();
    const at = before.clock.now() + 30 * MINUTE;
    const after = await kept(all(30), { earlier: { database: before.database, at }, isPastReadable: false });
    after.upsert(failed(2), failed(5), failed(8));
    await after.wait(10 * SECOND);
    expect(after.incidents()).toMatchObject([{ state: "open", of: 3 }]);
    expect(after.fleet.incidentMemory.since).toBe(at);
  });
});
