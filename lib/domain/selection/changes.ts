import { type LabelSet, labelSet } from "@/lib/domain/label-set";
import type { MeshSettings } from "./mesh";
import type { Resolution, SelectableEntry, SelectablePod, Selector, ServiceEntry } from "./objects";
import type { Candidate } from "./reasons";

/** One edit of one object, in the words of its fields. `isExample` marks a value that only the user knows. */
export type Change =
  | { readonly on: "machine"; readonly set: "labels"; readonly labels: LabelSet }
  | { readonly on: "machine"; readonly set: "no-label"; readonly key: string }
  | { readonly on: "selector"; readonly set: "no-label"; readonly key: string }
  | { readonly on: "machine"; readonly set: "address"; readonly value: string; readonly isExample: true }
  | { readonly on: "machine"; readonly set: "port"; readonly name: string; readonly value: number; readonly isExample: true }
  /** The application passes its probe: the condition Healthy becomes True. */
  | { readonly on: "machine"; readonly set: "healthy" }
  /** A Pod that runs, is ready, has an address and is not being deleted. */
  | { readonly on: "machine"; readonly set: "running-and-ready" }
  /** The same object in another namespace. */
  | { readonly on: "selector"; readonly set: "namespace"; readonly value: string }
  /** The whole selector; inline endpoints, which it excludes, go. */
  | { readonly on: "selector"; readonly set: "selector"; readonly labels: LabelSet }
  | { readonly on: "selector"; readonly set: "resolution"; readonly value: Resolution }
  /** A variable of istiod, back to its default: `true`. */
  | { readonly on: "istiod"; readonly set: "setting"; readonly name: string }
  /** `type: ClusterIP` with an address: a Service made anew, for both fields stay as they are made. */
  | { readonly on: "selector"; readonly set: "cluster-ip" };

export interface Pair {
  readonly selector: Selector;
  readonly candidate: Candidate;
}

/** Any address of the block that is kept for documentation (RFC 5737). */
export const EXAMPLE_ADDRESS = "192.0.2.1";

/** Both objects after an edit. */
export function changed({ selector, candidate }: Pair, change: Change): Pair {
  if (change.on === "istiod") return { selector, candidate };
  if (change.on === "machine") return { selector, candidate: changedCandidate(candidate, change) };
  return { selector: changedSelector(selector, change), candidate };
}

/** The settings of the mesh after an edit: only one of istiod itself changes them. */
export function changedMesh(mesh: MeshSettings, change: Change): MeshSettings {
  if (change.on !== "istiod") return mesh;
  const isOfPods = change.name === "PILOT_ENABLE_SERVICEENTRY_SELECT_PODS";
  return isOfPods ? { ...mesh, serviceEntriesSelectPods: true } : { ...mesh, servicesSelectEntries: true };
}

function changedCandidate(candidate: Candidate, change: Extract<Change, { on: "machine" }>): Candidate {
  if (candidate.kind === "pod") return { kind: "pod", pod: { ...candidate.pod, ...changedPod(candidate.pod, change) } };
  return { kind: "entry", entry: { ...candidate.entry, ...changedEntry(candidate.entry, change) } };
}

function changedPod(pod: SelectablePod, change: Extract<Change, { on: "machine" }>): Partial<SelectablePod> {
  if (change.set === "labels") return { labels: withPairs(pod.labels, change.labels) };
  if (change.set === "no-label") return { labels: without(pod.labels, change.key) };
  if (change.set === "running-and-ready") return { phase: "Running", ready: true, deletingAt: null, address: pod.address || EXAMPLE_ADDRESS };
  if (change.set === "port") return { ports: [...pod.ports, { name: change.name, port: change.value, protocol: "TCP" }] };
  return {};
}

function changedEntry(entry: SelectableEntry, change: Extract<Change, { on: "machine" }>): Partial<SelectableEntry> {
  if (change.set === "labels") return { metadataLabels: withPairs(entry.metadataLabels, change.labels) };
  if (change.set === "no-label") return { specLabels: without(entry.specLabels, change.key), metadataLabels: without(entry.metadataLabels, change.key) };
  if (change.set === "address") return { address: change.value };
  if (change.set === "healthy") return { health: { status: "True", message: "" } };
  if (change.set === "port") return { ports: [...entry.ports.filter(([name]) => name !== change.name), [change.name, change.value]] };
  return {};
}

function changedSelector(selector: Selector, change: Extract<Change, { on: "selector" }>): Selector {
  if (change.set === "namespace") return { ...selector, namespace: change.value };
  if (change.set === "no-label") return { ...selector, labels: without(selector.labels, change.key) };
  if (selector.kind === "Service") {
    if (change.set === "selector") return { ...selector, selector: change.labels };
    return change.set === "cluster-ip" ? { ...selector, type: "ClusterIP", isHeadless: false, externalName: "" } : selector;
  }
  return changedServiceEntry(selector, change);
}

function changedServiceEntry(entry: ServiceEntry, change: Extract<Change, { on: "selector" }>): ServiceEntry {
  if (change.set === "selector") return { ...entry, selector: change.labels, endpoints: [] };
  return change.set === "resolution" ? { ...entry, resolution: change.value } : entry;
}

function withPairs(labels: LabelSet, more: LabelSet): LabelSet {
  return labelSet(new Map([...labels, ...more]));
}

function without(labels: LabelSet, key: string): LabelSet {
  return labels.filter(([other]) => other !== key);
}
