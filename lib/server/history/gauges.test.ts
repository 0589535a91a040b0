import { expect, it, onTestFinished } from "vitest";
import { scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet, sightOfNamespaces } from "@/lib/testing/server/remembered-fleet";
import { BUCKET_MS, type Tier } from "./bucket";
import type { Picked } from "./queries/coverage";
import { gaugesIn } from "./queries/gauges";
import { createTidy } from "./retention";

const MINUTE = 60_000;
const CLUSTER = "prod-eu";
const SHARES = { cluster: CLUSTER, source: "workloadentries", namespace: "shop", kind: "host-shares", name: "pay.shop" } as const;
const EVERYWHERE: Picked = { clusters: [], namespaces: [] };

async function aFleet(own: OwnDatabase) {
  const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
  onTestFinished(() => played.database.close());
  await played.live();
  const told = async (from: number, to: number, scope = ALL_IN_SIGHT, picked = EVERYWHERE, tier: Tier | null = null) => {
    const series = await gaugesIn(played.database.read, "host-shares", { from: NOW + from, to: NOW + to, tier }, scope, picked);
    return series.map(({ namespace, name, steps }) => [
      `${namespace}/${name}`,
      ...steps.map(({ at, notBefore, values }) => [(at - NOW) / MINUTE, notBefore === null ? null : (notBefore - NOW) / MINUTE, values]),
    ]);
  };
  return { played, told };
}

onEachEngine("a gauge", (own) => {
  it("is remembered each time it changes, and told as it was at the beginning of a span and within it", async () => {
    const { played, told } = await aFleet(own);
    played.setGauge(SHARES, { machines: 3, pods: 1 });
    await played.wait(MINUTE);
    played.setGauge(SHARES, { pods: 1, machines: 3 });
    await played.wait(MINUTE);
    played.setGauge(SHARES, { machines: 2.5, pods: 1 });
    played.setGauge({ ...SHARES, name: "other.shop" }, { machines: 0 });
    await played.wait(MINUTE);
    played.setGauge({ ...SHARES, name: "other.shop" }, null);
    await played.wait(MINUTE);
    expect(await told(0, 10 * MINUTE)).toEqual([
      ["shop/other.shop", [2, null, { machines: 0 }], [3, null, null]],
      ["shop/pay.shop", [0, null, { machines: 3, pods: 1 }], [2, null, { machines: 2.5, pods: 1 }]],
    ]);
    expect(await told(MINUTE, 1.5 * MINUTE)).toEqual([["shop/pay.shop", [0, null, { machines: 3, pods: 1 }]]]);
    expect(await told(3.5 * MINUTE, 4 * MINUTE)).toEqual([["shop/pay.shop", [2, null, { machines: 2.5, pods: 1 }]]]);
  });

  it("is told to whoever may see the source that it rests on, where it lies", async () => {
    const { played, told } = await aFleet(own);
    for (const namespace of ["shop", "legacy"]) played.setGauge({ ...SHARES, namespace }, { machines: 1 });
    await played.wait(MINUTE);
    const names = async (scope = ALL_IN_SIGHT, namespaces: readonly string[] = []) =>
      (await told(0, MINUTE, scope, { clusters: [], namespaces: namespaces })).map(([name]) => name);
    expect(await names()).toEqual(["legacy/pay.shop", "shop/pay.shop"]);
    expect(await names(sightOfNamespaces("legacy"))).toEqual(["legacy/pay.shop"]);
    expect(await names(ALL_IN_SIGHT, ["shop"])).toEqual(["shop/pay.shop"]);
    expect(await names(scopeFromPermissions(new Map([[CLUSTER, new Map<WatchedKind, "all">([["services", "all"]])]])))).toEqual([]);
  });

  it("is compared with the record where another recorder goes on: equal is no news, another number came about meanwhile, and what is gone has ended", async () => {
    const { played, told } = await aFleet(own);
    for (const name of ["equal", "other", "gone"]) played.setGauge({ ...SHARES, name }, { machines: 1 });
    await played.wait(MINUTE);
    await played.stop();
    await played.wait(4 * MINUTE);
    const second = await rememberedFleet(played.clock, aWorld(), played.database, "second");
    second.setGauge({ ...SHARES, name: "equal" }, { machines: 1 });
    second.setGauge({ ...SHARES, name: "other" }, { machines: 2 });
    await second.live();
    expect(await told(0, 10 * MINUTE)).toEqual([
      ["shop/equal", [0, null, { machines: 1 }]],
      ["shop/gone", [0, null, { machines: 1 }], [5, 0, null]],
      ["shop/other", [0, null, { machines: 1 }], [5, 0, { machines: 2 }]],
    ]);
  });

  it("is written once by two recorders that see the same, and by one that writes again after a lost connection", async () => {
    const { played, told } = await aFleet(own);
    const second = await rememberedFleet(played.clock, aWorld(), played.database, "second");
    await second.live();
    for (const machines of [1, 2]) {
      played.setGauge(SHARES, { machines });
      await played.wait(10);
      second.setGauge(SHARES, { machines });
      await second.wait(MINUTE);
    }
    expect(await told(0, 10 * MINUTE)).toEqual([["shop/pay.shop", [0, null, { machines: 1 }], [expect.any(Number), null, { machines: 2 }]]]);
    const { count } = await played.database.read
      .selectFrom("gauge_value")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(2);
  });

  it("goes when it is too old, but for the value that holds", async () => {
    const { played, told } = await aFleet(own);
    for (const machines of [1, 2, 3]) {
      played.setGauge(SHARES, { machines });
      await played.wait(MINUTE);
    }
    played.setGauge({ ...SHARES, name: "gone" }, { machines: 1 });
    await played.wait(MINUTE);
    played.setGauge({ ...SHARES, name: "gone" }, null);
    await played.wait(MINUTE);
    const tidy = createTidy({ keepMs: 30 * MINUTE, incidentMs: 1e12, bytes: Number.MAX_SAFE_INTEGER });
    await tidy(played.database, NOW + 40 * MINUTE);
    expect(await told(0, 60 * MINUTE)).toEqual([["shop/pay.shop", [2, null, { machines: 3 }]]]);
    expect(await played.database.read.selectFrom("gauge").select("name").execute()).toEqual([{ name: "pay.shop" }]);
  });

  it("is told of a long span by the least and the last of each minute or hour, in which no dip is lost, and as it was at both ends", async () => {
    const { played, told } = await aFleet(own);
    // One change in 7 s for 40 minutes: more serve and fewer again, with a dip of one change in the 20th minute.
    const servingAt = (n: number) => (n === 170 ? 1 : 20 + (n % 5));
    for (let n = 0; n < 340; n++) {
      played.setGauge(SHARES, { serving: servingAt(n), taken: 30 });
      await played.wait(7_000);
    }
    const [all] = await told(0, 40 * MINUTE);
    const [minutes] = await told(0, 40 * MINUTE, ALL_IN_SIGHT, EVERYWHERE, "minute");
    const steps = (series: typeof all) => (series ?? []).slice(1) as unknown as [at: number, notBefore: number | null, values: { serving: number }][];
    expect(steps(all).length).toBe(340);
    expect(steps(minutes).length).toBeLessThan(2 * 40 + 9);
    for (const [at, , values] of steps(minutes)) expect(steps(all).find(([moment]) => moment === at)?.[2]).toEqual(values);
    expect(Math.min(...steps(minutes).map(([, , { serving }]) => serving))).toBe(1);
    expect(steps(minutes).at(-1)).toEqual(steps(all).at(-1));
    // What was recorded before anything was summed up is told by its changes.
    await played.database.write
      .deleteFrom("gauge_roll_up")
      .where("at", "<", NOW + 20 * MINUTE)
      .execute();
    expect((await told(0, 40 * MINUTE, ALL_IN_SIGHT, EVERYWHERE, "minute"))[0]?.slice(1)).toEqual([
      ...steps(all).filter(([at]) => at * MINUTE < firstWhole(20 * MINUTE)),
      ...steps(minutes).filter(([at]) => at * MINUTE >= firstWhole(20 * MINUTE)),
    ]);
  });
});

/** Where the first bucket after the one that begins next to a moment begins, in milliseconds after NOW. */
function firstWhole(after: number): number {
  const first = Math.ceil((NOW + after) / BUCKET_MS.minute) * BUCKET_MS.minute;
  return first + BUCKET_MS.minute - NOW;
}
