import { mergedLabels } from "@/lib/domain/entry/workload-entry";
import { type EndpointPort, portForService, portForServiceEntry, portForServicePod } from "./endpoint-port";
import { hostMachine, inlineMachine, isOfRevision, type Machine, missingPairs, REVISION_LABEL } from "./machine";
import { candidateMachineOf, reasonsAgainst } from "./matching";
import type { SelectableEntry, Selector, ServiceEntry } from "./objects";
import type { Candidate, Reason } from "./reasons";
import type { MeshSettings } from "./world";

/** The data plane of the requests: sidecars, or ztunnels. All ambient rules are from Istio's source, not measured (docs/istio.md#ambient). */
export type MeshMode = "sidecar" | "ambient";

/** One endpoint of an object: the reasons why it gets no requests now, and its port for each port of the object. */
export interface HostEndpoint {
  readonly machine: Machine;
  readonly reasons: readonly Reason[];
  /** In the order of the object's ports. */
  readonly ports: readonly EndpointPort[];
}

/**
 * Returns an entry or a Pod with the reasons against it and its ports (docs/istio.md#serviceentry-ports, #service-ports). In ambient mode a Pod is an endpoint
 * as Kubernetes lists it.
 */
export function hostEndpointOf(selector: Selector, candidate: Candidate, mesh: MeshSettings, mode: MeshMode): HostEndpoint {
  const machine = candidateMachineOf(candidate, mesh);
  if (mode === "ambient" && candidate.kind === "entry") {
    return { machine, reasons: ambientReasonsAgainst(selector, candidate.entry, mesh), ports: ambientPorts(selector, candidate.entry) };
  }
  return { machine, reasons: reasonsAgainst(selector, candidate, mesh), ports: portsOf(selector, candidate, machine) };
}

/** Returns the endpoints written in a ServiceEntry; empty if it has a selector (docs/istio.md#serviceentry-selector). */
export function inlineEndpointsOf(entry: ServiceEntry, mesh: MeshSettings): readonly HostEndpoint[] {
  if (entry.selector !== null) return [];
  return entry.endpoints.map((endpoint, index) => {
    const machine = inlineMachine(endpoint, { ...entry, index }, mesh);
    return { machine, reasons: [], ports: entry.ports.map((port) => portForServiceEntry(port, machine)) };
  });
}

/** Returns the host name itself as the endpoint of a DNS ServiceEntry without other endpoints (docs/istio.md#resolution). */
export function nameEndpointOf(entry: ServiceEntry, hostName: string): HostEndpoint {
  const machine = hostMachine(hostName, entry);
  return { machine, reasons: [], ports: entry.ports.map((port) => portForServiceEntry(port, machine)) };
}

function portsOf(selector: Selector, candidate: Candidate, machine: Machine): readonly EndpointPort[] {
  if (selector.kind === "ServiceEntry") return selector.ports.map((port) => portForServiceEntry(port, machine));
  return selector.ports.map((port) => (candidate.kind === "pod" ? portForServicePod(port, candidate.pod) : portForService(port, machine)));
}

/**
 * Returns the reasons why an object does not select an entry in ambient mode. Health, derived labels and the kind of address do not count there, and headless
 * Services select entries too (docs/istio.md#ambient).
 */
export function ambientReasonsAgainst(selector: Selector, entry: SelectableEntry, mesh: MeshSettings): readonly Reason[] {
  const reasons: Reason[] = [];
  const revisionOf = (labels: Selector["labels"]) => new Map(labels).get(REVISION_LABEL) ?? "";
  if (selector.kind === "ServiceEntry" && !isOfRevision(selector.labels, mesh)) {
    reasons.push({ code: "selector-of-other-revision", wanted: mesh.revision, found: revisionOf(selector.labels) });
  }
  if (selector.selector === null || (selector.kind === "Service" && selector.selector.length === 0)) reasons.push({ code: "no-selector" });
  // In every version, as ambient has its own matching.
  else if (selector.selector.length === 0) reasons.push({ code: "empty-selector", istioVersion: null });
  if (selector.namespace !== entry.namespace) reasons.push({ code: "other-namespace", wanted: selector.namespace, found: entry.namespace });
  if (!isOfRevision(entry.metadataLabels, mesh)) {
    reasons.push({ code: "machine-of-other-revision", wanted: mesh.revision, found: revisionOf(entry.metadataLabels) });
  }
  const labels = new Map(mergedLabels(entry));
  const missing = missingPairs(selector.selector ?? [], labels);
  if (missing.length > 0) reasons.push({ code: "labels-differ", pairs: missing.map(([key, wanted]) => ({ key, wanted, found: labels.get(key) ?? null })) });
  return reasons;
}

/**
 * Returns the ports of an entry in ambient mode, in the order of the service's ports. Only sockets differ from sidecar mode: they have no port rule of their
 * own (docs/istio.md#ambient).
 */
export function ambientPorts(selector: Selector, entry: Pick<SelectableEntry, "ports">): readonly EndpointPort[] {
  const machine = { address: "", ports: new Map(entry.ports) };
  if (selector.kind === "Service") return selector.ports.map((port) => portForService(port, machine));
  return selector.ports.map((port) => portForServiceEntry(port, machine));
}
