import { type CallerService, endpointPorts } from "./caller-service";
import type { Definition } from "./definitions";
import type { EndpointTls } from "./endpoint-tls";
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

/** The endpoints that a machine makes for an object, on each port of the definition that its ports join (facts 4.7, 12.5). */
export function joinedEndpoints({ origin, world, ports }: CallerService, machine: Machine): readonly JoinedEndpoint[] {
  const found = endpointPorts(origin, machine);
  return ports.flatMap(({ joins }, at) => {
    const ends = found[at]?.port ?? null;
    if (ends === null) return [];
    return joins.map(({ definition, rule, subset, port: { number: port } }) => {
      const tls = endpointTls({ machine, port: ends }, { definition, rule, subset, port }, world);
      return { at, definition, machine, port, ends, tls };
    });
  });
}
