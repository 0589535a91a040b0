import { expect, it, onTestFinished } from "vitest";
import { ActivityQuery } from "@/lib/contract/url/history-query";
import { formatQueryValues } from "@/lib/contract/url/query-values";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import type { StoredMeshService } from "@/lib/domain/selection/objects";
import { onEachEngine } from "@/lib/testing/engines";
import { aWorld, NOW } from "@/lib/testing/entries";
import { aTablePod } from "@/lib/testing/hosts";
import { ManualClock } from "@/lib/testing/manual-clock";
import { aKubernetesService } from "@/lib/testing/selection";
import { ALL_IN_SIGHT, rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { read } from "./answer-history";

const MINUTE = 60_000;

const aService = (n: number, change: Partial<StoredMeshService> = {}): StoredMeshService => ({
  ...{
    cluster: "prod-eu",
    kind: "services",
    uid: `s-${n}`,
    namespace: "shop",
    name: `service-${n}`,
    resourceVersion: "1",
    createdAt: NOW,
    unreadable: null,
    parsed: null,
  },
  ...{ selector: sortedLabelSet([["app", "checkout"]]), hosts: [], ports: [], traits: [], mutedFindings: "", istiodStatus: "", ...change },
});

onEachEngine("the tables of a past fleet", (own) => {
  it("hold what was there at that moment, as the live ones did", async () => {
    const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
    onTestFinished(() => played.database.close());
    const moments: (readonly [at: number, services: readonly StoredMeshService[], serviceEntries: readonly StoredMeshService[]])[] = [];
    const look = async () => {
      await played.wait(MINUTE);
      const { services, serviceentries } = played.fleet.tables;
      moments.push([played.clock.now(), [...services.values()], [...serviceentries.values()]]);
      await played.wait(MINUTE);
    };
    await played.live();
    played.select(aService(1), aService(2));
    await look();
    played.select(
      aService(1, { resourceVersion: "2", selector: sortedLabelSet([["app", "pay"]]) }),
      aService(3, { kind: "serviceentries", hosts: ["pay.example"] }),
    );
    await look();
    played.unselect(aService(2));
    await look();
    for (const [at, services, serviceEntries] of moments) {
      const { fleet } = await played.history.fleetAt(at, ALL_IN_SIGHT);
      expect([at, byUid(fleet.tables.services.values())]).toEqual([at, byUid(services)]);
      expect([at, byUid(fleet.tables.serviceentries.values())]).toEqual([at, byUid(serviceEntries)]);
      expect(fleet.tables.services.inNamespace("prod-eu", "shop")).toHaveLength(services.length);
    }
  });

  it("are read whole, however many objects there were", async () => {
    const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
    onTestFinished(() => played.database.close());
    await played.live();
    played.select(...Array.from({ length: 1_001 }, (_, n) => aService(n)));
    await played.wait(MINUTE);
    const { fleet } = await played.history.fleetAt(played.clock.now(), ALL_IN_SIGHT);
    expect(fleet.tables.services.size).toBe(1_001);
  });

  it("tell what was seen then, and what was not", async () => {
    const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
    onTestFinished(() => played.database.close());
    await played.live();
    await played.wait(MINUTE);
    played.select(aService(1, { parsed: aKubernetesService() }));
    await played.wait(1_000);
    await played.wait(MINUTE);
    const seenAt = async (at: number) => {
      const { fleet } = await played.history.fleetAt(at, ALL_IN_SIGHT);
      return (["services", "sidecars", "workload-pods"] as const).filter((source) => fleet.sees("prod-eu", source, "shop"));
    };
    expect([await seenAt(NOW + 30_000), await seenAt(NOW + 1.5 * MINUTE)]).toEqual([[], ["services"]]);
  });

  it("do not show Pods as seen, because only their number is recorded", async () => {
    const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
    onTestFinished(() => played.database.close());
    await played.live();
    played.select(aTablePod());
    await played.wait(1_000);
    await played.wait(MINUTE);
    const { fleet } = await played.history.fleetAt(NOW + 30_000, ALL_IN_SIGHT);
    expect(fleet.sees("prod-eu", "workload-pods", "shop")).toBe(false);
  });

  it("know what an earlier version kept less of from the next start on, and the log says nothing of it", async () => {
    const [clock, kept] = [new ManualClock(NOW), await own()];
    const earlier = await rememberedFleet(clock, aWorld(), kept);
    await earlier.live();
    earlier.select(aService(1));
    await earlier.wait(1_000);
    await earlier.wait(MINUTE);
    const played = await rememberedFleet(clock, aWorld(), earlier.database, "next");
    onTestFinished(() => played.database.close());
    await played.live();
    for (let start = 0; start < 2; start++) {
      played.select(aService(1, { parsed: aKubernetesService() }));
      await played.wait(MINUTE);
    }
    const known = async (at: number) => {
      const { fleet } = await played.history.fleetAt(at, ALL_IN_SIGHT);
      return [[...fleet.tables.services.values()].map(({ parsed }) => parsed), fleet.sees("prod-eu", "services", "shop")];
    };
    expect(await known(NOW + 30_000)).toEqual([[null], false]);
    expect(await known(clock.now())).toEqual([[aKubernetesService()], true]);
    const { rows } = await played.history.activity(read(ActivityQuery, new URLSearchParams(formatQueryValues({ window: "1h", ns: ["shop"] }))), ALL_IN_SIGHT);
    expect(rows.map(({ type }) => type)).toEqual(["service-created"]);
  });
});

function byUid(values: Iterable<StoredMeshService>): StoredMeshService[] {
  return [...values].sort((a, b) => (a.uid < b.uid ? -1 : 1));
}
