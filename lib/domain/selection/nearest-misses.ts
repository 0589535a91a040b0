import { type LabelSet, sortedLabelSet } from "@/lib/domain/object/label-set";
import { addressKind } from "./ip-address";
import { CLUSTER_LABEL, REVISION_LABEL } from "./machine";
import { workloadOfCandidate, reasonsAgainst } from "./matching";
import type { ServiceEntryResolution, SelectableEntry, SelectablePod, MeshService, ServiceEntry } from "./objects";
import type { Candidate, DifferingPair, ExclusionReason } from "./reasons";
import type { MeshSettings } from "./world";

/** One edit of a field of one object. `isExample` marks a value that only the user knows. */
export type SelectionFix =
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
  /** The whole selector. Inline endpoints are removed, since a selector excludes them. */
  | { readonly on: "selector"; readonly set: "selector"; readonly labels: LabelSet }
  | { readonly on: "selector"; readonly set: "resolution"; readonly value: ServiceEntryResolution }
  /** A variable of istiod, set back to its default: `true`. */
  | { readonly on: "istiod"; readonly set: "setting"; readonly name: string }
  /** `type: ClusterIP` with an address. The Service is created again, since both fields are immutable. */
  | { readonly on: "selector"; readonly set: "cluster-ip" };

/** A Service or ServiceEntry, and a machine or Pod that it may select. */
export interface ServiceAndCandidate {
  readonly selector: MeshService;
  readonly candidate: Candidate;
}

/** An address of the block reserved for documentation (RFC 5737). */
export const EXAMPLE_ADDRESS = "192.0.2.1";

/** Returns both objects after an edit. */
export function applySelectionFix({ selector, candidate }: ServiceAndCandidate, change: SelectionFix): ServiceAndCandidate {
  if (change.on === "istiod") return { selector, candidate };
  if (change.on === "machine") return { selector, candidate: changedCandidate(candidate, change) };
  return { selector: changedSelector(selector, change), candidate };
}

/** Returns the settings of the mesh after an edit. Only an edit of istiod changes them. */
export function applyMeshChange(mesh: MeshSettings, change: SelectionFix): MeshSettings {
  if (change.on !== "istiod") return mesh;
  const isOfPods = change.name === "PILOT_ENABLE_SERVICEENTRY_SELECT_PODS";
  return isOfPods ? { ...mesh, serviceEntriesSelectPods: true } : { ...mesh, servicesSelectEntries: true };
}

function changedCandidate(candidate: Candidate, change: Extract<SelectionFix, { on: "machine" }>): Candidate {
  if (candidate.kind === "pod") return { kind: "pod", pod: { ...candidate.pod, ...changedPod(candidate.pod, change) } };
  return { kind: "entry", entry: { ...candidate.entry, ...changedEntry(candidate.entry, change) } };
}

function changedPod(pod: SelectablePod, change: Extract<SelectionFix, { on: "machine" }>): Partial<SelectablePod> {
  if (change.set === "labels") return { labels: withPairs(pod.labels, change.labels) };
  if (change.set === "no-label") return { labels: without(pod.labels, change.key) };
  if (change.set === "running-and-ready") return { phase: "Running", ready: true, deletingAt: null, address: pod.address || EXAMPLE_ADDRESS };
  if (change.set === "port") return { ports: [...pod.ports, { name: change.name, port: change.value, protocol: "TCP" }] };
  return {};
}

function changedEntry(entry: SelectableEntry, change: Extract<SelectionFix, { on: "machine" }>): Partial<SelectableEntry> {
  if (change.set === "labels") return { metadataLabels: withPairs(entry.metadataLabels, change.labels) };
  if (change.set === "no-label") return { specLabels: without(entry.specLabels, change.key), metadataLabels: without(entry.metadataLabels, change.key) };
  if (change.set === "address") return { address: change.value };
  if (change.set === "healthy") return { health: { status: "True", message: "" } };
  if (change.set === "port") return { ports: [...entry.ports.filter(([name]) => name !== change.name), [change.name, change.value]] };
  return {};
}

function changedSelector(selector: MeshService, change: Extract<SelectionFix, { on: "selector" }>): MeshService {
  if (change.set === "namespace") return { ...selector, namespace: change.value };
  if (change.set === "no-label") return { ...selector, labels: without(selector.labels, change.key) };
  if (selector.kind === "Service") {
    if (change.set === "selector") return { ...selector, selector: change.labels };
    return change.set === "cluster-ip" ? { ...selector, type: "ClusterIP", isHeadless: false, externalName: "" } : selector;
  }
  return changedServiceEntry(selector, change);
}

function changedServiceEntry(entry: ServiceEntry, change: Extract<SelectionFix, { on: "selector" }>): ServiceEntry {
  if (change.set === "selector") return { ...entry, selector: change.labels, endpoints: [] };
  return change.set === "resolution" ? { ...entry, resolution: change.value } : entry;
}

function withPairs(labels: LabelSet, more: LabelSet): LabelSet {
  return sortedLabelSet(new Map([...labels, ...more]));
}

function without(labels: LabelSet, key: string): LabelSet {
  return labels.filter(([other]) => other !== key);
}

/** A reason against a machine, with the one edit that removes it. */
export interface MismatchWithFix {
  readonly reason: ExclusionReason;
  readonly change: SelectionFix;
}

const MOST_CHANGES = 16;

/**
 * Returns every reason why an object does not select a machine, each with an edit. After all edits, in this order, it selects the machine. Most pairs have one
 * reason. Null = no edits suffice; no such pair is known.
 */
export function mismatchesWithFixes(pair: ServiceAndCandidate, mesh: MeshSettings): readonly MismatchWithFix[] | null {
  const refusals: MismatchWithFix[] = [];
  let { selector, candidate } = pair;
  let settings = mesh;
  for (let round = 0; round < MOST_CHANGES; round++) {
    const [reason] = reasonsAgainst(selector, candidate, settings);
    if (reason === undefined) return refusals;
    const change = changeAgainst(reason, { selector, candidate }, settings);
    refusals.push({ reason, change });
    ({ selector, candidate } = applySelectionFix({ selector, candidate }, change));
    settings = applyMeshChange(settings, change);
  }
  return null;
}

/** Returns an edit of the machine if one helps, else of the object that selects. */
function changeAgainst(reason: ExclusionReason, pair: ServiceAndCandidate, mesh: MeshSettings): SelectionFix {
  switch (reason.code) {
    case "selector-of-other-revision":
      return { on: "selector", set: "no-label", key: REVISION_LABEL };
    case "machine-of-other-revision":
      return { on: "machine", set: "no-label", key: REVISION_LABEL };
    case "switched-off":
      return { on: "istiod", set: "setting", name: reason.setting };
    case "no-selector":
    case "empty-selector":
    case "empty-selector-unknown":
      return { on: "selector", set: "selector", labels: ownPair(pair, mesh) };
    case "other-namespace":
      return { on: "selector", set: "namespace", value: reason.found };
    case "labels-differ":
      return againstDifferingLabels(reason.pairs, pair, mesh);
    case "host-name-address":
    case "socket-address":
      // A socket is sent with resolution DNS, but its effect on the proxy was not measured (docs/istio.md#address-kinds).
      if (reason.resolution === "Service" || reason.code === "socket-address")
        return { on: "machine", set: "address", value: EXAMPLE_ADDRESS, isExample: true };
      return { on: "selector", set: "resolution", value: "DNS" };
    case "resolution-none":
    case "resolution-dynamic":
      return { on: "selector", set: "resolution", value: needsDns(pair, mesh) ? "DNS" : "STATIC" };
    case "headless":
    case "external-name":
      return { on: "selector", set: "cluster-ip" };
    case "unhealthy":
    case "awaiting-first-probe":
      return { on: "machine", set: "healthy" };
    case "draining":
      return { on: "machine", set: "no-label", key: mesh.drainingLabel };
    case "pod-not-ready":
    case "pod-deleting":
    case "pod-without-address":
    case "pod-finished":
      return { on: "machine", set: "running-and-ready" };
  }
}

/** Returns labels for the machine. If Istio derives them, or they would cause another reason, it returns the selector's edit. */
function againstDifferingLabels(pairs: Extract<ExclusionReason, { code: "labels-differ" }>["pairs"], pair: ServiceAndCandidate, mesh: MeshSettings): SelectionFix {
  const labels = sortedLabelSet(pairs.map(({ key, wanted }) => [key, wanted] as const));
  const set: SelectionFix = { on: "machine", set: "labels", labels };
  const before = reasonsAgainst(pair.selector, pair.candidate, mesh).length;
  const after = applySelectionFix(pair, set);
  if (reasonsAgainst(after.selector, after.candidate, mesh).length < before) return set;
  const differing = new Map(pairs.map(({ key, found }) => [key, found]));
  const kept = (pair.selector.selector ?? []).flatMap(([key, wanted]): LabelSet => {
    const found = differing.get(key);
    return found === undefined ? [[key, wanted]] : found === null ? [] : [[key, found]];
  });
  return { on: "selector", set: "selector", labels: kept.length > 0 ? kept : ownPair(pair, mesh) };
}

/** A label that the machine has: its `app`, else its first, else the label that all machines have. */
function ownPair({ candidate }: ServiceAndCandidate, mesh: MeshSettings): LabelSet {
  const own = candidate.kind === "pod" ? candidate.pod.labels : [...candidate.entry.metadataLabels, ...candidate.entry.specLabels];
  const machine = workloadOfCandidate(candidate, mesh).labels;
  const usable = own.filter(([key, value]) => machine.get(key) === value && key !== mesh.drainingLabel && key !== REVISION_LABEL);
  return [usable.find(([key]) => key === "app") ?? usable[0] ?? [CLUSTER_LABEL, mesh.clusterId]];
}

/** True if the machine's address is a host name. Only DNS services accept it. */
function needsDns({ candidate }: ServiceAndCandidate, mesh: MeshSettings): boolean {
  return addressKind(workloadOfCandidate(candidate, mesh).address) === "host-name";
}

/** A machine that an object does not select, with the edits that would change this. */
export interface SelectionMiss {
  readonly candidate: Candidate;
  readonly refusals: readonly MismatchWithFix[];
}

/** Returns the machines that an object does not select, those with the least needed first. The order is: own namespace, fewest edits, fewest labels, name. */
export function nearestMisses(selector: MeshService, candidates: readonly Candidate[], mesh: MeshSettings): readonly SelectionMiss[] {
  const misses = candidates.flatMap((candidate): readonly SelectionMiss[] => {
    const refusals = mismatchesWithFixes({ selector, candidate }, mesh) ?? [];
    return refusals.length === 0 ? [] : [{ candidate, refusals }];
  });
  return misses.sort((a, b) => effortOf(a) - effortOf(b) || (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** Returns the object that needs the least to select a machine, with its edits. Null = there is no object, or one selects it. */
export function nearestSelector(selectors: readonly MeshService[], candidate: Candidate, mesh: MeshSettings): (SelectionMiss & { readonly selector: MeshService }) | null {
  const misses = selectors.map((selector) => ({ selector, candidate, refusals: mismatchesWithFixes({ selector, candidate }, mesh) ?? [] }));
  if (misses.some(({ refusals }) => refusals.length === 0)) return null;
  const wantedOf = ({ selector }: (typeof misses)[number]) => selector.selector?.length ?? 0;
  // With equal effort, the one with more matching labels comes first.
  return misses.sort((a, b) => effortOf(a) - effortOf(b) || wantedOf(b) - wantedOf(a))[0] ?? null;
}

/** The object that sets a machine's labels, if it is another one. An edit of the machine's labels is then no fix. */
export interface LabelOwner {
  /** True if that object's labels match the selector, so that only the machine differs. */
  readonly fits: boolean;
}

/** The facts that decide whether a miss has one right edit. */
export interface SelectionMissContext {
  readonly selector: MeshService;
  /** Null = the labels are written on the machine's own object. */
  readonly labelsFrom: LabelOwner | null;
  /** True if the selector matches no machine and no Pod: then it may be the wrong one. */
  readonly selectsNothing: boolean;
}

/** Returns a miss by one reason, with the edit that fixes it; null = more is missing, or no edit is right. */
export function missWithOneFix({ candidate, refusals }: SelectionMiss, context: SelectionMissContext): SelectionMiss | null {
  const [refusal, ...others] = refusals;
  if (refusal === undefined || others.length > 0) return null;
  const change = rightChange(refusal, context);
  return change === null ? null : { candidate, refusals: [{ reason: refusal.reason, change }] };
}

function rightChange({ reason, change }: MismatchWithFix, context: SelectionMissContext): SelectionFix | null {
  if (change.on === "machine" && (change.set === "healthy" || change.set === "running-and-ready")) return null;
  if (reason.code !== "labels-differ") return change;
  const [pair, ...others] = reason.pairs;
  if (pair === undefined || others.length > 0) return null;
  const isOnMachine = change.on === "machine";
  if (isOnMachine && (context.labelsFrom === null || context.labelsFrom.fits)) return change;
  return context.selectsNothing ? (isOnMachine ? selectorChange(pair, context.selector) : change) : null;
}

/** Sets the value that the machine has, or removes the label that it lacks. */
function selectorChange({ key, found }: DifferingPair, { selector }: MeshService): SelectionFix | null {
  const labels = sortedLabelSet(
    (selector ?? []).flatMap(([other, value]) => (other !== key ? [[other, value] as const] : found === null ? [] : [[key, found] as const])),
  );
  return labels.length === 0 ? null : { on: "selector", set: "selector", labels };
}

/** Another namespace needs a new object, each other reason an edit. Each differing label also counts, though one edit sets all. */
function effortOf({ refusals }: SelectionMiss): number {
  return refusals.reduce((sum, { reason }) => {
    if (reason.code === "other-namespace") return sum + 100_000;
    return sum + 1_000 + (reason.code === "labels-differ" ? reason.pairs.length : 0);
  }, 0);
}

function nameOf({ candidate }: SelectionMiss): string {
  const { namespace, name } = candidate.kind === "entry" ? candidate.entry : candidate.pod;
  return `${namespace}/${name}`;
}
