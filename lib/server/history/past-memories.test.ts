import { expect, it, onTestFinished } from "vitest";
import { LEARNED_SIZE_RULE } from "@/lib/domain/history/learned-size";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { onEachEngine } from "@/lib/testing/engines";
import { aGroup, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { KnownSizeStore } from "./known-sizes";
import { rememberThen } from "./past-memories";

const MINUTE = 60_000;
const machines = [1, 2, 3].map((n) => anEntry({ uid: `uid-${n}`, name: `vm-${n}`, createdAt: NOW - MINUTE }));

onEachEngine("a fleet of the past", (own) => {
  it("has the sizes and losses that the history showed then, and no later ones", async () => {
    const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
    onTestFinished(() => played.database.close());
    await played.live(machines, [aGroup()]);
    for (let minute = 0; minute < 60; minute += 5) await played.wait(5 * MINUTE);
    const [first] = machines;
    if (first !== undefined) played.remove(first);
    await played.wait(MINUTE);
    const memoryAt = async (minutes: number) => {
      const past = liveFleet(["prod-eu"], () => NOW + minutes * MINUTE);
      past.store.upsertGroup(aGroup());
      const [group] = (await rememberThen(past, played.database.read, NOW + minutes * MINUTE, LEARNED_SIZE_RULE)).groups();
      return [group?.memory.learned?.size ?? null, group?.memory.lostNames];
    };
    expect(await memoryAt(20)).toEqual([null, []]);
    expect(await memoryAt(40)).toEqual([3, []]);
    expect(await memoryAt(60.5)).toEqual([3, ["vm-1"]]);
  });

  it("has the learned size that pages showed then, even if later rows make it another one", async () => {
    const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
    onTestFinished(() => played.database.close());
    await played.live(machines, [aGroup()]);
    for (let minute = 0; minute < 60; minute += 5) await played.wait(5 * MINUTE);
    const { read, write } = played.database;
    const [series] = await read.selectFrom("series").select("id").where("group_name", "=", "checkout").execute();
    const learnedAt = async (minutes: number) => {
      const past = liveFleet(["prod-eu"], () => NOW + minutes * MINUTE);
      past.store.upsertGroup(aGroup());
      const [group] = (await rememberThen(past, read, NOW + minutes * MINUTE, LEARNED_SIZE_RULE)).groups();
      return [group?.memory.learned?.size ?? null, group?.memory.isSizeComputed ?? false];
    };
    expect(await learnedAt(40), "nothing is stored").toEqual([3, true]);
    const store = new KnownSizeStore();
    const shown = (size: number) => new Map([[series?.id ?? 0, { kind: "learned", size } as const]]);
    await store.store(write, new Map([[series?.id ?? 0, null]]), NOW + MINUTE);
    await store.store(write, shown(3), NOW + 41 * MINUTE);
    await store.store(write, shown(3), NOW + 42 * MINUTE);
    await store.store(write, shown(5), NOW + 50 * MINUTE);
    // Another process reads the same sizes, and stores none of them again.
    await new KnownSizeStore().store(write, shown(5), NOW + 51 * MINUTE);
    expect(await read.selectFrom("known_size").select("at").orderBy("at").execute()).toHaveLength(3);
    expect([await learnedAt(0.5), await learnedAt(40), await learnedAt(45), await learnedAt(55)]).toEqual([
      [null, true],
      [null, false],
      [3, false],
      [5, false],
    ]);
  });
});
