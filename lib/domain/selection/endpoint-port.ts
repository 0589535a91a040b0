import { addressKind } from "./ip-address";
import type { SelectablePod, ServiceEntry, ServicePort } from "./objects";
import type { StoredWorkload } from "./workload";

/** The rule by which istiod chooses the port number of an endpoint (docs/istio.md#serviceentry-ports, #service-ports). */
export type PortRule =
  /** The address is a socket, which has no port. */
  | "socket"
  /** The machine has a port with the name of the service's port. */
  | "port-name"
  /** The machine has a port with the name in the service's `targetPort`. */
  | "target-name"
  | "target-number"
  /** The EndpointSlice lists the port under the name of the service's port. */
  | "slice"
  | "service-number";

/** The port number of an endpoint and the rule from which it comes, or the port name that the machine does not have (`missing`). */
export type EndpointPort = { readonly port: number; readonly rule: PortRule } | { readonly port: null; readonly missing: string };

/** Returns the port of a machine for one port of a ServiceEntry (docs/istio.md#serviceentry-ports). */
export function portForServiceEntry(port: ServiceEntry["ports"][number], machine: Pick<StoredWorkload, "address" | "ports">): EndpointPort {
  if (addressKind(machine.address) === "socket") return { port: 0, rule: "socket" };
  const named = machine.ports.get(port.name);
  if (named !== undefined && named > 0) return { port: named, rule: "port-name" };
  return port.target !== null && port.target > 0 ? { port: port.target, rule: "target-number" } : { port: port.number, rule: "service-number" };
}

/**
 * Returns the port of an entry for one port of a Service. The API server sets a missing `targetPort` to the port's own number
 * (docs/istio.md#service-ports).
 */
export function portForService(port: ServicePort, machine: Pick<StoredWorkload, "ports">): EndpointPort {
  const { name, target } = port;
  if (typeof target === "string") {
    const named = machine.ports.get(target) ?? 0;
    return named === 0 ? { port: null, missing: target } : { port: named, rule: "target-name" };
  }
  const named = name === "" ? 0 : (machine.ports.get(name) ?? 0);
  if (named !== 0) return { port: named, rule: "port-name" };
  return target === null || target === 0 ? { port: port.number, rule: "service-number" } : { port: target, rule: "target-number" };
}

/** Returns the port of a Pod for one port of a Service. Kubernetes searches a named target among the container ports of the same protocol. */
export function portForServicePod(port: ServicePort, pod: Pick<SelectablePod, "ports">): EndpointPort {
  if (typeof port.target === "string") {
    const found = pod.ports.find(({ name, protocol }) => name === port.target && protocol === port.protocol);
    return found === undefined ? { port: null, missing: port.target } : { port: found.port, rule: "target-name" };
  }
  return port.target === null || port.target === 0 ? { port: port.number, rule: "service-number" } : { port: port.target, rule: "target-number" };
}
