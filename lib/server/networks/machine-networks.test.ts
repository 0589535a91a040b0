import fc from "fast-check";
import { expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { aReplica, aWorld, NOW } from "@/lib/testing/entries";
import { arbitraryMachine } from "@/lib/testing/fleet-steps";
import { MachineNetworks } from "./machine-networks";

const CLUSTER = "prod-eu";

/** All that is counted, in an order of its own. */
function told(networks: MachineNetworks) {
  const all = [...networks.all()].flatMap(([{ namespace }, counts]) =>
    [...counts].map(([network, { gaps, ...count }]) => ({ namespace, network, ...count, gaps: [...gaps].sort(([a], [b]) => a - b) })),
  );
  return all.sort((a, b) => (`${a.namespace}\n${a.network}` < `${b.namespace}\n${b.network}` ? -1 : 1));
}

type Step = { readonly put: WorkloadEntry } | { readonly remove: string } | { readonly world: boolean } | { readonly waitMs: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: arbitraryMachine.map((put) => ({ put })) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 7 }).map((id) => ({ remove: `uid-${id}` })) },
  { weight: 1, arbitrary: fc.boolean().map((world) => ({ world })) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3_600_000 }).map((waitMs) => ({ waitMs })) },
);

it("whatever happens to machines, what is counted along the way is what a fresh count gives", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
      let now = NOW;
      const fleet = liveFleet([CLUSTER], () => now);
      fleet.store.setWorld(aWorld(), now);
      const kept = new MachineNetworks(fleet);
      for (const one of steps) {
        if ("put" in one) fleet.store.upsertEntry(one.put, now, "seen");
        else if ("remove" in one) fleet.store.removeEntry(CLUSTER, one.remove, now, "seen");
        else if ("world" in one) fleet.store.setWorld(aWorld(one.world ? [aReplica()] : []), now);
        else {
          now += one.waitMs;
          fleet.store.tick(now);
        }
        const fresh = new MachineNetworks(fleet);
        expect(told(kept)).toEqual(told(fresh));
        fresh.close();
      }
      kept.close();
    }),
    { numRuns: 60 },
  );
});
