import { expect, it } from "vitest";
import type { MeshService, StoredMeshService } from "@/lib/domain/selection/objects";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { aGroup, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { HOSTS_CLUSTER, selectingOf } from "@/lib/testing/hosts";
import { ManualClock } from "@/lib/testing/manual-clock";
import { aKubernetesService, aServiceEntry } from "@/lib/testing/selection";
import { followPodPlaces } from "./pod-places";

function followed() {
  const clock = new ManualClock(NOW);
  const fleet = liveFleet([HOSTS_CLUSTER], clock.now);
  fleet.store.setWorld(aWorld(), NOW);
  const needed: string[] = [];
  const stop = followPodPlaces(fleet, clock, (_cluster, namespace) => {
    needed.push(namespace);
    return () => needed.splice(needed.indexOf(namespace), 1);
  });
  const put = (one: StoredMeshService) => fleet.tables[one.kind].upsert(one as never);
  const now = () => {
    clock.advance(200);
    return [...needed].sort();
  };
  return { fleet, put, now, stop, needed };
}

it.each<readonly [string, MeshService, boolean]>([
  ["a Service that selects", aKubernetesService(), true],
  ["a Service without a selector", aKubernetesService({ selector: [] }), false],
  ["an alias of another host", aKubernetesService({ type: "ExternalName" }), false],
  ["a ServiceEntry that selects", aServiceEntry(), true],
  ["a ServiceEntry whose selector is empty: by istiod's version it takes all", aServiceEntry({ selector: [] }), true],
  ["a ServiceEntry without a selector", aServiceEntry({ selector: null }), false],
])("Pods beside machines are needed for %s: %#", (_claim, selector, isNeeded) => {
  const { fleet, put, now } = followed();
  fleet.store.upsertEntry(anEntry({ namespace: "shop" }), NOW, "seen");
  put(selectingOf(selector));
  expect(now()).toEqual(isNeeded ? ["shop"] : []);
});

it("they are needed while both are there, machines or groups and whoever selects, and no longer", () => {
  const { fleet, put, now, stop, needed } = followed();
  const service = selectingOf(aKubernetesService());
  put(service);
  put(selectingOf(aServiceEntry({ namespace: "legacy" })));
  const told = [now()];
  const entry = anEntry({ namespace: "shop" });
  fleet.store.upsertEntry(entry, NOW, "seen");
  told.push(now());
  fleet.store.upsertGroup(aGroup({ namespace: "legacy", uid: "g" }));
  told.push(now());
  fleet.store.removeEntry(HOSTS_CLUSTER, entry.uid, NOW, "seen");
  told.push(now());
  put({ ...service, resourceVersion: "2", parsed: null, unreadable: "no" });
  told.push(now());
  expect(told).toEqual([[], ["shop"], ["legacy", "shop"], ["legacy"], ["legacy"]]);
  stop();
  expect(needed).toEqual([]);
});
