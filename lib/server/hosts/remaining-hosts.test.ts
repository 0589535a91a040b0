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
import type { HostObject, HostReader } from "./host-reader";
import { withoutMembers } from "./remaining-hosts";

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

const SCOPE = hostScope();

/** What a reader tells of the hosts of the whole fleet, whether or not machines are left in their namespace. */
function toldOf(fleet: LiveFleet, hosts: Omit<HostReader, "subscribe">, all: readonly HostObject[]) {
  return all.map(({ uid }) => {
    const host = hosts.byUid(HOSTS_CLUSTER, uid);
    if (host === null) throw new Error(`${uid} is gone.`);
    const machines = Array.from(hosts.machines(host), (entry) => fleet.identityOf(entry).uid).sort();
    const pods = hosts.pods(host).map((pod) => pod.uid);
    return { uid, counts: { ...hosts.counts(host), version: 0 }, machines, pods: [...pods].sort() };
  });
}

const isOdd = (bits: number, at: number) => ((bits >> at) & 1) === 1;

describe("the hosts of a fleet, were some machines and Pods gone", () => {
  it("are those of a fleet that never had them", () => {
    fc.assert(
      fc.property(objects, fc.nat({ max: 31 }), fc.nat({ max: 15 }), (all, machineBits, podBits) => {
        const fleet = fleetOf(all);
        const isMachineGone = (_: unknown, at: number) => isOdd(machineBits, at);
        const isPodGone = (_: unknown, at: number) => isOdd(podBits, at);
        const entries = new Set(all.machines.filter(isMachineGone).flatMap(({ uid }) => fleet.byUid(HOSTS_CLUSTER, uid) ?? []));
        const pods = new Set(all.pods.filter(isPodGone));
        const left = fleetOf({
          ...all,
          machines: all.machines.filter((one, at) => !isMachineGone(one, at)),
          pods: all.pods.filter((one, at) => !isPodGone(one, at)),
        });
        const known = fleet.hosts.all(SCOPE);
        expect(toldOf(fleet, withoutMembers(fleet, { entries, pods }), known)).toEqual(toldOf(left, new Recount(left), known));
      }),
      { numRuns: 100 },
    );
  });

  it("no longer take a machine that is gone", () => {
    fc.assert(
      fc.property(objects, (all) => {
        const fleet = fleetOf(all);
        const entries = new Set(fleet.entries());
        const hosts = withoutMembers(fleet, { entries, pods: new Set() });
        expect(Array.from(entries, (entry) => hosts.selecting(entry))).toEqual(Array.from(entries, () => []));
      }),
      { numRuns: 20 },
    );
  });
});
