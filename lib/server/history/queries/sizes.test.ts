import { expect, it, onTestFinished } from "vitest";
import { StateChartQuery } from "@/lib/contract/url/history-query";
import { formatQueryValues } from "@/lib/contract/url/query-values";
import { LEARNED_SIZE_RULE } from "@/lib/domain/history/learned-size";
import { totalOf } from "@/lib/server/fleet/group-sight";
import { read } from "@/lib/server/history/answer-history";
import { KnownSizeStore } from "@/lib/server/history/known-sizes";
import { rememberThen } from "@/lib/server/history/past-memories";
import { onEachEngine } from "@/lib/testing/engines";
import { aGroup, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet } from "@/lib/testing/server/remembered-fleet";

/** The total of the only group, with what the history knows of it now. */
async function headlineTotal({ fleet, database, clock }: Awaited<ReturnType<typeof rememberedFleet>>): Promise<number> {
  await rememberThen(fleet, database.read, clock.now(), LEARNED_SIZE_RULE);
  const [record] = fleet.groups();
  return record === undefined ? 0 : totalOf(record, { object: true, machines: true }).total;
}

onEachEngine("what several groups expect together", (own) => {
  it.each([
    [["4", "3"], { size: 7, from: "declared" }],
    [["4", null], { size: 9, from: "mixed" }],
    [[null, null], { size: 10, from: "learned" }],
    [["4", "many"], { size: 4, from: "declared" }],
  ] as const)("by annotations %j, else by the five that each held, says who expects it", async (sizes, expected) => {
    const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
    onTestFinished(() => played.database.close());
    const groups = sizes.map((expectedSize, at) => aGroup({ name: `g-${at}`, uid: `g-${at}`, expectedSize }));
    await played.live(
      groups.map(({ name }) => anEntry({ uid: `of-${name}`, name: `of-${name}`, registrationGroup: name, owner: null })),
      groups,
    );
    for (const group of played.fleet.groups())
      played.fleet.remember(group, { learned: { kind: "learned", size: 5, from: NOW, to: null }, lostAt: [], lostNames: [] });
    await played.wait(60_000);
    const asked = new URLSearchParams(formatQueryValues({ cluster: ["prod-eu"], window: "15m", width: 800 }));
    const { expected: steps } = await played.history.band(read(StateChartQuery, asked), ALL_IN_SIGHT);
    expect(steps.at(-1)).toMatchObject(expected);
  });

  it("fall in the moment in which a group is deleted", async () => {
    const clock = new ManualClock(NOW);
    const played = await rememberedFleet(clock, aWorld(), await own());
    onTestFinished(() => played.database.close());
    const [kept, deleted] = ["g-0", "g-1"].map((name) => aGroup({ name, uid: name, expectedSize: "4" }));
    if (kept === undefined || deleted === undefined) throw new Error("two groups");
    await played.live(
      [kept, deleted].map(({ name }) => anEntry({ uid: `of-${name}`, name: `of-${name}`, registrationGroup: name, owner: null })),
      [kept, deleted],
    );
    await played.wait(60_000);
    const at = clock.now();
    played.removeGroup(deleted);
    played.remove(anEntry({ uid: "of-g-1", name: "of-g-1", registrationGroup: "g-1", owner: null }));
    await played.wait(60_000);
    const band = async (group: string | null) => {
      const asked = new URLSearchParams(formatQueryValues({ cluster: ["prod-eu"], ns: ["shop"], group, window: "15m", width: 800 }));
      return played.history.band(read(StateChartQuery, asked), ALL_IN_SIGHT);
    };
    const fleet = await band(null);
    expect(fleet.expected.slice(-2)).toMatchObject([{ size: 8 }, { at, size: 4 }]);
    expect(fleet.points.at(-1)).toMatchObject({ total: 1, missing: 3 });
    const gone = await band("g-1");
    expect([gone.expected.at(-1), gone.points.at(-1)]).toMatchObject([
      { at, size: null, from: "unknown" },
      { total: 0, missing: 0 },
    ]);
  });

  it("are at each moment the learned size that pages showed then, and computed before the first stored one", async () => {
    const clock = new ManualClock(NOW);
    const played = await rememberedFleet(clock, aWorld(), await own());
    onTestFinished(() => played.database.close());
    const machine = (n: number) => anEntry({ uid: `uid-${n}`, name: `vm-${n}`, registrationGroup: "g-0", owner: null });
    await played.live([1, 2, 3].map(machine), [aGroup({ name: "g-0", uid: "g-0" })]);
    await played.wait(5 * 60_000);
    const { id } = await played.database.read.selectFrom("series").select("id").where("group_name", "=", "g-0").executeTakeFirstOrThrow();
    const store = new KnownSizeStore();
    const shown = [null, { kind: "learned", size: 4 }, null, { kind: "learned", size: 5 }] as const;
    const moments: number[] = [];
    for (const size of shown) {
      moments.push(clock.now());
      await store.store(played.database.write, new Map([[id, size]]), clock.now());
      await played.wait(60_000);
    }
    for (const group of played.fleet.groups())
      played.fleet.remember(group, { learned: { kind: "learned", size: 5, from: NOW, to: null }, lostAt: [], lostNames: [] });
    const asked = new URLSearchParams(formatQueryValues({ cluster: ["prod-eu"], ns: ["shop"], group: "g-0", window: "15m", width: 800 }));
    const { expected, points, sizesComputedUntil } = await played.history.band(read(StateChartQuery, asked), ALL_IN_SIGHT);
    expect(sizesComputedUntil).toBe(moments[0]);
    expect(expected.filter(({ at }) => at >= (moments[0] ?? 0))).toEqual(
      shown.map((size, index) => ({ at: moments[index], size: size?.size ?? null, from: size?.kind ?? "unknown" })),
    );
    expect(moments.map((at) => points.findLast((point) => point.at <= at)?.missing)).toEqual([0, 1, 0, 2]);
    // No size was stored before that.
    expect(expected[0]).toMatchObject({ size: 5, from: "learned" });
  });

  it("do not change when the last machine arrives", async () => {
    const clock = new ManualClock(NOW);
    const played = await rememberedFleet(clock, aWorld(), await own());
    onTestFinished(() => played.database.close());
    const machine = (n: number) => anEntry({ uid: `uid-${n}`, name: `vm-${n}`, registrationGroup: "g-0", owner: null });
    await played.live([machine(1)], [aGroup({ name: "g-0", uid: "g-0", expectedSize: "2" })]);
    await played.wait(60_000);
    played.upsert(machine(2));
    for (const group of played.fleet.groups())
      played.fleet.remember(group, { learned: null, lostAt: [], lostNames: [], arrival: { complete: true, at: clock.now() } });
    await played.wait(60_000);
    const asked = new URLSearchParams(formatQueryValues({ cluster: ["prod-eu"], ns: ["shop"], group: "g-0", window: "15m", width: 800 }));
    const { expected, points } = await played.history.band(read(StateChartQuery, asked), ALL_IN_SIGHT);
    expect(new Set(expected.map(({ size }) => size))).toEqual(new Set([2]));
    expect(points.map(({ missing }) => missing)).toEqual(points.map(() => 0));
  });

  it.each([
    ["2-4", [4, 4, 4, 4, 3]],
    [null, [4, 4, 4, 4, 4]],
    ["4", [4, 4, 4, 4, 4]],
  ] as const)("give the total of the headline at each moment with an expected size of %j", async (expectedSize, totals) => {
    const clock = new ManualClock(NOW);
    const played = await rememberedFleet(clock, aWorld(), await own());
    onTestFinished(() => played.database.close());
    const machine = (n: number) => anEntry({ uid: `uid-${n}`, name: `vm-${n}`, registrationGroup: "g-0", owner: null });
    const failed = { ...machine(1), resourceVersion: "1300", health: aReport("False", "connection refused") };
    const events = [
      () => undefined,
      () => played.upsert(failed),
      () => played.remove(failed),
      () => played.upsert(machine(5)),
      // A range allows a healthy machine to leave.
      () => played.remove(machine(2)),
    ];
    await played.live([1, 2, 3, 4].map(machine), [aGroup({ name: "g-0", uid: "g-0", expectedSize })]);
    const shown: { readonly at: number; readonly total: number }[] = [];
    for (const event of events) {
      event();
      await played.wait(60_000);
      shown.push({ at: clock.now(), total: await headlineTotal(played) });
      await played.wait(60_000);
    }
    const asked = new URLSearchParams(formatQueryValues({ cluster: ["prod-eu"], ns: ["shop"], group: "g-0", window: "15m", width: 800 }));
    const { points } = await played.history.band(read(StateChartQuery, asked), ALL_IN_SIGHT);
    const drawn = shown.map(({ at }) => points.findLast((point) => point.at <= at)).map((point) => (point === undefined ? null : point.total + point.missing));
    expect({ headline: shown.map(({ total }) => total), chart: drawn }).toEqual({ headline: totals, chart: totals });
  });

  it("contain a machine that was lost before the window if the group has no size", async () => {
    const clock = new ManualClock(NOW);
    const played = await rememberedFleet(clock, aWorld(), await own());
    onTestFinished(() => played.database.close());
    const machine = (n: number) => anEntry({ uid: `uid-${n}`, name: `vm-${n}`, registrationGroup: "g-0", owner: null });
    await played.live([1, 2, 3].map(machine), [aGroup({ name: "g-0", uid: "g-0" })]);
    await played.wait(60_000);
    played.remove(machine(1));
    await played.wait(20 * 60_000);
    const total = await headlineTotal(played);
    const asked = new URLSearchParams(formatQueryValues({ cluster: ["prod-eu"], ns: ["shop"], group: "g-0", window: "15m", width: 800 }));
    const { points } = await played.history.band(read(StateChartQuery, asked), ALL_IN_SIGHT);
    expect([total, ...points.map((point) => point.total + point.missing)]).toEqual([3, ...points.map(() => 3)]);
    expect(points.length).toBeGreaterThan(0);
  });
});
