import { describe, expect, it, onTestFinished } from "vitest";
import type { RecordedEndpointSeries } from "@/lib/contract/answers/service-history";
import type { ServiceHistoryQuery } from "@/lib/contract/url/history-query";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { type Scope, scopeFromPermissions } from "@/lib/domain/source/scope";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { aHostEntry, aService, aTablePod, HOSTS_CLUSTER } from "@/lib/testing/hosts";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { thinned } from "./queries/host-shares";

const MINUTE = 60_000;
const machine = (n: number, own: Partial<WorkloadEntry> = {}) =>
  anEntry({ uid: `vm-${n}`, name: `vm-${n}`, address: `10.0.0.${n}`, specLabels: [["app", "a"]], metadataLabels: [], resourceVersion: `${n}`, ...own });
const sick = machine(2, { resourceVersion: "20", health: aReport("False", "no") });
const pod = aTablePod({ name: "pod-1" });

/** Who sees all kinds of the cluster but these. */
function allBut(...kinds: readonly string[]): Scope {
  const own = ALL_IN_SIGHT.clusters.get(HOSTS_CLUSTER) ?? new Map();
  return scopeFromPermissions(new Map([[HOSTS_CLUSTER, new Map([...own].filter(([kind]) => !kinds.includes(kind)))]]));
}

/** The Service `a` goes from two machines to one machine and a Pod; its past is asked about ten minutes later. */
async function aMove(own: OwnDatabase) {
  const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
  onTestFinished(() => played.database.close());
  await played.live([machine(1), machine(2)]);
  played.select(aService(), aHostEntry({ name: "unasked", namespace: "empty" }), aTablePod({ name: "other", labels: [["app", "b"]] }));
  await played.wait(MINUTE);
  played.upsert(sick);
  await played.wait(MINUTE);
  played.select(pod);
  played.remove(machine(1));
  await played.wait(MINUTE);
  const window = { kind: "between", from: NOW - MINUTE, to: NOW + 10 * MINUTE } as const;
  const asked: ServiceHistoryQuery = { cluster: HOSTS_CLUSTER, kind: "Service", ns: "shop", name: "a", width: 1_000, window, at: null };
  const told = (scope = ALL_IN_SIGHT, more: Partial<ServiceHistoryQuery> = {}) => played.history.host({ ...asked, ...more }, scope);
  return { played, told };
}

const stepsOf = (column: RecordedEndpointSeries | null) =>
  column?.steps.map(({ at, share }) => [Math.round((at - NOW) / MINUTE), share && [share.taken, share.serving, share.inDoubt, share.weight]]) ?? null;

onEachEngine("who answered for a host", (own) => {
  it("is remembered each time it changes, machines and Pods apart", async () => {
    const { told } = await aMove(own);
    const { machines, pods, inline } = await told();
    expect(stepsOf(machines)).toEqual([
      [0, [2, 2, 0, 2]],
      [1, [2, 1, 0, 1]],
      [2, [1, 0, 0, 0]],
    ]);
    // Pods are recorded from their first comparison on.
    expect(stepsOf(pods)).toEqual([
      [1, [0, 0, 0, 0]],
      [2, [1, 1, 0, 1]],
    ]);
    expect(inline).toBeNull();
  });

  it("is told to whoever may list the object, and of it what he may list, the past included", async () => {
    const { told } = await aMove(own);
    const seen = async (scope: Scope) => {
      const { machines, pods } = await told(scope);
      return [machines !== null, pods !== null];
    };
    expect(await seen(allBut("pods"))).toEqual([true, false]);
    expect(await seen(allBut("workloadentries"))).toEqual([false, false]);
    expect(await seen(allBut("services"))).toEqual([false, false]);
    expect((await told(allBut("services"))).markers).toEqual([]);
  });

  it("has marks of the object itself, by its kind and whole name", async () => {
    const { played, told } = await aMove(own);
    const labels = async () => (await told()).markers.filter(({ kind }) => kind === "service").map(({ label }) => label);
    const before = await labels();
    played.select(aService({ name: "a-v2" }), aHostEntry({ name: "a" }));
    await played.wait(MINUTE);
    played.select(aService({ name: "a-v2", selector: [["app", "a of a"]] }, "2"), aHostEntry({ name: "a", hosts: ["a.example"] }, "2"));
    await played.wait(MINUTE);
    expect(await labels()).toEqual(before);
    played.select(aService({ exportTo: ["."] }, "2"));
    await played.wait(MINUTE);
    expect(await labels()).toEqual([...before, "service changed"]);
  });

  it("has a hole where nobody saw it, and ends with the object", async () => {
    const { played, told } = await aMove(own);
    played.blind("the watch was cut");
    await played.wait(2 * MINUTE);
    await played.live([sick]);
    played.unselect(aService());
    await played.wait(MINUTE);
    const { machines } = await told();
    expect(machines?.holes.map(({ from, to }) => [Math.round((from - NOW) / MINUTE), Math.round((to - NOW) / MINUTE)])).toContainEqual([3, 5]);
    expect(stepsOf(machines)?.at(-1)?.[1]).toBeNull();
  });

  it("is not recorded of hosts in namespaces without machines", async () => {
    const { told, played } = await aMove(own);
    expect((await told(ALL_IN_SIGHT, { kind: "ServiceEntry", ns: "empty", name: "unasked" })).machines?.steps).toEqual([]);
    const names = await played.database.read.selectFrom("gauge").select("name").distinct().execute();
    expect(names.map(({ name }) => name)).toEqual(["Service/a"]);
  });
});

describe("steps that are drawn", () => {
  it("are at most two per pixel: the one with the fewest that served, and the last", () => {
    const step = (at: number, serving: number) => ({ at, share: { taken: 9, serving, inDoubt: 0, weight: serving } });
    const steps = [step(0, 9), step(10, 3), step(20, 8), step(150, 5), step(160, 7)];
    expect(thinned(steps, { from: 0, to: 1_000 }, 10).map(({ at }) => at)).toEqual([10, 20, 150, 160]);
    expect(thinned(steps, { from: 0, to: 1_000 }, 1_000)).toEqual(steps);
  });
});
