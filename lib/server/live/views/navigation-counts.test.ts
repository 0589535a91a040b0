import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ShellHead } from "@/lib/contract/views/fleet";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { StillFleet } from "@/lib/server/fleet/still-fleet";
import { anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { aService, HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { CHECKED_VIEWS } from "./checked-views";

let fleet: ReturnType<typeof liveFleet>;

/** A fleet of the past with a failed machine, and the service of `fleet` that selects it. */
function pastFleet(): FleetReader {
  const past = new StillFleet();
  past.setWorld(aWorld(), NOW);
  const health = aReport("False");
  past.putEntry(anEntry({ uid: "shop-web", namespace: "shop", specLabels: [["app", "a"]], health }), { at: NOW, notBefore: null }, NOW);
  return past.reader({ clusters: [HOSTS_CLUSTER], now: () => NOW, tables: fleet.tables });
}

/** The only machine of the service "web" of a namespace. `status`: of its health report. */
const machine = (namespace: string, status: "True" | "False", resourceVersion = "1") =>
  fleet.store.upsertEntry(
    anEntry({
      ...{ uid: `${namespace}-web`, name: "web", namespace, resourceVersion, health: aReport(status) },
      ...{ specLabels: [["app", "a"]], metadataLabels: [], owner: null },
    }),
    NOW,
    "seen",
  );

/** The frame of a page: its numbers of services and findings, and the number of its changes. */
function frame(scope = hostScope(), fleetOfFrame: FleetReader = fleet) {
  const changed = vi.fn();
  const viewer = { subject: scope.key, scope, mayWrite: false };
  const view = CHECKED_VIEWS.shell({ fleet: fleetOfFrame, lists: new StandingLists(fleetOfFrame), viewer, query: "", offset: 0, limit: 0, changed });
  const numbers = () => {
    const { servicesInTrouble, findingErrors } = view.compute().head as unknown as ShellHead;
    return { servicesInTrouble, findingErrors };
  };
  return { changed, numbers, close: () => view.close() };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  fleet.store.setWorld(aWorld(), NOW);
  for (const namespace of ["shop", "pay"]) {
    fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", namespace, { kind: "live", asOf: NOW });
    fleet.tables.services.upsert(aService({ namespace, name: "web", selector: [["app", "a"]] }) as never);
  }
  fleet.setFreshness(HOSTS_CLUSTER, "endpointslices", "*", { kind: "live", asOf: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the numbers of the navigation", () => {
  it("are not known in the first frame, which counts nothing, and come a moment later", async () => {
    machine("shop", "False");
    const { changed, numbers, close } = frame();
    expect(numbers()).toEqual({ servicesInTrouble: null, findingErrors: null });
    changed.mockClear();
    await vi.advanceTimersByTimeAsync(10);
    expect(changed).toHaveBeenCalledOnce();
    expect(numbers().servicesInTrouble).toBe(1);
    close();
  });

  it("count the visible part: two viewers have two numbers", async () => {
    machine("shop", "False");
    machine("pay", "False");
    const [all, one] = [frame(), frame(hostScope({ workloadentries: ["shop"], services: ["shop"], serviceentries: ["shop"], pods: ["shop"] }))];
    await vi.advanceTimersByTimeAsync(10);
    expect([all.numbers().servicesInTrouble, one.numbers().servicesInTrouble]).toEqual([2, 1]);
    all.close();
    one.close();
  });

  it("follow a change within seconds, and send no frame while they stay equal", async () => {
    machine("shop", "True");
    const { changed, numbers, close } = frame();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(numbers().servicesInTrouble).toBe(0);
    changed.mockClear();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(changed).not.toHaveBeenCalled();
    machine("shop", "False", "2");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(numbers().servicesInTrouble).toBe(1);
    close();
  });

  it("are counted once for all pages of a scope, and for 20 s after the last one", async () => {
    machine("shop", "False");
    const first = frame();
    await vi.advanceTimersByTimeAsync(10);
    first.close();
    await vi.advanceTimersByTimeAsync(15_000);
    const second = frame();
    expect(second.numbers().servicesInTrouble).toBe(1);
    second.close();
    await vi.advanceTimersByTimeAsync(25_000);
    const third = frame();
    expect(third.numbers().servicesInTrouble).toBeNull();
    third.close();
  });

  it("are never counted in a frame of the past", async () => {
    const past = pastFleet();
    const first = frame(hostScope(), past);
    await vi.advanceTimersByTimeAsync(60_000);
    first.close();
    const second = frame(hostScope(), past);
    expect(first.changed).not.toHaveBeenCalled();
    expect(second.numbers()).toEqual({ servicesInTrouble: null, findingErrors: null });
    second.close();
  });
});
