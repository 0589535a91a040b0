import { expect, it, onTestFinished } from "vitest";
import { labelSet } from "@/lib/domain/label-set";
import type { Selecting } from "@/lib/domain/selecting";
import { onEachEngine } from "@/lib/testing/engines";
import { aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet } from "./remembered-fleet";

const MINUTE = 60_000;

const aService = (n: number, change: Partial<Selecting> = {}): Selecting => ({
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
  ...{ selector: labelSet([["app", "checkout"]]), hosts: [], ports: [], traits: [], ...change },
});

onEachEngine("the tables of a past fleet", (own) => {
  it("hold what was there at that moment, as the live ones did", async () => {
    const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
    onTestFinished(() => played.database.close());
    const moments: (readonly [at: number, services: readonly Selecting[], serviceEntries: readonly Selecting[]])[] = [];
    const look = async () => {
      await played.wait(MINUTE);
      const { services, serviceentries } = played.fleet.tables;
      moments.push([played.clock.now(), [...services.values()], [...serviceentries.values()]]);
      await played.wait(MINUTE);
    };
    await played.live();
    played.select(aService(1), aService(2));
    await look();
    played.select(aService(1, { resourceVersion: "2", selector: labelSet([["app", "pay"]]) }), aService(3, { kind: "serviceentries", hosts: ["pay.example"] }));
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
});

function byUid(values: Iterable<Selecting>): Selecting[] {
  return [...values].sort((a, b) => (a.uid < b.uid ? -1 : 1));
}
