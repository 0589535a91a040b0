import { expect, it, onTestFinished } from "vitest";
import { formatAsked } from "@/lib/contract/asked";
import { BandQuery } from "@/lib/contract/history-query";
import { read } from "@/lib/server/history/answer-history";
import { ALL_IN_SIGHT, rememberedFleet } from "@/lib/server/history/remembered-fleet";
import { onEachEngine } from "@/lib/testing/engines";
import { aGroup, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";

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
    const asked = new URLSearchParams(formatAsked({ cluster: ["prod-eu"], window: "15m", width: 800 }));
    const { expected: steps } = await played.history.band(read(BandQuery, asked), ALL_IN_SIGHT);
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
      const asked = new URLSearchParams(formatAsked({ cluster: ["prod-eu"], ns: ["shop"], group, window: "15m", width: 800 }));
      return played.history.band(read(BandQuery, asked), ALL_IN_SIGHT);
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
    const asked = new URLSearchParams(formatAsked({ cluster: ["prod-eu"], ns: ["shop"], group: "g-0", window: "15m", width: 800 }));
    const { expected, points } = await played.history.band(read(BandQuery, asked), ALL_IN_SIGHT);
    expect(new Set(expected.map(({ size }) => size))).toEqual(new Set([2]));
    expect(points.map(({ missing }) => missing)).toEqual(points.map(() => 0));
  });
});
