import { describe, expect, it, onTestFinished } from "vitest";
import { LossesQuery, StateChartQuery } from "@/lib/contract/url/history-query";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { LEARNED_SIZE_RULE } from "@/lib/domain/history/learned-size";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { aGroup, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { type LossDecision, refuseUnrecorded } from "./accept-losses";
import { read } from "./answer-history";
import { createHistory } from "./create-history";
import { keepMemories } from "./keep-memories";
import { openMemoryDatabase } from "./memory-database";
import { rememberThen } from "./past-memories";
import { openPostgres } from "./postgres-database";
import { createTidy } from "./retention";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WHOLE = { object: true, machines: true };
const RECORDING = { kind: "recording", since: NOW, notice: "" } as const;
const machine = (n: number, change: Partial<WorkloadEntry> = {}) => anEntry({ uid: `uid-${n}`, name: `vm-${n}`, createdAt: NOW - MINUTE, ...change });

async function anOwnDatabase(own: OwnDatabase) {
  const url = await own();
  const database = url === null ? await openMemoryDatabase() : openPostgres(url);
  if (url !== null) await database.prepare();
  onTestFinished(() => database.close());
  return database;
}

/** Three machines of a group, watched by one server of several that share a database. */
async function server(
  { own, size = "3", minutes = 5 }: { own: Awaited<ReturnType<typeof anOwnDatabase>>; size?: string | null; minutes?: number },
  token = "one",
) {
  const clock = new ManualClock(NOW);
  const played = await rememberedFleet(clock, aWorld(), own, token);
  const memories = keepMemories({
    database: own,
    writer: { status: () => RECORDING, flush: () => Promise.resolve() },
    fleet: played.fleet,
    clock,
    timeScale: 1,
  });
  onTestFinished(() => memories.stop());
  const history = createHistory({ database: own, status: () => RECORDING, fleet: played.fleet, memories });
  await played.live(
    [1, 2, 3].map((n) => machine(n)),
    [aGroup({ expectedSize: size })],
  );
  for (let minute = 0; minute < minutes; minute += 5) await played.wait(5 * MINUTE);
  /** Total, expected, registered, lost, missing. */
  const numbers = () => {
    const [record] = played.fleet.groups();
    if (record === undefined) throw new Error("no group");
    const { rollUp, lost, missing } = played.fleet.groupRow(record, WHOLE);
    expect(rollUp.counts.reduce((sum, count) => sum + count, 0) + lost + missing, "the eight counts add up to the total").toBe(rollUp.fullTotal);
    return [rollUp.fullTotal, rollUp.expected, rollUp.total, lost, missing];
  };
  const uid = aGroup().uid;
  const decide = (what: LossDecision["what"], losses: LossDecision["losses"], change: Partial<LossDecision> = {}) =>
    history.decideLosses({ cluster: "prod-eu", namespace: "shop", group: "checkout", uid, losses, what, who: "ann", dryRun: false, ...change });
  const lose = async (n: number) => {
    played.remove(machine(n));
    await played.wait(MINUTE);
    await memories.settle();
    return { name: `vm-${n}`, at: clock.now() - MINUTE };
  };
  const ends = async () => {
    const { rows } = await history.losses(read(LossesQuery, new URLSearchParams({ window: "7d" })), ALL_IN_SIGHT);
    return rows.map(({ row, countedUntil }) => [row.name, countedUntil ?? null]);
  };
  return { ...played, clock, memories, history, numbers, decide, lose, ends };
}

onEachEngine("a loss that a user accepts", (own) => {
  it("counts no more and lowers the expected size, until it is undone", async () => {
    const { lose, decide, numbers, ends, wait, clock } = await server({ own: await anOwnDatabase(own) });
    const [first, second] = [await lose(1), await lose(2)];
    expect(numbers()).toEqual([3, 3, 1, 2, 0]);
    await decide("accept", [first]);
    const at = clock.now();
    expect(numbers()).toEqual([2, 2, 1, 1, 0]);
    expect(await ends()).toEqual([
      ["vm-2", null],
      ["vm-1", { at, because: "accepted", by: "ann" }],
    ]);
    await wait(2 * MINUTE);
    await decide("accept", [second]);
    expect(numbers()).toEqual([1, 1, 1, 0, 0]);
    await decide("undo", [first, second]);
    expect(numbers()).toEqual([3, 3, 1, 2, 0]);
    expect(await ends()).toEqual([
      ["vm-2", null],
      ["vm-1", null],
    ]);
    await decide("accept", [first]);
    expect(numbers()).toEqual([2, 2, 1, 1, 0]);
  });

  it("is possible in a group that was deleted", async () => {
    const { removeGroup, remove, wait, memories, decide, clock, numbers } = await server({ own: await anOwnDatabase(own) });
    const lost = [1, 2, 3].map((n) => ({ name: `vm-${n}`, at: clock.now() }));
    removeGroup(aGroup({ expectedSize: "3" }));
    remove(machine(1), machine(2), machine(3));
    await wait(MINUTE);
    await memories.settle();
    expect(numbers()).toEqual([3, null, 0, 3, 0]);
    await expect(decide("accept", lost)).rejects.toMatchObject({ status: 404 });
    await decide("accept", lost.slice(0, 1), { uid: "" });
    expect(numbers()).toEqual([2, null, 0, 2, 0]);
    await decide("accept", lost.slice(1), { uid: "" });
    expect(numbers()).toEqual([0, null, 0, 0, 0]);
    await expect(decide("accept", lost, { uid: "" })).rejects.toMatchObject({ status: 409 });
    await decide("undo", lost.slice(0, 1), { uid: "" });
    expect(numbers()).toEqual([1, null, 0, 1, 0]);
  });

  it("stays accepted after a restart, and for every server with that database", async () => {
    const database = await anOwnDatabase(own);
    const { lose, decide } = await server({ own: database });
    const lost = await lose(1);
    await decide("accept", [lost]);
    const other = await server({ own: database }, "two");
    other.remove(machine(1));
    await other.wait(MINUTE);
    await other.memories.settle();
    expect(other.numbers()).toEqual([2, 2, 2, 0, 0]);
    await other.decide("undo", [lost], { who: "bob" });
    expect(other.numbers()).toEqual([3, 3, 2, 1, 0]);
    expect(await database.read.selectFrom("accepted_loss").select(["who", "undone_by"]).execute()).toEqual([{ who: "ann", undone_by: "bob" }]);
  });

  it("is stored once if two servers accept it at the same time, and nothing of the later decision is stored", async () => {
    const database = await anOwnDatabase(own);
    const { lose, memories, fleet } = await server({ own: database });
    const [first, second] = [await lose(1), await lose(2)];
    // The other server has read the losses before the first one stored its decision.
    const late = createHistory({ database, status: () => RECORDING, fleet });
    const decision = { cluster: "prod-eu", namespace: "shop", group: "checkout", uid: aGroup().uid, what: "accept", who: "ann", dryRun: false } as const;
    await late.decideLosses({ ...decision, losses: [first] });
    await expect(late.decideLosses({ ...decision, who: "bob", losses: [second, first] })).rejects.toMatchObject({ status: 409, title: "Accepted already" });
    expect(await database.read.selectFrom("accepted_loss").select(["name", "who"]).execute()).toEqual([{ name: "vm-1", who: "ann" }]);
    await memories.settle();
  });

  it("lowers a declared size until another size is declared, also if the first one returns later", async () => {
    const { lose, decide, numbers, group, wait, memories, ends, database, clock } = await server({ own: await anOwnDatabase(own) });
    await decide("accept", [await lose(1)]);
    expect(numbers()).toEqual([2, 2, 2, 0, 0]);
    await wait(MINUTE);
    const changedAt = clock.now();
    group(aGroup({ expectedSize: "5", resourceVersion: "901" }));
    expect(numbers(), "before the history has the new size").toEqual([5, 5, 2, 0, 3]);
    await wait(MINUTE);
    await memories.settle();
    expect(numbers()).toEqual([5, 5, 2, 0, 3]);
    group(aGroup({ expectedSize: "3", resourceVersion: "902" }));
    await wait(MINUTE);
    await memories.settle();
    expect(numbers()).toEqual([3, 3, 2, 0, 1]);
    expect(await database.read.selectFrom("accepted_loss").select("superseded_at").execute()).toEqual([{ superseded_at: changedAt }]);
    expect(await ends()).toMatchObject([["vm-1", { because: "accepted" }]]);
  });

  it("lowers a learned size until the group has that size again", async () => {
    const { lose, decide, numbers, upsert, wait, memories } = await server({ own: await anOwnDatabase(own), size: null, minutes: 40 });
    await memories.settle();
    const lost = await lose(1);
    expect(numbers()).toEqual([3, 3, 2, 1, 0]);
    await decide("accept", [lost]);
    expect(numbers()).toEqual([2, 2, 2, 0, 0]);
    upsert(machine(4));
    await wait(MINUTE);
    await memories.settle();
    expect(numbers()).toEqual([3, 3, 3, 0, 0]);
    await lose(4);
    expect(numbers(), "a later loss counts").toEqual([3, 3, 2, 1, 0]);
  });

  it("does not count in a range, whose lower end stays", async () => {
    const { lose, decide, numbers, remove, wait, memories, upsert, clock } = await server({ own: await anOwnDatabase(own), size: "1-5" });
    const healthy = await lose(1);
    await expect(decide("accept", [healthy])).rejects.toMatchObject({ status: 409, detail: expect.stringContaining("was healthy") });
    upsert(machine(2, { resourceVersion: "777", health: aReport("False", "connection refused") }));
    await wait(MINUTE);
    remove(machine(2));
    await wait(MINUTE);
    await memories.settle();
    expect(numbers()).toEqual([2, 1, 1, 1, 0]);
    await decide("accept", [{ name: "vm-2", at: clock.now() - MINUTE }]);
    expect(numbers()).toEqual([1, 1, 1, 0, 0]);
  });

  it("is refused with a reason and the way out if it is not a loss that counts", async () => {
    const { lose, decide, upsert, wait, memories, clock, numbers } = await server({ own: await anOwnDatabase(own) });
    const lost = await lose(1);
    await expect(decide("accept", [{ ...lost, at: lost.at + 1 }])).rejects.toMatchObject({ status: 404, title: "Loss not known", field: "losses" });
    await expect(decide("accept", [{ ...lost, name: "vm-9" }])).rejects.toMatchObject({ status: 404 });
    await expect(decide("accept", [lost], { uid: "another" })).rejects.toMatchObject({ status: 409, title: "Changed meanwhile" });
    await expect(decide("accept", [lost], { group: "nothing" })).rejects.toMatchObject({ status: 404, title: "Not there" });
    await expect(decide("undo", [lost])).rejects.toMatchObject({ status: 409, title: "Not accepted" });
    await decide("accept", [lost], { dryRun: true });
    expect(numbers(), "a trial stores nothing").toEqual([3, 3, 2, 1, 0]);
    await decide("accept", [lost]);
    await expect(decide("accept", [lost])).rejects.toMatchObject({ status: 409, detail: expect.stringContaining("accepted already by ann") });
    await decide("undo", [lost]);
    upsert(machine(4));
    await wait(MINUTE);
    await memories.settle();
    await expect(decide("accept", [lost])).rejects.toMatchObject({ status: 409, detail: expect.stringContaining("another machine replaced it") });
    expect(clock.now()).toBeGreaterThan(NOW);
  });

  it("is known on a past page from the decision to its undo, and the band has the sizes of then", async () => {
    const { lose, decide, wait, database, history, clock } = await server({ own: await anOwnDatabase(own) });
    const lost = await lose(1);
    await decide("accept", [lost]);
    const acceptedAt = clock.now();
    await wait(5 * MINUTE);
    await decide("undo", [lost]);
    const undoneAt = clock.now();
    await wait(MINUTE);
    const knownAt = async (at: number) => {
      const past = liveFleet(["prod-eu"], () => at);
      past.store.upsertGroup(aGroup({ expectedSize: "3" }));
      const [group] = (await rememberThen(past, database.read, at, LEARNED_SIZE_RULE)).groups();
      return [group?.memory.lostNames, group?.memory.accepted?.count ?? 0];
    };
    expect(await knownAt(acceptedAt - 1)).toEqual([["vm-1"], 0]);
    expect(await knownAt(acceptedAt + 1)).toEqual([[], 1]);
    expect(await knownAt(undoneAt + 1)).toEqual([["vm-1"], 0]);
    const { expected } = await history.band(read(StateChartQuery, new URLSearchParams({ window: "15m", group: "checkout" })), ALL_IN_SIGHT);
    expect(expected.map(({ at, size }) => [at >= acceptedAt, at >= undoneAt, size])).toEqual([
      [false, false, 3],
      [true, false, 2],
      [true, true, 3],
    ]);
  });

  it("is kept while it lowers the size of a group, and deleted after its undo when it is old", async () => {
    const { lose, decide, database, clock } = await server({ own: await anOwnDatabase(own) });
    const [first, second] = [await lose(1), await lose(2)];
    await decide("accept", [first, second]);
    await decide("undo", [second]);
    const tidy = createTidy({ keepMs: HOUR, incidentMs: 1e12, bytes: 1e9 });
    const names = async () => (await database.read.selectFrom("accepted_loss").select("name").orderBy("name").execute()).map(({ name }) => name);
    await tidy(database, clock.now());
    expect(await names()).toEqual(["vm-1", "vm-2"]);
    await tidy(database, clock.now() + 2 * HOUR);
    expect(await names()).toEqual(["vm-1"]);
  });
});

describe("a decision", () => {
  it.each([
    ["the history is off", { kind: "off", reason: "" }, "No history", "expected size"],
    ["the history is paused", { kind: "paused", since: 1, reason: "the disk is full" }, "The history is paused", "the disk is full"],
  ] as const)("is refused while %s, with the way out", (_claim, status, title, text) => {
    expect(() => refuseUnrecorded(status)).toThrow(expect.objectContaining({ status: 503, title, detail: expect.stringContaining(text) }));
    expect(() => refuseUnrecorded(RECORDING)).not.toThrow();
  });
});
