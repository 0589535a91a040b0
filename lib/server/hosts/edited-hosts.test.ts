import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { World } from "@/lib/domain/mesh/world";
import type { StoredMeshService, StoredPod } from "@/lib/domain/selection/objects";
import { type LiveFleet, liveFleet } from "@/lib/server/fleet/live-fleet";
import { NOW } from "@/lib/testing/entries";
import { arbitraryHostEntry, arbitraryHostMachine, arbitraryHostPod, arbitraryHostService, arbitraryHostWorld } from "@/lib/testing/host-worlds";
import { HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { Recount } from "@/lib/testing/server/recounted-hosts";
import { toldOfHosts } from "@/lib/testing/server/told-hosts";
import { withEditedSelector } from "./edited-hosts";
import { selectorOf } from "./parsed-objects";

interface Objects {
  readonly world: World;
  readonly machines: readonly WorkloadEntry[];
  readonly selectors: readonly StoredMeshService[];
  readonly pods: readonly StoredPod[];
}

const objects = fc.record<Objects>({
  world: arbitraryHostWorld,
  machines: fc.uniqueArray(arbitraryHostMachine, { maxLength: 5, selector: ({ uid }) => uid }),
  selectors: fc.uniqueArray(fc.oneof(arbitraryHostService, arbitraryHostEntry), { maxLength: 5, selector: ({ uid }) => uid }),
  pods: fc.uniqueArray(arbitraryHostPod, { maxLength: 4, selector: ({ uid }) => uid }),
});

function fleetOf({ world, machines, selectors, pods }: Objects): LiveFleet {
  const fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  fleet.store.setWorld(world, NOW);
  fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", "*", { kind: "live", asOf: NOW });
  fleet.setFreshness(HOSTS_CLUSTER, "endpointslices", "*", { kind: "live", asOf: NOW });
  for (const machine of machines) fleet.store.upsertEntry(machine, NOW, "seen");
  for (const one of selectors) fleet.tables[one.kind].upsert(one as never);
  for (const pod of pods) fleet.tables["workload-pods"].upsert(pod);
  return fleet;
}

const SCOPES = [hostScope(), hostScope({ workloadentries: ["shop"] }), hostScope({ services: ["legacy"] })];
const LOOKED_AT = { cluster: HOSTS_CLUSTER, namespaces: ["shop", "legacy"], scopes: SCOPES };

describe("a fleet with one selector another", () => {
  it("tells what a fleet tells that has it so: edited, new or gone", () => {
    fc.assert(
      fc.property(objects, fc.oneof(arbitraryHostService, arbitraryHostEntry), fc.boolean(), (all, edited, goes) => {
        const fleet = fleetOf(all);
        const selector = selectorOf(edited);
        const replaces = fleet.hosts.byUid(HOSTS_CLUSTER, edited.uid);
        const hosts = withEditedSelector(fleet, { cluster: HOSTS_CLUSTER, selector: goes ? null : selector, replaces });
        const others = all.selectors.filter(({ uid }) => uid !== edited.uid);
        const then = fleetOf({ ...all, selectors: goes ? others : [...others, edited] });
        expect(toldOfHosts(fleet, hosts, LOOKED_AT)).toEqual(toldOfHosts(then, new Recount(then), LOOKED_AT));
      }),
      { numRuns: 60 },
    );
  });
});
