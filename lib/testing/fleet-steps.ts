import fc from "fast-check";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { World } from "@/lib/domain/mesh/world";
import { arbitraryEntry, arbitraryWorld } from "./arbitraries";
import { aGroup } from "./entries";

/** Something that happens to a fleet. Times in milliseconds since the step before. */
export type FleetStep =
  | { readonly kind: "upsert"; readonly entry: WorkloadEntry }
  | { readonly kind: "remove"; readonly uid: string }
  | { readonly kind: "list"; readonly entries: readonly WorkloadEntry[]; readonly ends: boolean }
  | { readonly kind: "list-groups"; readonly groups: readonly WorkloadGroup[] }
  | { readonly kind: "remove-group"; readonly uid: string }
  | { readonly kind: "world"; readonly world: World }
  | { readonly kind: "wait"; readonly ms: number }
  /** The record tells that the state of a machine began so long ago. */
  | { readonly kind: "resume"; readonly uid: string; readonly agoMs: number };

const FLEET_NAMESPACES = ["shop", "legacy"] as const;

/** A machine of few names in few places, so that identities meet: several uids share a name, several machines a zone and a host name. */
export const arbitraryMachine: fc.Arbitrary<WorkloadEntry> = fc
  .tuple(
    arbitraryEntry,
    fc.integer({ min: 0, max: 7 }),
    fc.record({
      name: fc.constantFrom("", "", "", "vm-renamed"),
      locality: fc.constantFrom("", "eu/eu-a", "eu/eu-b/r1", "us"),
      network: fc.constantFrom("", "vpc-1", "vpc-2"),
      address: fc.constantFrom("10.0.0.1", "vm.example", ""),
      owned: fc.constantFrom(null, "checkout", "billing"),
      writer: fc.constantFrom("", "istiod"),
      ports: fc.constantFrom(
        [],
        [["http", 8080]] as const,
        [
          ["a=b", 1],
          ["tcp", 2],
        ] as const,
      ),
      resourceVersion: fc.integer({ min: 1, max: 9 }).map(String),
      weight: fc.constantFrom(null, 0, 7),
    }),
  )
  .map(([entry, id, { owned, writer, name, ...more }]) => ({
    ...entry,
    ...more,
    uid: `uid-${id}`,
    name: name || `vm-${id % 3}`,
    namespace: FLEET_NAMESPACES[id % 2] ?? "shop",
    createdAt: id % 4 === 0 ? null : id * 1000,
    owner: owned === null ? null : { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: owned, uid: `${owned}-1` },
    lastWriter: { manager: writer, operation: "Update", subresource: "", time: 5 },
  }));

const group: fc.Arbitrary<WorkloadGroup> = fc
  .record({
    name: fc.constantFrom("checkout", "billing"),
    namespace: fc.constantFrom(...FLEET_NAMESPACES),
    resourceVersion: fc.constantFrom("1", "2"),
    expectedSize: fc.constantFrom(null, "3", "many"),
  })
  .map((change) => aGroup({ ...change, uid: `${change.namespace}-${change.name}` }));

/** Any step; a list names each uid once. */
export const arbitraryFleetStep: fc.Arbitrary<FleetStep> = fc.oneof(
  { weight: 6, arbitrary: arbitraryMachine.map((entry) => ({ kind: "upsert" as const, entry })) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 7 }).map((id) => ({ kind: "remove" as const, uid: `uid-${id}` })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.uniqueArray(arbitraryMachine, { selector: ({ uid }) => uid, maxLength: 6 }), fc.boolean())
      .map(([entries, ends]) => ({ kind: "list" as const, entries, ends })),
  },
  {
    weight: 1,
    arbitrary: fc.uniqueArray(group, { selector: ({ uid }) => uid, maxLength: 4 }).map((groups) => ({ kind: "list-groups" as const, groups })),
  },
  { weight: 1, arbitrary: fc.constantFrom("shop-checkout", "legacy-billing").map((uid) => ({ kind: "remove-group" as const, uid })) },
  { weight: 2, arbitrary: arbitraryWorld.map((world) => ({ kind: "world" as const, world })) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 3_600_000 }).map((ms) => ({ kind: "wait" as const, ms })) },
);

export const arbitraryFleetSteps = fc.array(arbitraryFleetStep, { minLength: 1, maxLength: 25 });

/** Steps of a fleet that a record is read beside: it tells when states began, which changes nothing else. */
export const arbitraryRecordedSteps = fc.array(
  fc.oneof(
    { weight: 14, arbitrary: arbitraryFleetStep },
    {
      weight: 4,
      arbitrary: fc
        .record({ uid: fc.integer({ min: 0, max: 7 }).map((id) => `uid-${id}`), agoMs: fc.integer({ min: 0, max: 3_600_000 }) })
        .map((step) => ({ kind: "resume" as const, ...step })),
    },
  ),
  { minLength: 1, maxLength: 25 },
);
