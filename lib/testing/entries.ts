import type { HealthReport, WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { UNRECORDED_MESH_FACTS } from "@/lib/domain/history/world-parts";
import type { Replica, World } from "@/lib/domain/mesh/world";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { parseTimestamp } from "@/lib/domain/object/timestamp";

/** The moment at which entries of tests are looked at: 2026-08-12 04:16:12 UTC. */
export const NOW = Date.UTC(2026, 7, 12, 4, 16, 12);

/** The chart's maximum connection age, and istiod's default grace period (docs/istio.md#connection-age). */
export const MAX_AGE_MS = 30 * 60_000;
export const GRACE_MS = 10_000;

/** A timestamp annotation that lies `ms` milliseconds before NOW. */
export function ago(ms: number) {
  return parseTimestamp(new Date(NOW - ms).toISOString());
}

/** A Healthy condition as istiod writes it (docs/istio.md#reports). */
export function aReport(status: string, message = ""): HealthReport {
  return { status, message, lastProbeTime: ago(60_000), lastTransitionTime: ago(60_000) };
}

/** A machine that is well: auto-registered, connected for a minute to a replica that runs, checked and healthy. */
export function anEntry(change: Partial<WorkloadEntry> = {}): WorkloadEntry {
  return {
    cluster: "prod-eu",
    uid: "57fd0001",
    namespace: "shop",
    name: "checkout-10.20.1.14-vpc-2",
    resourceVersion: "1200",
    createdAt: NOW - 86_400_000,
    deletingAt: null,
    generation: 1,
    unreadable: null,
    address: "10.20.1.14",
    network: "vpc-2",
    locality: "eu-central-1/eu-central-1a",
    serviceAccount: "checkout-vm",
    weight: null,
    ports: [["http", 8080]],
    specLabels: sortedLabelSet([["app", "checkout"]]),
    metadataLabels: sortedLabelSet([["app", "checkout"]]),
    registrationGroup: "checkout",
    controller: "istiod-7c9f-a",
    connectedAt: ago(60_000),
    disconnectedAt: null,
    gate: "true",
    owner: { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "checkout", uid: "9a01" },
    health: aReport("True"),
    lastWriter: null,
    managedBy: "",
    misplacedKeys: "",
    drainReason: "",
    mutedFindings: "",
    istiodStatus: "",
    ...change,
  };
}

/** An istiod Pod that has run for a day. */
export function aReplica(change: Partial<Replica> = {}): Replica {
  return {
    name: "istiod-7c9f-a",
    namespace: "istio-system",
    uid: "aa01",
    revision: "default",
    runningSince: NOW - 86_400_000,
    phase: "Running",
    ready: { status: "true", reason: "" },
    node: "node-1",
    nodeState: "ready",
    zone: "eu-central-1a",
    restarts: 0,
    deletingAt: null,
    maxConnectionAgeMs: undefined,
    gracePeriodMs: undefined,
    ...change,
  };
}

/** A world with these replicas, a maximum connection age of 30 minutes and a grace period of 10 seconds, all known. */
export function aWorld(replicas: readonly Replica[] = [aReplica()], change: Partial<World> = {}): World {
  return {
    cluster: "prod-eu",
    replicas: { kind: "known", value: new Map(replicas.map((replica) => [replica.name, replica])), source: "pods" },
    endedReplicas: new Map(),
    nodes: { kind: "known", source: "nodes" },
    maxConnectionAgeMs: { kind: "known", value: MAX_AGE_MS, source: "arguments" },
    gracePeriodMs: { kind: "known", value: GRACE_MS, source: "environment" },
    ...UNRECORDED_MESH_FACTS,
    ...change,
  };
}

/** A world in which istiod's Pods may not be read. */
export const PODS_DENIED = { kind: "denied", source: "list pods" } as const;

/** A group whose machines listen on 8080 and are probed there. */
export function aGroup(change: Partial<WorkloadGroup> = {}): WorkloadGroup {
  return {
    cluster: "prod-eu",
    uid: "9a01",
    namespace: "shop",
    name: "checkout",
    resourceVersion: "900",
    createdAt: NOW - 30 * 86_400_000,
    deletingAt: null,
    generation: 1,
    unreadable: null,
    revision: "",
    entryLabels: sortedLabelSet([["app", "checkout"]]),
    entryAnnotations: [],
    misplacedKeys: [],
    template: { address: "", ports: [["http", 8080]], labels: [], network: "vpc-2", locality: "", weight: null, serviceAccount: "checkout-vm" },
    probe: null,
    expectedSize: null,
    plannedLeaves: null,
    maintenance: null,
    mutedFindings: "",
    lastWriter: null,
    managedBy: "",
    ...change,
  };
}
