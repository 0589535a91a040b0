import { type CallerService, endpointPorts } from "./caller-service";
import type { Definition } from "./definitions";
import { isOfPort } from "./destinations";
import type { EndpointTls } from "./endpoint-tls";
import type { HeldEndpoint } from "./held-endpoints";
import type { Machine } from "./machine";
import { endpointTls } from "./mutual-tls";

/** A machine as an endpoint of one port of the definition that a caller gets. */
export interface JoinedEndpoint {
  /** The index of the object's port in `CallerService.ports`. */
  readonly at: number;
  readonly definition: Definition;
  readonly machine: Machine;
  /** The port of the definition. */
  readonly port: number;
  /** The port of the machine; 0 with a socket. */
  readonly ends: number;
  readonly tls: EndpointTls;
}

/**
 * The endpoints that a machine makes for an object, on each port of the definition that its ports join (docs/istio.md#joined-endpoints). `others`: all
 * endpoints of the host name. They decide the TLS if callers connect to the original destination (`passesThrough`).
 */
export function joinedEndpoints(service: CallerService, machine: Machine, others: readonly HeldEndpoint[] = []): readonly JoinedEndpoint[] {
  const { world, ports } = service;
  const found = endpointPorts(service, machine);
  return ports.flatMap(({ joins }, at) => {
    const ends = found[at]?.port ?? null;
    if (ends === null) return [];
    return joins.map((join) => {
      const { definition, rule, subset, port } = join;
      const all = others.filter((one) => isOfPort(one, join));
      const tls = endpointTls({ machine, port: ends }, { definition, rule, subset, port: port.number }, world, all);
      return { at, definition, machine, port: port.number, ends, tls };
    });
  });
}

/** True if callers connect to the original destination on some port. They use one TLS mode for all endpoints of the port (docs/istio.md#client-tls). */
export function passesThrough({ ports }: CallerService): boolean {
  return ports.some(({ joins }) => joins.some(({ hasList }) => !hasList));
}
