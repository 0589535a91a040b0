import { expect, it, onTestFinished } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { aGroup, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { aMember, anIncident } from "@/lib/testing/incident-builders";
import { ManualClock } from "@/lib/testing/manual-clock";
import { rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { GroupMemories } from "./group-memories";
import { KnownSizeStore } from "./known-sizes";
import { IncidentStore } from "./store-incidents";

const MINUTE = 60_000;
const machine = (n: number, change: Partial<WorkloadEntry> = {}) => anEntry({ uid: `uid-${n}`, name: `vm-${n}`, createdAt: NOW - MINUTE, ...change });
const rule = { settledMs: 24 * 60 * MINUTE, heldMs: 30 * MINUTE, spanMs: 7 * 24 * 60 * MINUTE };

/** Three machines that are watched for so many minutes. */
async function held(own: OwnDatabase, minutes: number) {
  const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
  onTestFinished(() => played.database.close());
  await played.live(
    [1, 2, 3].map((n) => machine(n)),
    [aGroup()],
  );
  for (let minute = 0; minute < minutes; minute += 5) await played.wait(5 * MINUTE);
  const memories = new GroupMemories(played.database.read, rule);
  const known = async () => (await memories.at(played.clock.now())).find(([series]) => series.group === "checkout")?.[1];
  return { ...played, known };
}

onEachEngine("what the record knows of a group", (own) => {
  it("is nothing before a level was held for half an hour", async () => {
    const { known } = await held(own, 25);
    expect(await known()).toEqual({ learned: null, lostAt: [], lostNames: [] });
  });

  it("is the level that it held, since when, and who was lost from it: the level stays", async () => {
    const { known, remove, wait } = await held(own, 40);
    expect(await known()).toMatchObject({ learned: { kind: "learned", size: 3, to: null } });
    remove(machine(2));
    await wait(MINUTE);
    const at = NOW + 40 * MINUTE;
    expect(await known()).toEqual({
      learned: { kind: "learned", size: 3, from: NOW, to: at },
      ...{ lostAt: [at], lostNames: ["vm-2"] },
      losses: [{ at, name: "vm-2", wasHealthy: true, end: null, endedAt: null }],
    });
  });

  it("is one less where somebody took a machine away on purpose", async () => {
    const { known, upsert, remove, wait, clock } = await held(own, 40);
    await known();
    const connectedAt = parseTimestamp(new Date(clock.now() - MINUTE).toISOString());
    const deleted = machine(2, { resourceVersion: "1201", connectedAt, metadataLabels: sortedLabelSet([["istio.io/draining", "true"]]) });
    upsert(deleted);
    remove(deleted);
    await wait(MINUTE);
    expect(await known()).toMatchObject({ learned: { size: 2 }, lostAt: [] });
  });

  it.each([
    ["a declared size", "3"],
    ["a learned size", null],
  ])("has no lost machine that left after its successor joined, in a group with %s", async (_, expectedSize) => {
    const { known, group, upsert, remove, wait, database, clock } = await held(own, 40);
    if (expectedSize !== null) group(aGroup({ expectedSize, resourceVersion: "2000" }));
    const learned = (await known())?.learned ?? null;
    const [series] = await database.read.selectFrom("series").select("id").where("group_name", "=", "checkout").execute();
    await new KnownSizeStore().store(database.write, new Map([[series?.id ?? 0, learned]]), clock.now());
    upsert(machine(4));
    await wait(MINUTE);
    remove(machine(1));
    await wait(MINUTE);
    const at = clock.now() - MINUTE;
    const memory = await known();
    expect(memory).toMatchObject({ lostAt: [], losses: [{ name: "vm-1", end: "replaced", endedAt: at }] });
    remove(machine(2));
    await wait(MINUTE);
    const anew = new GroupMemories(database.read, rule);
    for (const read of [await known(), (await anew.at(clock.now())).find(([{ group: name }]) => name === "checkout")?.[1]])
      expect(read?.losses?.map(({ name, end }) => [name, end])).toEqual([
        ["vm-1", "replaced"],
        ["vm-2", null],
      ]);
  });

  it.each([
    ["no lost machine that left healthy a group with a range", "checkout", []],
    ["the machine as lost if an incident of two groups has it", "pay", ["vm-2"]],
  ])("has %s", async (_, other, lostNames) => {
    const { known, group, remove, wait, database, clock } = await held(own, 10);
    group(aGroup({ expectedSize: "1-5", resourceVersion: "2000" }));
    await wait(MINUTE);
    remove(machine(2));
    const at = clock.now();
    const members = [
      { ...aMember(2, { condition: "lost", joinedAt: at }), leftHealthy: true },
      { ...aMember(9, { condition: "lost", joinedAt: at, group: other }), leftHealthy: true },
    ];
    await wait(MINUTE);
    await new IncidentStore(database).save({
      cluster: "prod-eu",
      asOf: at,
      incidents: [anIncident({ members, openedAt: at })],
      engine: { format: 1, body: "" },
    });
    expect(await known()).toMatchObject({ lostNames, losses: [{ name: "vm-2", end: lostNames.length > 0 ? null : "left-healthy" }] });
    const then = new GroupMemories(database.read, rule, at);
    expect((await then.at(at)).find(([series]) => series.group === "checkout")?.[1].lostNames).toEqual(lostNames);
  });

  it("is the same whether it is read on or read anew", async () => {
    const { known, remove, wait, database, clock } = await held(own, 40);
    await known();
    remove(machine(1));
    await wait(MINUTE);
    const anew = new GroupMemories(database.read, rule);
    expect((await anew.at(clock.now())).map(([, memory]) => memory)).toContainEqual(await known());
  });
});
