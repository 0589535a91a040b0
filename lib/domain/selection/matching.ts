import { distinctIstiodVersions, hasBehaviour } from "@/lib/domain/mesh/istiod-behaviours";
import { type LabelSet, valueOfLabel } from "@/lib/domain/object/label-set";
import { hasHealthChecks } from "@/lib/domain/verdict/serving";
import { addressKind } from "./ip-address";
import type { KubernetesService, MeshService, SelectableEntry, SelectablePod, ServiceEntry } from "./objects";
import { areAllStateReasons, type ExclusionReason, type SelectionCandidate } from "./reasons";
import { isReadByRevision, type LabelMap, missingLabels, REVISION_LABEL, type StoredWorkload, workloadOfEntry, workloadOfPod } from "./workload";
import type { MeshSettings } from "./world";

/** Callers of a Service with this label also get draining endpoints (docs/istio.md#draining). */
export const PERSISTENT_SESSION_LABEL = "istio.io/persistent-session";

/**
 * Returns every reason why an object does not select a machine, in istiod's order; empty = the object selects the machine
 * (docs/istio.md#serviceentry-selector, #service-selector). Callers and ports are not considered.
 */
export function reasonsAgainst(selector: MeshService, candidate: SelectionCandidate, mesh: MeshSettings): readonly ExclusionReason[] {
  const machine = workloadOfCandidate(candidate, mesh);
  return [
    ...(selector.kind === "Service" ? againstService(selector) : againstServiceEntry(selector, mesh)),
    ...againstKind(selector, candidate, mesh),
    ...againstPlace(selector, machine),
    ...(candidate.kind === "entry" ? againstRevision(candidate.entry, mesh) : []),
    ...againstLabels(selector, labelsSeen(selector, candidate, machine)),
    ...againstAddress(selector, machine),
    ...(candidate.kind === "entry" ? againstHealth(candidate.entry, mesh) : againstPodState(candidate.pod, selector)),
    ...againstDraining(selector, machine, mesh),
  ];
}

/**
 * Returns true if istiod stores the entry: the entry has istiod's revision, and is healthy if health checks are on for it (docs/istio.md#health-gate,
 * #revision).
 */
export function isStoredByIstiod(entry: SelectableEntry, mesh: MeshSettings): boolean {
  return againstRevision(entry, mesh).length === 0 && againstHealth(entry, mesh).length === 0;
}

/** Caches the machine of each entry and Pod, so that its labels are merged once, although several selectors check it. */
const made = new WeakMap<SelectableEntry | SelectablePod, { readonly mesh: MeshSettings; readonly machine: StoredWorkload }>();

/** Returns an entry or a Pod as istiod stores it. The result is cached for each object. */
export function workloadOfCandidate(candidate: SelectionCandidate, mesh: MeshSettings): StoredWorkload {
  const object = candidate.kind === "entry" ? candidate.entry : candidate.pod;
  const known = made.get(object);
  if (known?.mesh === mesh) return known.machine;
  const machine = candidate.kind === "entry" ? workloadOfEntry(candidate.entry, mesh) : workloadOfPod(candidate.pod, mesh);
  made.set(object, { mesh, machine });
  return machine;
}

/** Returns the value of the draining label, if it excludes an endpoint with these labels from a service; null = the endpoint is not excluded. */
export function excludingDrainingLabelValue(labels: LabelMap, serviceLabels: LabelSet, { drainingLabel }: Pick<MeshSettings, "drainingLabel">): string | null {
  const value = drainingLabel === "" ? undefined : labels.get(drainingLabel);
  return value && !valueOfLabel(serviceLabels, PERSISTENT_SESSION_LABEL) ? value : null;
}

function againstService(service: KubernetesService): readonly ExclusionReason[] {
  if (service.type === "ExternalName") return [{ code: "external-name", externalName: service.externalName }];
  if (service.isHeadless) return [{ code: "headless" }];
  return service.selector.length === 0 ? [{ code: "no-selector" }] : [];
}

function againstServiceEntry(entry: ServiceEntry, mesh: MeshSettings): readonly ExclusionReason[] {
  const reasons: ExclusionReason[] = [];
  if (!isReadByRevision(entry.labels, mesh)) {
    reasons.push({ code: "selector-of-other-revision", wanted: mesh.revision, found: valueOfLabel(entry.labels, REVISION_LABEL) ?? "" });
  }
  if (entry.selector === null) reasons.push({ code: "no-selector" });
  else if (entry.selector.length === 0) reasons.push(...againstEmptySelector(mesh));
  if (entry.resolution === "NONE") reasons.push({ code: "resolution-none" });
  if (entry.resolution === "DYNAMIC_DNS") reasons.push({ code: "resolution-dynamic" });
  return reasons;
}

function againstEmptySelector(mesh: MeshSettings): readonly ExclusionReason[] {
  const selectsAll = hasBehaviour("emptySelectorSelectsAll", mesh);
  if (selectsAll === null) return [{ code: "empty-selector-unknown", versions: distinctIstiodVersions(mesh).flatMap((version) => version || []) }];
  return selectsAll ? [] : [{ code: "empty-selector", istioVersion: mesh.istioVersion }];
}

function againstKind(selector: MeshService, { kind }: SelectionCandidate, mesh: MeshSettings): readonly ExclusionReason[] {
  if (selector.kind === "ServiceEntry" && kind === "pod" && !mesh.serviceEntriesSelectPods) {
    return [{ code: "switched-off", setting: "PILOT_ENABLE_SERVICEENTRY_SELECT_PODS" }];
  }
  if (selector.kind === "Service" && kind === "entry" && !mesh.servicesSelectEntries) {
    return [{ code: "switched-off", setting: "PILOT_ENABLE_K8S_SELECT_WORKLOAD_ENTRIES" }];
  }
  return [];
}

function againstPlace(selector: MeshService, machine: StoredWorkload): readonly ExclusionReason[] {
  return selector.namespace === machine.namespace ? [] : [{ code: "other-namespace", wanted: selector.namespace, found: machine.namespace }];
}

function againstRevision(entry: SelectableEntry, mesh: MeshSettings): readonly ExclusionReason[] {
  if (isReadByRevision(entry.metadataLabels, mesh)) return [];
  return [{ code: "machine-of-other-revision", wanted: mesh.revision, found: valueOfLabel(entry.metadataLabels, REVISION_LABEL) ?? "" }];
}

/** Kubernetes matches the Pods of a Service without derived labels (docs/istio.md#service-selector). */
function labelsSeen(selector: MeshService, candidate: SelectionCandidate, machine: StoredWorkload): LabelMap {
  return selector.kind === "Service" && candidate.kind === "pod" ? new Map(candidate.pod.labels) : machine.labels;
}

function againstLabels(selector: MeshService, labels: LabelMap): readonly ExclusionReason[] {
  const missing = missingLabels(selector.selector ?? [], labels);
  if (missing.length === 0) return [];
  return [{ code: "labels-differ", pairs: missing.map(([key, wanted]) => ({ key, wanted, found: labels.get(key) ?? null })) }];
}

function againstAddress(selector: MeshService, machine: StoredWorkload): readonly ExclusionReason[] {
  const kind = addressKind(machine.address);
  if (kind === "ip" || kind === "none" || machine.kind === "pod") return [];
  const resolution = selector.kind === "Service" ? "Service" : selector.resolution;
  if (resolution === "DNS" || resolution === "DNS_ROUND_ROBIN") return [];
  return [{ code: kind === "host-name" ? "host-name-address" : "socket-address", address: machine.address, resolution }];
}

function againstHealth(entry: SelectableEntry, mesh: MeshSettings): readonly ExclusionReason[] {
  if (!mesh.healthChecks || !hasHealthChecks(entry.gate) || entry.health?.status === "True") return [];
  if (entry.health === null) return [{ code: "awaiting-first-probe" }];
  return [{ code: "unhealthy", status: entry.health.status, message: entry.health.message }];
}

/** A Service lists Pods that are not ready as unhealthy. A ServiceEntry selects ready Pods only (docs/istio.md#ready-pods, recording mixed). */
function againstPodState(pod: SelectablePod, selector: MeshService): readonly ExclusionReason[] {
  if (pod.phase === "Succeeded" || pod.phase === "Failed") return [{ code: "pod-finished", phase: pod.phase }];
  if (pod.deletingAt !== null) return [{ code: "pod-deleting" }];
  if (pod.address === "") return [{ code: "pod-without-address" }];
  return pod.ready || selector.kind === "Service" ? [] : [{ code: "pod-not-ready" }];
}

function againstDraining(selector: MeshService, machine: StoredWorkload, mesh: MeshSettings): readonly ExclusionReason[] {
  const value = excludingDrainingLabelValue(machine.labels, selector.labels, mesh);
  return value === null ? [] : [{ code: "draining", value }];
}

/**
 * The result of matching a Service or ServiceEntry with an entry or Pod by labels, address and kind. `caller-service.ts` decides which callers get
 * the endpoint.
 */
export interface SelectionMatch {
  /** True if the object selects the machine, possibly in a state in which it gets no requests (unhealthy, draining). */
  readonly isSelected: boolean;
  /** True if `reasons` has no reason that counts. istiod then stores an endpoint. */
  readonly isStored: boolean;
  readonly reasons: readonly ExclusionReason[];
}

/**
 * Matches one object with one entry or Pod (docs/istio.md#serviceentry-selector, #service-selector). `ignored`: codes of reasons that do not count.
 */
export function selectionMatch(
  selector: MeshService,
  candidate: SelectionCandidate,
  mesh: MeshSettings,
  ignored: ReadonlySet<ExclusionReason["code"]> = NONE,
): SelectionMatch {
  const reasons = reasonsAgainst(selector, candidate, mesh);
  const counted = ignored.size === 0 ? reasons : reasons.filter(({ code }) => !ignored.has(code));
  return { isSelected: areAllStateReasons(counted), isStored: counted.length === 0, reasons };
}

const NONE: ReadonlySet<ExclusionReason["code"]> = new Set();

/**
 * Returns true if istiod stores endpoints for the object, but sends its callers no endpoint list: for a headless Service, and for a ServiceEntry with
 * a selector and resolution NONE or DYNAMIC_DNS. Callers that get the host name from another object of the namespace get these endpoints
 * (docs/istio.md#resolution, #service-selector, #joined-endpoints).
 */
export function sendsNoEndpointList(selector: MeshService): boolean {
  if (selector.kind === "Service") return selector.isHeadless && selector.type !== "ExternalName";
  return selector.selector !== null && (selector.resolution === "NONE" || selector.resolution === "DYNAMIC_DNS");
}

/**
 * Returns the object changed so that it has an endpoint list, and selects the machines whose endpoints istiod stores without one. A headless Service
 * stays unchanged for entries, because istiod stores none for it.
 */
export function withEndpointListSent(selector: MeshService, kind: SelectionCandidate["kind"]): MeshService {
  if (!sendsNoEndpointList(selector)) return selector;
  if (selector.kind === "ServiceEntry") return { ...selector, resolution: "STATIC" };
  return kind === "entry" ? selector : { ...selector, isHeadless: false };
}
