import { expect, it, onTestFinished } from "vitest";
import type { ClusterStatus } from "@/lib/contract/status";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { badCondition } from "@/lib/domain/incidents/incident";
import { keepMemories } from "@/lib/server/history/keep-memories";
import { aGroup, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { LiveIncidents } from "./live-incidents";

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

/** A recorded fleet of machines in three zones, with the incidents of its process. */
async function kept(machines: readonly WorkloadEntry[], sizes = "30") {
  const clock = new ManualClock(NOW);
  const played = await rememberedFleet(clock, aWorld());
  const { fleet, database } = played;
  const writer = { status: () => ({ kind: "recording", since: NOW, notice: "" }) as const, flush: () => Promise.resolve() };
  const memories = keepMemories({ database, writer, fleet, clock, timeScale: 1 });
  const live = new LiveIncidents({ fleet, clock, watches: played.watches });
  onTestFinished(async () => {
    live.stop();
    memories.stop();
    await database.close();
  });
  played.onRecords((records) => live.records(records));
  await played.live(machines, [aGroup({ expectedSize: sizes })]);
  live.status(statusOf("live"));
  const wait = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += SECOND) await played.wait(Math.min(SECOND, ms - passed));
    await memories.settle();
  };
  // The comparison with the history takes real time.
  while (!played.watches(CLUSTER)) await played.wait(SECOND);
  await wait(20 * SECOND);
  const incidents = () => [...fleet.incidentMemory.all].map(({ state, cause, members }) => ({ state, cause: cause.kind, of: members.length }));
  return { ...played, wait, incidents, live };
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
  const bad = () => [...fleet.incidentMemory.all].flatMap(({ members }) => members.map((member) => badCondition(member)));
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

it("makes one incident of 10,000 machines that fail within a minute", { timeout: 60_000 }, async () => {
  const { upsert, wait, incidents } = await kept(all(12_000), "12000");
  const failing = all(12_000).filter((_, n) => n % 6 !== 0);
  for (let at = 0; at < failing.length; at += 1_000) {
    upsert(...failing.slice(at, at + 1_000).map(({ uid }) => failed(Number(uid.slice(4)))));
    await wait(5 * SECOND);
  }
  expect(incidents()).toMatchObject([{ of: 10_000 }]);
});
