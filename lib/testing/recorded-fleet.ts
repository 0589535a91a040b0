import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { aGroup, ago, anEntry, aReplica, aReport, aWorld, NOW } from "./entries";
import { aHostEntry, aService, aTablePod } from "./hosts";
import { anEntryPort } from "./selection";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ZONE_A = "eu-central-1/eu-central-1a";
const ZONE_B = "europe-west3/europe-west3-b/rack-7";

/** The clusters of the recorded fleet. The builders of tables use the first one only. */
export const RECORDED_CLUSTERS = ["prod-eu", "prod-us"] as const;

export const RECORDED_WORLD = aWorld([
  aReplica({ name: "istiod-a", uid: "istiod-1" }),
  aReplica({ name: "istiod-b", uid: "istiod-2", revision: "canary", zone: "eu-central-1b" }),
]);

const machine = (name: string, own: Partial<WorkloadEntry> = {}): WorkloadEntry =>
  anEntry({
    ...{ name, uid: `uid-${name}`, namespace: "shop", controller: "istiod-a", locality: ZONE_A, createdAt: NOW - 2 * HOUR },
    ...{ specLabels: sortedLabelSet([["app", name]]), metadataLabels: [] },
    ...own,
  });
const byHand = { registrationGroup: "", controller: "", connectedAt: null, owner: null, health: null, gate: null } as const;
const billing = {
  namespace: "legacy",
  registrationGroup: "billing",
  owner: { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "billing", uid: "billing-1" },
} as const;

/** The machine that is lost before the lists are read. */
export const RECORDED_LOST = machine("lost", { address: "10.20.1.99" });

const labels = (own: Readonly<Record<string, string>>) => ({ metadataLabels: sortedLabelSet(Object.entries(own)) });

/** One machine for each state and origin, named after it, in three namespaces, two clusters, three networks and three zones. */
export const RECORDED_ENTRIES: readonly WorkloadEntry[] = [
  machine("healthy", labels({ tier: "front end", awaits: "yes", drains: "yes" })),
  machine("unhealthy", { ...billing, network: "vpc-3", locality: ZONE_B, health: aReport("False", "HTTP 503: connect refused") }),
  machine("draining", { controller: "istiod-b", ...labels({ "istio.io/draining": "true", drains: "yes", "istio.io/rev": "canary" }) }),
  machine("awaiting", { health: null, network: "", ...labels({ awaits: "yes" }) }),
  machine("unchecked", { ...billing, gate: null, health: null, locality: ZONE_B, ...labels({ "istio.io/rev": "default" }) }),
  machine("unverified", { ...billing, controller: "istiod-gone", locality: "eu-central-1" }),
  machine("overdue", { connectedAt: ago(40 * MINUTE), locality: "" }),
  machine("reconnecting", { connectedAt: null, disconnectedAt: ago(0), controller: "istiod-b", createdAt: NOW - 10 * MINUTE }),
  machine("disconnected", { connectedAt: null, disconnectedAt: ago(HOUR) }),
  machine("unreadable", { ...byHand, unreadable: "spec.ports: expected a map" }),
  machine("no-endpoint", { ...byHand, address: "", network: "" }),
  machine("by-hand", { ...byHand, address: "db.example.com", network: "", locality: "", createdAt: NOW - 40 * 24 * HOUR }),
  machine("by-hand-checked", { ...byHand, gate: "true", health: aReport("True") }),
  machine("abroad", { cluster: "prod-us" }),
  machine("blind", { ...byHand, namespace: "unseen", address: "10.9.9.9" }),
];

export const RECORDED_GROUPS: readonly WorkloadGroup[] = [
  aGroup({ expectedSize: "9" }),
  aGroup({ uid: "billing-1", name: "billing", namespace: "legacy", entryLabels: sortedLabelSet([["app", "billing"]]), createdAt: NOW - 90 * 24 * HOUR }),
  aGroup({ uid: "empty-1", name: "empty", entryLabels: sortedLabelSet([["app", "empty"]]) }),
  aGroup({ uid: "unreadable-1", name: "unreadable", unreadable: "spec.template: missing" }),
  aGroup({ uid: "abroad-1", cluster: "prod-us" }),
];

/** Selects machines by one label. */
const selecting = (key: string, value: string) => ({ selector: sortedLabelSet([[key, value]]) });
const claimed = (name: string) => aHostEntry({ name, hosts: ["claimed.example.com"], ...selecting("app", "healthy") });

/** One Service or ServiceEntry for each status, named after it, and one with its endpoints in its spec. */
export const RECORDED_SERVICES = [
  aService({ name: "nobody", namespace: "legacy", ...selecting("app", "unhealthy") }),
  aService({ name: "missing", ...selecting("app", "pod") }),
  aService({ name: "unverified", namespace: "legacy", ...selecting("app", "unverified"), exportTo: ["."] }),
  claimed("claimed-twice"),
  claimed("claimed-again"),
  aService({ name: "unknown", namespace: "unseen", ...selecting("app", "nobody") }),
  aHostEntry({ name: "awaiting", hosts: ["awaiting.example.com"], ...selecting("awaits", "yes"), ports: [anEntryPort({ number: 8443 })] }),
  aService({ name: "draining", ...selecting("drains", "yes") }),
  aService({ name: "takes-nobody", ...selecting("app", "takes-nobody") }),
  aService({ name: "unchecked", namespace: "legacy", ...selecting("app", "unchecked") }),
  aService({ name: "serves", ...selecting("app", "healthy") }),
  aHostEntry({ name: "inline", hosts: ["inline.example.com"], selector: null, endpoints: [aGroup().template] }),
];

/** One of two Pods is not ready. */
export const RECORDED_PODS = [
  aTablePod({ name: "pod-1", labels: [["app", "pod"]] }),
  aTablePod({ name: "pod-2", labels: [["app", "pod"]], ready: false, address: "10.1.0.2" }),
];

const patched = { verb: "patch", resource: "workloadgroups", seen_with: "workloadgroups", cluster: "prod-eu", namespace: "shop", name: "checkout" } as const;
const command = { ...patched, who: "ann", fields: "metadata", result: "done", audit_id: "", session: "", source_address: "192.0.2.7", request_id: "1" };

/** Audit lines. */
export const RECORDED_COMMANDS = [
  { ...command, command: "set-expected-size", mode: "applied" },
  { ...command, command: "plan-leaves", mode: "dry run", who: "bob", namespace: "legacy", name: "billing" },
  { ...command, command: "delete-workloadentry", mode: "applied", name: "lost", resource: "workloadentries", result: "refused: not found" },
] as const;
