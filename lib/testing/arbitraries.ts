import fc from "fast-check";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { Replica, World } from "@/lib/domain/mesh/world";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { parseTimestamp, type Timestamp } from "@/lib/domain/object/timestamp";
import { anEntry, aReplica, aReport, aWorld, NOW, PODS_DENIED } from "./entries";

const NAMES = ["", "istiod-a", "istiod-b", "istiod-gone"] as const;
const HOUR = 3_600_000;

/** A moment within two hours of NOW, in whole milliseconds. */
export const arbitraryMoment = fc.integer({ min: NOW - 2 * HOUR, max: NOW + 2 * HOUR });

const mark: fc.Arbitrary<Timestamp | null> = fc.oneof(
  { weight: 4, arbitrary: arbitraryMoment.map((ms) => parseTimestamp(new Date(ms).toISOString())) },
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom("", "yesterday", "2026-13-40T99:00:00Z").map(parseTimestamp) },
);
const labels = fc.array(fc.tuple(fc.constantFrom("app", "version", "istio.io/draining", "__proto__"), fc.constantFrom("", "a", "b")), { maxLength: 3 });

/** Any entry that the parser could hand over, in any mix of marks. */
export const arbitraryEntry: fc.Arbitrary<WorkloadEntry> = fc
  .record({
    unreadable: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constant("spec is a list") }),
    registrationGroup: fc.constantFrom("", "checkout"),
    controller: fc.constantFrom(...NAMES),
    address: fc.constantFrom("", "10.20.1.14", "10.20.1.14"),
    network: fc.constantFrom("", "vpc-2"),
    connectedAt: mark,
    disconnectedAt: mark,
    gate: fc.constantFrom(null, "", "true", "T", "1", "false", "yes"),
    health: fc.oneof(
      fc.constant(null),
      fc.constantFrom("True", "False", "Unknown", "").map((status) => aReport(status, "503")),
    ),
    specLabels: labels.map((pairs) => sortedLabelSet(new Map(pairs))),
    metadataLabels: labels.map((pairs) => sortedLabelSet(new Map(pairs))),
  })
  .map(anEntry);

const replica: fc.Arbitrary<Replica> = fc
  .record({
    name: fc.constantFrom("istiod-a", "istiod-b"),
    runningSince: fc.oneof(fc.constant(null), arbitraryMoment),
    maxConnectionAgeMs: fc.constantFrom(undefined, null, 20_000, 1_800_000),
    gracePeriodMs: fc.constantFrom(undefined, 2_000, 10_000),
    deletingAt: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: arbitraryMoment }),
    ready: fc.constantFrom("true", "true", "false", "unknown").map((status) => ({ status, reason: "" }) as const),
    nodeState: fc.constantFrom("ready", "ready", "not-ready", "silent", "not-known", "not-visible"),
  })
  .map(aReplica);

/** Any world: replicas known, assumed or denied, and ages of every kind. */
export const arbitraryWorld: fc.Arbitrary<World> = fc
  .tuple(
    fc.array(replica, { maxLength: 3 }),
    fc.constantFrom("known", "assumed", "denied"),
    fc.constantFrom("known", "assumed", "denied"),
    fc.constantFrom(null, 7, 20_000, 1_800_000),
  )
  .map(([replicas, replicasKind, ageKind, age]) => {
    const world = aWorld(replicas);
    const seen = world.replicas.kind === "known" && replicasKind !== "denied" ? { ...world.replicas, kind: replicasKind } : PODS_DENIED;
    const source = "a flag";
    return { ...world, replicas: seen, maxConnectionAgeMs: ageKind === "denied" ? { kind: ageKind, source } : { kind: ageKind, value: age, source } };
  });
