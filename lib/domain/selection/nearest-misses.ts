import { type LabelSet, sortedLabelSet } from "@/lib/domain/object/label-set";
import { addressKind } from "./ip-address";
import { reasonsAgainst, workloadOfCandidate } from "./matching";
import type { MeshService, SelectableEntry, SelectablePod, ServiceEntry, ServiceEntryResolution } from "./objects";
import type { DifferingLabel, ExclusionReason, SelectionCandidate } from "./reasons";
import { CLUSTER_LABEL, REVISION_LABEL } from "./workload";
import type { MeshSettings } from "./world";

/**
 * One edit of one field, after which an object selects a machine. `on`: the object to edit. `isExample`: `value` is an example, because only the user
 * knows the right one.
 */
export type SelectionFix =
  | { readonly on: "machine"; readonly set: "labels"; readonly labels: LabelSet }
  | { readonly on: "machine"; readonly set: "no-label"; readonly key: string }
  | { readonly on: "selector"; readonly set: "no-label"; readonly key: string }
  | { readonly on: "machine"; readonly set: "address"; readonly value: string; readonly isExample: true }
  | { readonly on: "machine"; readonly set: "port"; readonly name: string; readonly value: number; readonly isExample: true }
  /** The application passes its probe: the condition Healthy becomes True. */
  | { readonly on: "machine"; readonly set: "healthy" }
  /** The Pod runs, is ready, has an address and is not being deleted. */
  | { readonly on: "machine"; readonly set: "running-and-ready" }
  /** Creates the same Service or ServiceEntry in another namespace. */
  | { readonly on: "selector"; readonly set: "namespace"; readonly value: string }
  /** Sets the whole selector. Endpoints written in a ServiceEntry are removed, since a selector excludes them. */
  | { readonly on: "selector"; readonly set: "selector"; readonly labels: LabelSet }
  | { readonly on: "selector"; readonly set: "resolution"; readonly value: ServiceEntryResolution }
  /** Sets a variable of istiod back to its default, `true`. */
  | { readonly on: "istiod"; readonly set: "setting"; readonly name: string }
  /** Creates a headless or ExternalName Service again with `type: ClusterIP` and a cluster IP. `clusterIP: None` is immutable. */
  | { readonly on: "selector"; readonly set: "cluster-ip" };

/** A Service or ServiceEntry, and a machine or Pod that it may select. */
export interface ServiceAndCandidate {
  readonly selector: MeshService;
  readonly candidate: SelectionCandidate;
}

/** An address of the block reserved for documentation (RFC 5737). */
export const EXAMPLE_ADDRESS = "192.0.2.1";

/** Returns the selecting object and the machine after an edit. */
export function applySelectionFix({ selector, candidate }: ServiceAndCandidate, change: SelectionFix): ServiceAndCandidate {
  if (change.on === "istiod") return { selector, candidate };
  if (change.on === "machine") return { selector, candidate: changedCandidate(candidate, change) };
  return { selector: changedSelector(selector, change), candidate };
}

/** Returns the settings of the mesh after an edit. Only an edit of istiod changes them. */
export function applyMeshFix(mesh: MeshSettings, change: SelectionFix): MeshSettings {
  if (change.on !== "istiod") return mesh;
  const isOfPods = change.name === "PILOT_ENABLE_SERVICEENTRY_SELECT_PODS";
  return isOfPods ? { ...mesh, serviceEntriesSelectPods: true } : { ...mesh, servicesSelectEntries: true };
}

function changedCandidate(candidate: SelectionCandidate, change: Extract<SelectionFix, { on: "machine" }>): SelectionCandidate {
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

/** A reason why an object does not select a machine, with the edit that removes the reason. */
export interface MismatchWithFix {
  readonly reason: ExclusionReason;
  readonly change: SelectionFix;
}

const MOST_CHANGES = 16;

/**
 * Returns every reason why an object does not select a machine, each with an edit. After all edits, in this order, the object selects the machine.
 * Most pairs of object and machine have one reason. Null = the edits do not suffice; no such pair is known.
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
    settings = applyMeshFix(settings, change);
  }
  return null;
}

/** Returns the edit that removes a reason: an edit of the machine if one can, otherwise of the object that selects. */
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

/**
 * Returns an edit of the machine's labels. If Istio derives these labels, or if they would cause another reason, it returns an edit of the selector.
 */
function againstDifferingLabels(
  pairs: Extract<ExclusionReason, { code: "labels-differ" }>["pairs"],
  pair: ServiceAndCandidate,
  mesh: MeshSettings,
): SelectionFix {
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

/** Returns a label of the machine for a new selector: `app`, otherwise the machine's first label, otherwise the label that all machines have. */
function ownPair({ candidate }: ServiceAndCandidate, mesh: MeshSettings): LabelSet {
  const own = candidate.kind === "pod" ? candidate.pod.labels : [...candidate.entry.metadataLabels, ...candidate.entry.specLabels];
  const machine = workloadOfCandidate(candidate, mesh).labels;
  const usable = own.filter(([key, value]) => machine.get(key) === value && key !== mesh.drainingLabel && key !== REVISION_LABEL);
  return [usable.find(([key]) => key === "app") ?? usable[0] ?? [CLUSTER_LABEL, mesh.clusterId]];
}

/** Returns true if the machine's address is a host name, which only DNS services accept. */
function needsDns({ candidate }: ServiceAndCandidate, mesh: MeshSettings): boolean {
  return addressKind(workloadOfCandidate(candidate, mesh).address) === "host-name";
}

/** A machine that an object does not select, with the edits after which it would. */
export interface SelectionMiss {
  readonly candidate: SelectionCandidate;
  readonly refusals: readonly MismatchWithFix[];
}

/**
 * Returns the machines that an object does not select, sorted by the effort to change that: own namespace first, then fewest edits, fewest labels,
 * name.
 */
export function missesNearestFirst(selector: MeshService, candidates: readonly SelectionCandidate[], mesh: MeshSettings): readonly SelectionMiss[] {
  const misses = candidates.flatMap((candidate): readonly SelectionMiss[] => {
    const refusals = mismatchesWithFixes({ selector, candidate }, mesh) ?? [];
    return refusals.length === 0 ? [] : [{ candidate, refusals }];
  });
  return misses.sort((a, b) => effortOf(a) - effortOf(b) || (nameOf(a) < nameOf(b) ? -1 : 1));
}

/**
 * Returns the object that needs the fewest edits to select a machine, with these edits. Null = there is no object, or one already selects the
 * machine.
 */
export function nearestMeshService(
  selectors: readonly MeshService[],
  candidate: SelectionCandidate,
  mesh: MeshSettings,
): (SelectionMiss & { readonly selector: MeshService }) | null {
  const misses = selectors.map((selector) => ({ selector, candidate, refusals: mismatchesWithFixes({ selector, candidate }, mesh) ?? [] }));
  if (misses.some(({ refusals }) => refusals.length === 0)) return null;
  const wantedOf = ({ selector }: (typeof misses)[number]) => selector.selector?.length ?? 0;
  // With equal effort, the object with more labels in its selector comes first.
  return misses.sort((a, b) => effortOf(a) - effortOf(b) || wantedOf(b) - wantedOf(a))[0] ?? null;
}

/** The object that sets a machine's labels, such as its WorkloadGroup. If it exists, an edit of the machine's own labels is not a fix. */
export interface LabelSource {
  /** True if the labels that the object sets match the selector, so that only this machine differs. */
  readonly fits: boolean;
}

/** The facts that decide which edit is right for a machine that a selector does not select. */
export interface SelectionMissContext {
  readonly selector: MeshService;
  /** The object that sets the machine's labels; null = they are written on the machine's own object. */
  readonly labelsFrom: LabelSource | null;
  /** True if the selector matches no machine and no Pod. Then the selector itself may be wrong. */
  readonly selectsNothing: boolean;
}

/**
 * Returns a machine that an object does not select for one reason, with the edit that fixes it. Null = there are several reasons, or no edit is
 * right.
 */
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

/**
 * Returns an edit of the selector for one differing label: sets the value that the machine has, or removes the label that the machine does not have.
 */
function selectorChange({ key, found }: DifferingLabel, { selector }: MeshService): SelectionFix | null {
  const labels = sortedLabelSet(
    (selector ?? []).flatMap(([other, value]) => (other !== key ? [[other, value] as const] : found === null ? [] : [[key, found] as const])),
  );
  return labels.length === 0 ? null : { on: "selector", set: "selector", labels };
}

/**
 * Returns the effort of all edits, for sorting. Another namespace needs a new object, and counts most. Each differing label counts, although one edit
 * sets them all.
 */
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
