import { expect, it, onTestFinished } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { aService, aTablePod, aTableSlice, HOSTS_CLUSTER } from "@/lib/testing/hosts";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { keepHostMemory } from "./keep-host-memory";
import type { HistoryDatabase } from "./open-database";

const MINUTE = 60_000;
const machine = (n: number, own: Partial<WorkloadEntry> = {}) =>
  anEntry({ uid: `vm-${n}`, name: `vm-${n}`, address: `10.0.0.${n}`, specLabels: [["app", "a"]], metadataLabels: [], resourceVersion: `${n}`, ...own });
const failing = (n: number) => machine(n, { resourceVersion: `${n}0`, health: aReport("False", "connection refused") });
const pod = aTablePod({ name: "pod-1" });
const typo = aService({ selector: [["app", "raduis"]] }, "2");
/** Pods and EndpointSlices are visible, and none belongs to the service. */
const VISIBLE = [aTablePod({ name: "other", labels: [["app", "b"]] }), aTableSlice({ name: "other-1", service: "other" })];

/** A process with the service `a`, a minute after its start. */
async function started(clock: ManualClock, kept: string | HistoryDatabase | null, token: string, machines: readonly WorkloadEntry[], service = aService()) {
  const played = await rememberedFleet(clock, aWorld(), kept, token);
  const keeper = keepHostMemory({ database: played.database, memory: played.fleet.hostMemory, clock });
  played.onEndpoints(keeper);
  played.select(service, ...VISIBLE);
  await played.live(machines);
  for (let second = 0; second < 60; second++) await played.wait(1_000);
  return { ...played, clock, keeper };
}

async function aPlay(own: OwnDatabase, machines: readonly WorkloadEntry[] = [machine(1), machine(2)], service = aService()) {
  const played = await started(new ManualClock(NOW), await own(), "first", machines, service);
  onTestFinished(() => played.database.close());
  return played;
}

/** The moment in seconds after the test's beginning, with "?" where it may be earlier. */
function lostIn({ hostMemory }: Pick<FleetReader, "hostMemory">): string | null {
  const lost = hostMemory?.lostEndpointsAt(HOSTS_CLUSTER, "Service", "shop", "a") ?? null;
  return lost && `${(lost.since - NOW) / 1_000}${lost.atLeast ? "?" : ""}`;
}

onEachEngine("the moment at which a service lost its last endpoint", (own) => {
  it("is that of an edit after which its selector selects nothing", async () => {
    const { select, wait, fleet } = await aPlay(own);
    expect(lostIn(fleet)).toBeNull();
    await wait(500);
    select(typo);
    await wait(0);
    expect(lostIn(fleet), "before the history is read or written").toBe("60.5");
    await wait(10 * MINUTE);
    expect(lostIn(fleet)).toBe("60.5");
    select(aService({}, "3"));
    await wait(0);
    await wait(3_000);
    expect(lostIn(fleet)).toBeNull();
  });

  it("is that of the last machine that fails, and ends with a machine that serves again", async () => {
    const { upsert, wait, fleet } = await aPlay(own);
    upsert(failing(1));
    await wait(3_000);
    expect(lostIn(fleet)).toBeNull();
    upsert(failing(2));
    await wait(3_000);
    expect(lostIn(fleet)).toBe("63");
    upsert(machine(1, { resourceVersion: "100" }));
    await wait(3_000);
    expect(lostIn(fleet)).toBeNull();
  });

  it("is that of the Pod that stayed longer than the machines", async () => {
    const { remove, select, unselect, wait, fleet } = await aPlay(own);
    select(pod);
    remove(machine(1), machine(2));
    await wait(5_000);
    expect(lostIn(fleet)).toBeNull();
    unselect(pod);
    await wait(0);
    expect(lostIn(fleet)).toBe("65");
  });

  it("is the same after a restart, and known within a second", async () => {
    const first = await aPlay(own);
    await first.wait(500);
    first.select(typo);
    await first.wait(MINUTE);
    await first.stop();
    first.keeper.stop();
    first.clock.advance(MINUTE);
    const { fleet } = await started(first.clock, first.database, "next", [machine(1), machine(2)], typo);
    expect(lostIn(fleet)).toBe("60.5");
  });

  it("may be earlier than the next start where it was lost while no process ran", async () => {
    const first = await aPlay(own);
    await first.stop();
    first.keeper.stop();
    first.clock.advance(MINUTE);
    const { fleet } = await started(first.clock, first.database, "next", [machine(1), machine(2)], typo);
    // The database answers in real time.
    await expect.poll(() => lostIn(fleet), { timeout: 10_000 }).toEqual(expect.stringMatching(/^12\d(\.\d+)?\?$/));
  });

  it("may be earlier than the next list where the watch was cut before", async () => {
    const { blind, live, wait, fleet } = await aPlay(own);
    blind("the watch was cut");
    await wait(MINUTE);
    expect(lostIn(fleet)).toBeNull();
    await live([failing(1), failing(2)]);
    await wait(0);
    expect(lostIn(fleet)).toBe("120?");
  });

  it("is not known where the service never had a machine endpoint", async () => {
    const { select, unselect, wait, fleet } = await aPlay(own, [failing(1)]);
    expect(lostIn(fleet)).toBeNull();
    select(pod);
    await wait(3_000);
    unselect(pod);
    await wait(3_000);
    expect(lostIn(fleet)).toBeNull();
  });

  it("is not known while an address of an EndpointSlice is sent", async () => {
    const { select, wait, fleet } = await aPlay(own);
    select(aTableSlice({ name: "a-by-hand", service: "a" }));
    await wait(3_000);
    select(typo);
    await wait(3_000);
    expect(lostIn(fleet)).toBeNull();
  });

  it("is not known while nothing is recorded", async () => {
    const { select, wait, fleet, keeper } = await aPlay(own);
    select(typo);
    await wait(0);
    keeper.forget({ cluster: HOSTS_CLUSTER, kind: "Service", namespace: "shop", name: "a" });
    expect(lostIn(fleet)).toBeNull();
  });

  it("is forgotten with the object", async () => {
    const { select, unselect, wait, fleet } = await aPlay(own);
    select(typo);
    await wait(3_000);
    expect(lostIn(fleet)).toBe("60");
    unselect(typo);
    await wait(3_000);
    expect(lostIn(fleet)).toBeNull();
  });

  it("is known for seven days", async () => {
    const { select, wait, fleet, clock } = await aPlay(own);
    select(typo);
    await wait(3_000);
    const lostAt = NOW + MINUTE;
    clock.advance(lostAt + 7 * 24 * 60 * MINUTE - clock.now());
    expect(lostIn(fleet)).toBe("60");
    clock.advance(1);
    expect(lostIn(fleet)).toBeNull();
  });

  it("is on a page of the past if the loss was recorded before that moment", async () => {
    const { select, wait, history, clock } = await aPlay(own);
    select(typo);
    await wait(MINUTE);
    select(aService({}, "3"));
    await wait(3_000);
    await wait(MINUTE);
    const then = async (at: number) => lostIn((await history.fleetAt(at, ALL_IN_SIGHT)).fleet);
    expect(await then(NOW + 59_000)).toBeNull();
    expect(await then(NOW + 90_000)).toBe("60");
    expect(await then(clock.now() - 1_000)).toBeNull();
  });
});
