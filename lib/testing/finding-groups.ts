import fc from "fast-check";
import { formatPlannedLeaves } from "@/lib/domain/entry/planned-leaves";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { Probe, WorkloadGroup } from "@/lib/domain/group/workload-group";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { aGroup, ago, aReplica, aReport, NOW } from "./entries";
import { pairs, seldom } from "./finding-values";

const MINUTE = 60_000;

const owner = fc.constantFrom<WorkloadEntry["owner"][]>(
  null,
  null,
  null,
  { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "checkout", uid: "shop/checkout" },
  { apiVersion: "networking.istio.io/v1beta1", kind: "WorkloadGroup", name: "checkout", uid: "older" },
  { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "cart", uid: "shop/cart" },
  { apiVersion: "apps/v1", kind: "ReplicaSet", name: "checkout", uid: "1" },
);

/** Moments clear of every limit: fresh, of some age, past renewal, past istiod's leak limit, ahead, and no time at all. */
const connectedAt = fc.constantFrom(null, null, ...[0.5, 5, 20, 40, 90, -5].map((minutes) => ago(minutes * MINUTE)), parseTimestamp("yesterday"));

/** What an entry says of its group, its connection and its health, in any mix. */
export const arbitraryMarks: fc.Arbitrary<Partial<WorkloadEntry>> = fc
  .record({
    ...{ owner, connectedAt },
    registrationGroup: fc.constantFrom("", "", "checkout", "cart", "gone"),
    controller: fc.constantFrom("", "istiod-a", "istiod-b", "istiod-c", "istiod-gone"),
    disconnectedAt: fc.constantFrom(null, null, ago(MINUTE)),
    createdAt: fc.constantFrom(NOW - 5_000, NOW - 5 * MINUTE, NOW - 120 * MINUTE),
    generation: fc.constantFrom(1, 1, 2),
    gate: fc.constantFrom(null, null, "", "true", "true", "true", "true", "false", "yes"),
    status: fc.constantFrom("True", "True", "False", null),
    probed: fc.constantFrom(1, 30, 120),
    written: fc.constantFrom(null, 1, 30, 120),
    weight: fc.constantFrom(null, 0, 3),
  })
  .map(({ status, probed, written, ...own }) => ({
    ...own,
    health: status === null ? null : { ...aReport(status), lastProbeTime: ago(probed * MINUTE) },
    lastWriter: written === null ? null : { manager: "pilot-discovery", operation: "Update", subresource: "", time: NOW - written * MINUTE },
  }));

const probe: fc.Arbitrary<Probe | null> = seldom(
  fc
    .record({
      method: fc.constantFrom("httpGet" as const, "tcpSocket" as const, "exec" as const, "grpc" as const, "none" as const),
      command: fc.constantFrom<(readonly string[])[]>([], ["true"]),
      initialDelaySeconds: fc.constantFrom(null, 0, 3_600),
      failureThreshold: fc.constantFrom(null, 0, 3),
    })
    .map((own) => ({ port: 8080, path: "", scheme: "", host: "", timeoutSeconds: null, periodSeconds: null, successThreshold: null, ...own })),
  null,
  1,
);

const LONG_NAME = "a".repeat(70);
const LONGEST_NAME = "a".repeat(245);

const groupLabels = fc
  .record({
    app: fc.constantFrom<(string | undefined)[]>("a", "a", "b", undefined),
    v: fc.constantFrom<(string | undefined)[]>("1", undefined, undefined),
    "istio-locality": seldom(fc.constantFrom<(string | undefined)[]>("eu.a"), undefined),
    "istio.io/rev": seldom(fc.constantFrom<(string | undefined)[]>("default", "canary", "old", ""), undefined),
    "topology.istio.io/locality": seldom(fc.constantFrom<(string | undefined)[]>("eu.a", "eu/a"), undefined),
    note: seldom(fc.constantFrom<(string | undefined)[]>("not a value", "x".repeat(64), "_x"), undefined, 9),
  })
  .map(pairs);

/** Machines that are planned to go: before now, after it, or at no time; of names that are there or not. */
const plannedLeaves = fc
  .array(
    fc.record({ entry: fc.constantFrom("vm-0", "vm-1", "vm-2", "gone"), by: fc.constantFrom(NOW - MINUTE, NOW + MINUTE, null), reason: fc.constant("moved") }),
    {
      maxLength: 2,
    },
  )
  .map(formatPlannedLeaves);

/** A group of few names. */
export const arbitraryGroup: fc.Arbitrary<WorkloadGroup> = fc
  .record({
    name: fc.constantFrom("checkout", "checkout", "cart", LONG_NAME, LONGEST_NAME),
    namespace: fc.constantFrom("shop", "shop", "data"),
    entryLabels: groupLabels,
    labels: seldom(groupLabels, [], 1),
    locality: fc.constantFrom("", "", "eu/a", "eu//s", "/z", "//", "///x", "eu"),
    network: fc.constantFrom("", "vpc-1", "Not_a_name"),
    ports: fc.constantFrom<(readonly (readonly [string, number])[])[]>([], [["http", 80]], [["http", 8080]]),
    weight: fc.constantFrom(null, 0, 3),
    serviceAccount: fc.constantFrom("", "web", "api"),
    probe,
    generation: fc.constantFrom(1, 2),
    revision: seldom(fc.constantFrom("default", "old"), ""),
    misplacedKeys: seldom(
      fc.constantFrom(
        ["metadata.annotations[istio.io/rev]"],
        ["spec.metadata.annotations[istio.io/rev]"],
        ["spec.metadata.labels[ambient.istio.io/redirection]"],
      ),
      [] as readonly string[],
    ),
    gate: seldom(fc.constantFrom("true", "false"), null),
    annotation: seldom(fc.constantFrom("checkout", "other"), null),
    plannedLeaves: seldom(plannedLeaves, null),
  })
  .map(({ name, namespace, entryLabels, misplacedKeys, probe: check, generation, revision, gate, annotation, plannedLeaves: planned, ...template }) =>
    aGroup({
      ...{ plannedLeaves: planned, misplacedKeys },
      ...{ name, namespace, entryLabels, probe: check, generation, revision, uid: `${namespace}/${name}`, template: { address: "", ...template } },
      entryAnnotations: pairs({ "proxy.istio.io/health-checks-enabled": gate ?? undefined, "istio.io/autoRegistrationGroup": annotation ?? undefined }),
    }),
  );

/** One that has run for long, one that was restarted just now, and one on a Node that is silent. */
export const REPLICAS = [
  aReplica({ name: "istiod-a" }),
  aReplica({ name: "istiod-b", revision: "canary", runningSince: NOW - 10 * MINUTE }),
  aReplica({ name: "istiod-c", nodeState: "silent" }),
];
