import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { World } from "@/lib/domain/mesh/world";
import type { StoredMeshService, StoredPod } from "@/lib/domain/selection/objects";
import { atMost } from "@/lib/server/derive/evaluations";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { NOW } from "@/lib/testing/entries";
import { arbitraryHostEntry, arbitraryHostMachine, arbitraryHostPod, arbitraryHostService, arbitraryHostWorld } from "@/lib/testing/host-worlds";
import { aService, HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { Recount } from "@/lib/testing/server/recounted-hosts";
import { toldOfHosts } from "@/lib/testing/server/told-hosts";
import { IndexedHosts } from "./indexed-hosts";

type Step =
  | { readonly kind: "machine"; readonly value: WorkloadEntry }
  | { readonly kind: "selector"; readonly value: StoredMeshService }
  | { readonly kind: "pod"; readonly value: StoredPod }
  | { readonly kind: "world"; readonly value: World }
  | { readonly kind: "remove"; readonly what: "machine" | "pod" | "Service" | "ServiceEntry"; readonly n: number }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "slice" };

const step = fc.oneof<fc.MaybeWeightedArbitrary<Step>[]>(
  { weight: 6, arbitrary: arbitraryHostMachine.map((value) => ({ kind: "machine", value })) },
  { weight: 3, arbitrary: arbitraryHostService.map((value) => ({ kind: "selector", value })) },
  { weight: 3, arbitrary: arbitraryHostEntry.map((value) => ({ kind: "selector", value })) },
  { weight: 4, arbitrary: arbitraryHostPod.map((value) => ({ kind: "pod", value })) },
  { weight: 1, arbitrary: arbitraryHostWorld.map((value) => ({ kind: "world", value })) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("remove" as const), what: fc.constantFrom("machine", "pod", "Service", "ServiceEntry"), n: fc.nat({ max: 5 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.nat({ max: 3_600_000 }) }) },
  { weight: 3, arbitrary: fc.constant<Step>({ kind: "slice" }) },
);
const LOOKED_AT = {
  cluster: HOSTS_CLUSTER,
  namespaces: ["shop", "legacy"],
  scopes: [hostScope(), hostScope({ workloadentries: ["shop"] }), hostScope({ services: ["legacy"] })],
};

/** A fleet to which steps are played, and an index that follows it: as little as possible is evaluated at once. */
function played() {
  let now = NOW;
  const fleet = liveFleet([HOSTS_CLUSTER], () => now);
  fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", "*", { kind: "live", asOf: NOW });
  fleet.setFreshness(HOSTS_CLUSTER, "endpointslices", "*", { kind: "live", asOf: NOW });
  const hosts = new IndexedHosts(fleet, 1);
  const remove = ({ what, n }: Extract<Step, { kind: "remove" }>) => {
    if (what === "machine") return fleet.store.removeEntry(HOSTS_CLUSTER, `vm-${n}`, now, "seen");
    const table = { pod: "workload-pods", Service: "services", ServiceEntry: "serviceentries" } as const;
    for (const namespace of LOOKED_AT.namespaces)
      fleet.tables[table[what]].remove(HOSTS_CLUSTER, what === "pod" ? `Pod/${namespace}/vm-${n}` : `${what}/${namespace}/s-${n}`);
  };
  const play = (one: Step) => {
    if (one.kind === "machine") fleet.store.upsertEntry(one.value, now, "seen");
    else if (one.kind === "selector") fleet.tables[one.value.kind].upsert(one.value as never);
    else if (one.kind === "pod") fleet.tables["workload-pods"].upsert(one.value);
    else if (one.kind === "world") fleet.store.setWorld(one.value, now);
    else if (one.kind === "remove") remove(one);
    else if (one.kind === "slice") for (const evaluations of hosts.evaluations) evaluations.run(0, atMost(2));
    else {
      now += one.ms;
      fleet.store.tick(now);
    }
  };
  const settle = () => hosts.evaluations.map((evaluations) => evaluations.run(0));
  return { fleet, hosts, play, settle };
}

const steps = fc.array(step, { minLength: 1, maxLength: 30 });

describe("an index of hosts", () => {
  it("tells what a full recount tells, whatever happened, wherever it began and in whatever slices", () => {
    fc.assert(
      fc.property(steps, fc.nat({ max: 10 }), (all, begins) => {
        const { fleet, hosts, play, settle } = played();
        for (const [at, one] of all.entries()) {
          if (at === begins) hosts.begin();
          play(one);
        }
        settle();
        expect(toldOfHosts(fleet, hosts, LOOKED_AT)).toEqual(toldOfHosts(fleet, new Recount(fleet), LOOKED_AT));
      }),
      { numRuns: 120 },
    );
  });

  it("tells whoever listens of every host whose counts are others", () => {
    fc.assert(
      fc.property(steps, steps, (before, after) => {
        const { fleet, hosts, play, settle } = played();
        for (const one of before) play(one);
        settle();
        const countsOf = () => new Map(LOOKED_AT.namespaces.flatMap((ns) => hosts.candidates(HOSTS_CLUSTER, ns)).map((host) => [host.uid, told(host)]));
        const told = (host: Parameters<typeof hosts.counts>[0]) => JSON.stringify({ ...hosts.counts(host), version: 0 });
        const first = countsOf();
        const heard = new Set<string>();
        hosts.subscribe(({ uid }) => heard.add(uid));
        for (const one of after) play(one);
        settle();
        const then = countsOf();
        for (const uid of new Set([...first.keys(), ...then.keys()])) if (first.get(uid) !== then.get(uid)) expect(heard).toContain(uid);
        expect(fleet.size).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 40 },
    );
  });

  it("shows the counts of the version before until those of a new one are counted", () => {
    const { fleet, hosts, settle } = played();
    for (let n = 0; n < 6; n++) fleet.store.upsertEntry({ ...machineOf(n), specLabels: [["app", n < 4 ? "a" : "b"]] }, NOW, "seen");
    fleet.tables.services.upsert(aService() as never);
    const host = () => hosts.find(HOSTS_CLUSTER, "Service", "shop", "a") ?? expect.fail("There is no Service a.");
    hosts.begin();
    expect(hosts.counts(host()).machines.taken).toBe(4);
    fleet.tables.services.upsert(aService({ selector: [["app", "b"]] }, "2") as never);
    expect([hosts.counts(host()).machines.taken, hosts.isSettled(host())]).toEqual([4, false]);
    settle();
    expect([hosts.counts(host()).machines.taken, hosts.isSettled(host())]).toEqual([2, true]);
  });
});

function machineOf(n: number): WorkloadEntry {
  const [sample] = fc.sample(arbitraryHostMachine, { numRuns: 1, seed: n });
  return { ...(sample ?? expect.fail("no sample")), uid: `vm-${n}`, name: `vm-${n}`, namespace: "shop", metadataLabels: [], address: `10.0.0.${n}` };
}
