import { expect, it, onTestFinished } from "vitest";
import { type RolloutsQuery, StateChartQuery } from "@/lib/contract/url/history-query";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { Replica } from "@/lib/domain/mesh/world";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import type { Scope } from "@/lib/domain/source/scope";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { aGroup, anEntry, aReplica, aReport, aWorld, GRACE_MS, NOW, PODS_DENIED } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet, sightOfNamespaces } from "@/lib/testing/server/remembered-fleet";
import { read } from "./answer-history";
import { lastReplicaEvent } from "./queries/replica-events";

const S = 1_000;
const MINUTE = 60_000;
const at = (ms: number) => parseTimestamp(new Date(ms).toISOString());
/** The rollout begins a minute after NOW. */
const BEGAN = NOW + MINUTE;

const pod = (name: string, change: Partial<Replica> = {}) => aReplica({ name, uid: `pod-${name}`, ...change });
const machine = (n: number, change: Partial<WorkloadEntry> = {}) =>
  anEntry({
    ...{ uid: `uid-${n}`, name: `vm-${n}`, address: `10.20.1.${n}`, controller: n <= 4 ? "istiod-a" : "istiod-b", connectedAt: at(NOW - 5 * MINUTE) },
    ...change,
  });

/**
 * istiod-a ends a minute after the record began, istiod-b half a minute later, and istiod-c came before. Of four machines of a the first goes to c, the
 * second to b and then to c, the third names a still, the fourth is gone; of two of b the fifth is back and failing, the sixth in another namespace is back.
 */
async function aRollout(own: OwnDatabase) {
  const clock = new ManualClock(NOW);
  const [a, b, c] = [pod("istiod-a"), pod("istiod-b"), pod("istiod-c", { runningSince: NOW + 50 * S, revision: "1-31" })];
  const played = await rememberedFleet(clock, aWorld([a, b]), await own());
  onTestFinished(() => played.database.close());
  let version = 2_000;
  const write = (n: number, change: Partial<WorkloadEntry>) => played.upsert(machine(n, { resourceVersion: String(++version), ...change }));
  const connect = (n: number, replica: string, change: Partial<WorkloadEntry> = {}) =>
    write(n, { controller: replica, connectedAt: at(clock.now()), health: { ...aReport("True"), lastProbeTime: at(clock.now()) }, ...change });
  await played.live([1, 2, 3, 4, 5].map((n) => machine(n)).concat(machine(6, { namespace: "legacy", uid: "uid-6" })), [
    aGroup(),
    aGroup({ namespace: "legacy", uid: "9a02" }),
  ]);
  await played.wait(50 * S);
  played.world(aWorld([a, b, c]));
  await played.wait(5 * S);
  played.world(aWorld([{ ...a, deletingAt: BEGAN + 25 * S }, b, c]));
  await played.wait(5 * S);
  played.world(aWorld([b, c]));
  write(4, { connectedAt: null, disconnectedAt: at(clock.now()) });
  await played.wait(2 * S);
  connect(1, "istiod-c");
  connect(2, "istiod-b");
  await played.wait(GRACE_MS - 2 * S);
  played.remove(machine(4));
  await played.wait(20 * S);
  played.world(aWorld([c]));
  await played.wait(4 * S);
  connect(2, "istiod-c");
  connect(5, "istiod-c", { health: { ...aReport("False", "HTTP 503"), lastProbeTime: at(clock.now()) } });
  connect(6, "istiod-c", { namespace: "legacy", health: aReport("True") });
  await played.wait(MINUTE);
  /** Connections are renewed once in their maximum age. */
  const renew = () => {
    for (const n of [1, 2, 5]) connect(n, "istiod-c");
    connect(6, "istiod-c", { namespace: "legacy" });
  };
  return { ...played, renew };
}

type Played = Awaited<ReturnType<typeof aRollout>>;

const ask = ({ history }: Pick<Played, "history">, change: Partial<RolloutsQuery> = {}, scope = ALL_IN_SIGHT) =>
  history.rollouts({ cluster: [], ns: [], at: null, rollout: "", baseline: null, limit: 50, ...change }, scope);

async function boardOf(...asked: Parameters<typeof ask>) {
  const { board, problem } = await ask(...asked);
  if (board === null) throw new Error(`There is no board: ${problem}`);
  return board;
}

onEachEngine("a rollout", (own) => {
  it("is noticed by itself, and tells who of how many is back, when, and where", async () => {
    const played = await aRollout(own);
    const { rollouts, board, gaps } = await ask(played);
    expect(rollouts).toEqual([
      {
        ...{ id: `prod-eu@${BEGAN}`, cluster: "prod-eu", kind: "rolled", from: BEGAN, to: BEGAN + 30 * S, rolledAt: BEGAN, ended: 2, came: 1 },
        ...{ revisionsBefore: ["default"], revisionsAfter: ["1-31"] },
      },
    ]);
    expect(board).toMatchObject({ kind: "rollout", id: `prod-eu@${BEGAN}`, began: BEGAN, ended: BEGAN + 30 * S, isOver: false });
    expect(board).toMatchObject({ total: 6, back: 4, out: 1, vanished: 1, away: 0, same: 0, moves: 5, own: 0, byEnd: 5, early: 0 });
    expect(board?.steps).toEqual([
      { at: BEGAN + 2 * S, back: 1 },
      { at: BEGAN + 34 * S, back: 4 },
    ]);
    expect([board?.p50, board?.p95, board?.slowest]).toEqual([4 * S, 4 * S, 4 * S]);
    expect(board?.targets).toEqual([{ replica: "istiod-c", revision: "1-31", count: 4 }]);
    expect(board?.replicas).toEqual([
      { cluster: "prod-eu", name: "istiod-a", revision: "default", endedAt: BEGAN, stoppingAt: BEGAN - 5 * S, held: 4 },
      { cluster: "prod-eu", name: "istiod-b", revision: "default", endedAt: BEGAN + 30 * S, stoppingAt: null, held: 2 },
    ]);
    expect(gaps).toEqual([]);
  });

  it("has one mark in the chart of the fleet, with its id and its beginning", async () => {
    const played = await aRollout(own);
    const { markers } = await played.history.band(read(StateChartQuery, new URLSearchParams({ window: "15m" })), ALL_IN_SIGHT);
    expect(markers.filter(({ kind }) => kind === "istiod")).toMatchObject([{ at: BEGAN, label: "istiod rolled", rollout: `prod-eu@${BEGAN}` }]);
  });

  it("names those that are not back: where they were, and when istiod sweeps them", async () => {
    const board = await boardOf(await aRollout(own));
    expect(board.missing).toMatchObject([
      { name: "vm-3", group: "checkout", replica: "istiod-a", outcome: "out", state: "unverified", next: { kind: "sweep", at: NOW + 40 * MINUTE } },
      { name: "vm-4", outcome: "vanished", since: BEGAN + GRACE_MS, cause: "left", next: null },
    ]);
    expect(board.health).toEqual({ checked: 4, confirmed: 3, worse: 1, better: 0, awaiting: 0 });
  });

  it("is told as it was, and as of an hour after it where it is long over", async () => {
    const played = await aRollout(own);
    expect(await boardOf(played, { at: BEGAN + 20 * S })).toMatchObject({ total: 4, back: 2, out: 1, vanished: 1, isOver: false, until: BEGAN + 20 * S });
    expect(await boardOf(played, { at: BEGAN + 5 * S })).toMatchObject({ total: 4, back: 2, out: 2, vanished: 0 });
    for (const _ of [1, 2]) {
      await played.wait(28 * MINUTE);
      played.renew();
    }
    await played.wait(5 * MINUTE);
    const over = await boardOf(played);
    expect(over).toMatchObject({ total: 6, back: 4, out: 1, vanished: 1, away: 0, isOver: true, until: BEGAN + 30 * S + 60 * MINUTE, p95: 4 * S });
  });

  it("has the replicas that ended while Pods were out of sight, too", async () => {
    const clock = new ManualClock(NOW);
    const [a, b, c] = [pod("istiod-a"), pod("istiod-b"), pod("istiod-c")];
    const played = await rememberedFleet(clock, aWorld([a, b, c]), await own());
    onTestFinished(() => played.database.close());
    await played.live([machine(1), machine(5)], [aGroup()]);
    await played.wait(MINUTE);
    played.world(aWorld([b, c]));
    await played.wait(5 * S);
    played.world(aWorld([], { replicas: PODS_DENIED }));
    await played.wait(5 * S);
    played.world(aWorld([c]));
    const back = { controller: "istiod-c", connectedAt: at(clock.now()), resourceVersion: "3000" };
    played.upsert(machine(1, back), machine(5, back));
    await played.wait(5 * S);
    const board = await boardOf(played);
    expect(board).toMatchObject({ total: 2, back: 2, targets: [{ replica: "istiod-c", count: 2 }] });
    expect(board.replicas.map(({ name, held }) => `${name} ${held}`)).toEqual(["istiod-a 1", "istiod-b 1"]);
  });

  it("counts whom a stopping replica had let go of before anybody recorded, and times it by what was written", async () => {
    const clock = new ManualClock(NOW);
    const [a, c] = [pod("istiod-a"), pod("istiod-c")];
    const played = await rememberedFleet(clock, aWorld([a, c]), await own());
    onTestFinished(() => played.database.close());
    await played.live([machine(1), machine(2)], [aGroup()]);
    await played.wait(2 * S);
    played.world(aWorld([{ ...a, deletingAt: NOW + 32 * S }, c]));
    played.upsert(machine(1, { connectedAt: null, disconnectedAt: at(clock.now()), resourceVersion: "3000" }));
    await played.wait(2 * S);
    played.world(aWorld([{ ...a, deletingAt: NOW + 32 * S, runningSince: null, finishedAt: NOW + 3 * S, phase: "Succeeded" }, c]));
    await played.wait(1 * S);
    const back = { controller: "istiod-c", connectedAt: at(clock.now()) };
    played.upsert(machine(1, { ...back, resourceVersion: "3001" }), machine(2, { ...back, resourceVersion: "3002" }));
    await played.wait(1 * S);
    played.world(aWorld([c]));
    await played.wait(1 * S);
    const board = await boardOf(played);
    expect(board).toMatchObject({ total: 2, back: 2, moves: 2, own: 1, byEnd: 1, early: 0, p50: 2 * S, p95: 3 * S });
    expect(board.replicas).toMatchObject([{ name: "istiod-a", endedAt: NOW + 3 * S, stoppingAt: NOW + 2 * S, held: 2 }]);
  });

  it("counts a machine that came to a replica after the beginning, and before that ended", async () => {
    const clock = new ManualClock(NOW);
    const [a, b, c] = [pod("istiod-a"), pod("istiod-b"), pod("istiod-c")];
    const played = await rememberedFleet(clock, aWorld([a, b, c]), await own());
    onTestFinished(() => played.database.close());
    await played.live([machine(1), machine(5, { connectedAt: null, disconnectedAt: at(NOW - 2 * S) })], [aGroup()]);
    await played.wait(MINUTE);
    played.world(aWorld([b, c]));
    await played.wait(2 * S);
    played.upsert(machine(1, { controller: "istiod-c", connectedAt: at(clock.now()), resourceVersion: "3000" }));
    played.upsert(machine(5, { connectedAt: at(clock.now()), disconnectedAt: null, resourceVersion: "3000" }));
    await played.wait(30 * S);
    played.world(aWorld([c]));
    await played.wait(2 * S);
    expect(await boardOf(played)).toMatchObject({ total: 2, back: 1, out: 1, missing: [{ name: "vm-5", replica: "istiod-b" }] });
  });

  it("that began while nobody recorded the machines is compared with how they were recorded last", async () => {
    const clock = new ManualClock(NOW);
    const [a, c] = [pod("istiod-a"), pod("istiod-c")];
    const played = await rememberedFleet(clock, aWorld([a, c]), await own());
    onTestFinished(() => played.database.close());
    await played.live([machine(1), machine(2)], [aGroup()]);
    await played.wait(20 * S);
    played.blind("the stream was cut");
    await played.wait(20 * S);
    played.world(aWorld([c]));
    await played.wait(MINUTE);
    const back = machine(1, { controller: "istiod-c", connectedAt: at(clock.now()), resourceVersion: "3000" });
    await played.live([back, machine(2)], [aGroup()], aWorld([c]));
    await played.wait(5 * S);
    const { board, gaps } = await ask(played);
    expect(board).toMatchObject({ total: 2, back: 1, out: 1, from: NOW + 20 * S - 1 });
    expect(gaps).toMatchObject([{ from: NOW + 20 * S }]);
  });

  it("that nobody recorded is no rollout", async () => {
    const played = await aRollout(own);
    const { board, problem } = await ask(played, { rollout: "prod-eu@1" });
    expect([board, problem]).toEqual([null, "The record has no such rollout, or nothing of it is in your sight."]);
    expect(await ask(played, { at: BEGAN - 20 * S })).toMatchObject({ rollouts: [], board: null, problem: null });
  });

  it("is narrowed to the machines that somebody sees, and is not noticed by whoever sees no Pods", async () => {
    const played = await aRollout(own);
    expect(await boardOf(played, { ns: ["legacy"] })).toMatchObject({ total: 1, back: 1 });
    const team = sightOfNamespaces("legacy");
    expect(await ask(played, {}, team)).toMatchObject({ rollouts: [], seen: [], board: null });
    expect(await boardOf(played, { baseline: NOW + 10 * S }, team)).toMatchObject({ kind: "baseline", total: 1, back: 1, replicas: [], moves: 0, p95: null });
  });

  it("is told anew when something is heard of a replica, but not to whoever does not see that replica", async () => {
    const played = await aRollout(own);
    const heardBy = (scope: Scope, clusters: readonly string[] = []) => lastReplicaEvent(played.database.read, scope, { clusters, namespaces: [] });
    const team = sightOfNamespaces("legacy");
    const [before, ofTeam] = [await heardBy(ALL_IN_SIGHT), await heardBy(team)];
    played.world(aWorld([pod("istiod-c"), pod("istiod-d")]));
    await played.wait(S);
    expect(await heardBy(ALL_IN_SIGHT)).toBeGreaterThan(before);
    expect([ofTeam, await heardBy(team), await heardBy(ALL_IN_SIGHT, ["another"])]).toEqual([0, 0, 0]);
  });
});

onEachEngine("since a baseline", (own) => {
  it("all machines are compared, with the replicas that ended since", async () => {
    const played = await aRollout(own);
    const board = await boardOf(played, { baseline: NOW + 10 * S });
    expect(board).toMatchObject({ kind: "baseline", id: "", from: NOW + 10 * S, total: 6, back: 4, out: 1, vanished: 1, moves: 5, began: BEGAN });
    expect(await boardOf(played, { baseline: BEGAN + 20 * S })).toMatchObject({ total: 4, back: 3, same: 1, vanished: 0, moves: 3 });
  });

  it("that lies before the record, or ahead, says why there is none", async () => {
    const played = await aRollout(own);
    expect((await ask(played, { baseline: NOW - MINUTE })).problem).toContain("before the record");
    expect((await ask(played, { baseline: NOW + 60 * MINUTE })).problem).toContain("not before the moment");
  });
});
