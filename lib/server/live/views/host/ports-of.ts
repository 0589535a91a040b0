import type { ServiceDetail } from "@/lib/contract/views/service";
import type { EndpointStatus, SentOnOtherPort } from "@/lib/domain/selection/caller-service";
import type { ServiceEndpoint } from "@/lib/domain/selection/host-endpoint";
import type { MeshService } from "@/lib/domain/selection/objects";
import { type EndpointPortResult, type EndpointWithPorts, type PortGroup, portGroupsOf } from "@/lib/domain/selection/port-groups";
import { leftOutWords } from "@/lib/format/host/left-out-words";
import { portRuleWords } from "@/lib/format/port-rule-words";
import { sentence } from "@/lib/format/text/sentence";

/** An endpoint that is well, and what the caller gets of it on each port that has endpoints; null where sidecars do not decide. */
export interface WellEndpoint extends ServiceEndpoint {
  readonly statuses: readonly EndpointStatus[] | null;
}

/** The ports of a service with where each of them ends for the caller, on its endpoints that are well. */
export function portsOf(selector: MeshService, endpoints: readonly WellEndpoint[], others: readonly (SentOnOtherPort | null)[]): ServiceDetail["ports"] {
  const ended = endpoints.map((one): EndpointWithPorts => ({ machine: one.machine, ports: portEnds(selector, one, others) }));
  const groups = portGroupsOf(selector.ports.length, ended);
  return selector.ports.map(({ name, number, protocol, target }, index) => ({
    name,
    number,
    protocol,
    groups: (groups[index] ?? []).map((group) => ({
      port: group.port,
      of: { ...group.of },
      version: group.version,
      because: becauseOf(group, { name, number, target }),
    })),
  }));
}

/** The end of each port on an endpoint. Ports for UDP have no status: callers get no list for them. */
export function portEnds(
  selector: MeshService,
  { ports, statuses }: Pick<WellEndpoint, "ports" | "statuses">,
  others: readonly (SentOnOtherPort | null)[],
): readonly EndpointPortResult[] {
  if (statuses === null) return ports;
  let at = 0;
  return selector.ports.map(({ protocol }, index): EndpointPortResult => {
    const end = ports[index] ?? { port: null, missing: "" };
    if (protocol.toUpperCase() === "UDP") return end;
    const [status, other] = [statuses[at], others[at] ?? null];
    at++;
    if (status?.is !== "not-sent") return other === null ? end : { port: null, notSent: other };
    if (status.reason.code === "port-name-missing") return end;
    return { port: null, notSent: status.reason };
  });
}

function becauseOf(
  { port, rule, missing, notSent }: PortGroup,
  asked: { readonly name: string; readonly number: number; readonly target: number | string | null },
): string {
  if (notSent !== null) return sentence(leftOutWords(notSent));
  return portRuleWords(port === null || rule === null ? ({ port: null, missing } as const) : { port, rule }, asked);
}
