import { mergedLabels } from "@/lib/domain/entry/workload-entry";
import { type EndpointPort, portForService, portForServiceEntry, portForServicePod } from "./endpoint-port";
import { reasonsAgainst, workloadOfCandidate } from "./matching";
import type { MeshService, SelectableEntry, ServiceEntry } from "./objects";
import type { ExclusionReason, SelectionCandidate } from "./reasons";
import { isReadByRevision, missingLabels, REVISION_LABEL, type StoredWorkload, workloadOfHostName, workloadOfInlineEndpoint } from "./workload";
import type { MeshSettings } from "./world";

/**
 * The data plane that sends requests: sidecars, or the ztunnels of ambient mode. All ambient rules are from Istio's source, not measured
 * (docs/istio.md#ambient).
 */
export type MeshMode = "sidecar" | "ambient";

/** One endpoint of a Service or ServiceEntry: the reasons why it gets no requests now, and its port for each port of the object. */
export interface ServiceEndpoint {
  readonly machine: StoredWorkload;
  readonly reasons: readonly ExclusionReason[];
  /** The endpoint's port for each port of the object, in the order of the object. */
  readonly ports: readonly EndpointPort[];
}

/**
 * Returns an entry or a Pod as an endpoint of an object, with the reasons why the object does not select it, and its ports
 * (docs/istio.md#serviceentry-ports, #service-ports). Ambient mode takes a Pod as Kubernetes lists it
 * (docs/istio.md#ambient), so it has the values of sidecar mode.
 */
export function serviceEndpointOf(selector: MeshService, candidate: SelectionCandidate, mesh: MeshSettings, mode: MeshMode): ServiceEndpoint {
  const machine = workloadOfCandidate(candidate, mesh);
  if (mode === "ambient" && candidate.kind === "entry") {
    return { machine, reasons: ambientReasonsAgainst(selector, candidate.entry, mesh), ports: ambientPorts(selector, candidate.entry) };
  }
  return { machine, reasons: reasonsAgainst(selector, candidate, mesh), ports: portsOf(selector, candidate, machine) };
}

/** Returns the endpoints written in a ServiceEntry; empty if it has a selector (docs/istio.md#serviceentry-selector). */
export function inlineEndpointsOf(entry: ServiceEntry, mesh: MeshSettings): readonly ServiceEndpoint[] {
  if (entry.selector !== null) return [];
  return entry.endpoints.map((endpoint, index) => {
    const machine = workloadOfInlineEndpoint(endpoint, { ...entry, index }, mesh);
    return { machine, reasons: [], ports: entry.ports.map((port) => portForServiceEntry(port, machine)) };
  });
}

/** Returns the host name itself as the endpoint of a DNS ServiceEntry without other endpoints (docs/istio.md#resolution). */
export function hostNameEndpointOf(entry: ServiceEntry, hostName: string): ServiceEndpoint {
  const machine = workloadOfHostName(hostName, entry);
  return { machine, reasons: [], ports: entry.ports.map((port) => portForServiceEntry(port, machine)) };
}

function portsOf(selector: MeshService, candidate: SelectionCandidate, machine: StoredWorkload): readonly EndpointPort[] {
  if (selector.kind === "ServiceEntry") return selector.ports.map((port) => portForServiceEntry(port, machine));
  return selector.ports.map((port) => (candidate.kind === "pod" ? portForServicePod(port, candidate.pod) : portForService(port, machine)));
}

/**
 * Returns the reasons why an object does not select an entry in ambient mode. Health, derived labels and the kind of address do not count there, and headless
 * Services select entries too (docs/istio.md#ambient).
 */
export function ambientReasonsAgainst(selector: MeshService, entry: SelectableEntry, mesh: MeshSettings): readonly ExclusionReason[] {
  const reasons: ExclusionReason[] = [];
  const revisionOf = (labels: MeshService["labels"]) => new Map(labels).get(REVISION_LABEL) ?? "";
  if (selector.kind === "ServiceEntry" && !isReadByRevision(selector.labels, mesh)) {
    reasons.push({ code: "selector-of-other-revision", wanted: mesh.revision, found: revisionOf(selector.labels) });
  }
  if (selector.selector === null || (selector.kind === "Service" && selector.selector.length === 0)) reasons.push({ code: "no-selector" });
  // In every version of istiod, as ambient mode has its own matching.
  else if (selector.selector.length === 0) reasons.push({ code: "empty-selector", istioVersion: null });
  if (selector.namespace !== entry.namespace) reasons.push({ code: "other-namespace", wanted: selector.namespace, found: entry.namespace });
  if (!isReadByRevision(entry.metadataLabels, mesh)) {
    reasons.push({ code: "machine-of-other-revision", wanted: mesh.revision, found: revisionOf(entry.metadataLabels) });
  }
  const labels = new Map(mergedLabels(entry));
  const missing = missingLabels(selector.selector ?? [], labels);
  if (missing.length > 0) reasons.push({ code: "labels-differ", pairs: missing.map(([key, wanted]) => ({ key, wanted, found: labels.get(key) ?? null })) });
  return reasons;
}

/**
 * Returns the ports of an entry in ambient mode, in the order of the service's ports. Sidecar mode differs only for sockets: in ambient mode they
 * have no port rule of their own (docs/istio.md#ambient).
 */
export function ambientPorts(selector: MeshService, entry: Pick<SelectableEntry, "ports">): readonly EndpointPort[] {
  const machine = { address: "", ports: new Map(entry.ports) };
  if (selector.kind === "Service") return selector.ports.map((port) => portForService(port, machine));
  return selector.ports.map((port) => portForServiceEntry(port, machine));
}
