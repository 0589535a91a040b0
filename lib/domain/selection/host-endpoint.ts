import { ambientPorts, ambientReasonsAgainst } from "./ambient";
import { type EndpointPort, portForService, portForServiceEntry, portForServicePod } from "./endpoint-port";
import { hostMachine, inlineMachine, type Machine } from "./machine";
import type { MeshSettings } from "./mesh";
import type { Selector, ServiceEntry } from "./objects";
import type { Candidate, Reason } from "./reasons";
import { machineOf, reasonsAgainst } from "./selected-by";

/** How requests travel: by sidecars, or by ztunnels, where all that is said is from Istio's source (docs/istio.md#ambient). */
export type MeshMode = "sidecar" | "ambient";

/** One endpoint of a host as its own object has it: whether it answers, and on which port each of the object's ports ends. */
export interface HostEndpoint {
  readonly machine: Machine;
  /** Why it does not answer just now; none = it does. */
  readonly reasons: readonly Reason[];
  /** In the order of the object's ports. */
  readonly ports: readonly EndpointPort[];
}

/**
 * An entry or a Pod with what speaks against it, and its ports (docs/istio.md#serviceentry-ports, #service-ports). In ambient mode a Pod is read as Kubernetes
 * lists it.
 */
export function hostEndpointOf(selector: Selector, candidate: Candidate, mesh: MeshSettings, mode: MeshMode): HostEndpoint {
  const machine = machineOf(candidate, mesh);
  if (mode === "ambient" && candidate.kind === "entry") {
    return { machine, reasons: ambientReasonsAgainst(selector, candidate.entry, mesh), ports: ambientPorts(selector, candidate.entry) };
  }
  return { machine, reasons: reasonsAgainst(selector, candidate, mesh), ports: portsOf(selector, candidate, machine) };
}

/** The endpoints that a ServiceEntry writes itself; none where it selects (docs/istio.md#serviceentry-selector). */
export function inlineEndpointsOf(entry: ServiceEntry, mesh: MeshSettings): readonly HostEndpoint[] {
  if (entry.selector !== null) return [];
  return entry.endpoints.map((endpoint, index) => {
    const machine = inlineMachine(endpoint, { ...entry, index }, mesh);
    return { machine, reasons: [], ports: entry.ports.map((port) => portForServiceEntry(port, machine)) };
  });
}

/** The host name itself as the endpoint of a DNS ServiceEntry that names no other (docs/istio.md#resolution). */
export function nameEndpointOf(entry: ServiceEntry, hostName: string): HostEndpoint {
  const machine = hostMachine(hostName, entry);
  return { machine, reasons: [], ports: entry.ports.map((port) => portForServiceEntry(port, machine)) };
}

function portsOf(selector: Selector, candidate: Candidate, machine: Machine): readonly EndpointPort[] {
  if (selector.kind === "ServiceEntry") return selector.ports.map((port) => portForServiceEntry(port, machine));
  return selector.ports.map((port) => (candidate.kind === "pod" ? portForServicePod(port, candidate.pod) : portForService(port, machine)));
}
