import type { EndpointPort } from "@/lib/domain/selection/endpoint-port";

/** A port of a service, as far as its words need it; `target` null = not written. */
export interface WordedPort {
  readonly name: string;
  readonly number: number;
  readonly target: number | string | null;
}

/** Why a caller's port ends where it does on a machine (docs/istio.md#serviceentry-ports, #service-ports), without a full stop; also why it ends nowhere. */
export function portRuleWords(found: EndpointPort, port: WordedPort): string {
  if (found.port === null && found.missing === "") return "callers are not sent it on this port";
  if (found.port === null) return `targetPort names ${found.missing}, and the machine has no port of that name: it is no endpoint of this port`;
  switch (found.rule) {
    case "socket":
      return "its address is a socket, which has no port";
    case "port-name":
      return `its own port ${port.name}: ${found.port}${port.target === null || port.target === 0 || port.target === found.port ? "" : ` wins over targetPort ${port.target}`}`;
    case "target-name":
      return `targetPort names its own port ${port.target}: ${found.port}`;
    case "slice":
      return `port ${found.port} of its EndpointSlice`;
    case "target-number":
      return `targetPort ${found.port}`;
    case "service-number":
      return port.name === "" ? "the number of the service's port" : `the number of the service's port: it names no port ${port.name} of its own`;
  }
}
