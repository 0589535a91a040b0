import type { HostDetail } from "@/lib/contract/host";
import type { HostEndpoint } from "@/lib/domain/selection/host-endpoint";
import type { Selector } from "@/lib/domain/selection/objects";
import { type PortGroup, portGroupsOf } from "@/lib/domain/selection/port-groups";
import { portRuleWords } from "@/lib/format/port-rule-words";

/** The ports of a host with where each of them ends: the endpoints are those that answer. */
export function portsOf(selector: Selector, endpoints: readonly HostEndpoint[]): HostDetail["ports"] {
  const groups = portGroupsOf(selector.ports.length, endpoints);
  return selector.ports.map(({ name, number, protocol, target }, index) => ({
    name,
    number,
    protocol,
    groups: (groups[index] ?? []).map((group) => ({
      port: group.port,
      of: { ...group.of },
      version: group.version,
      because: portRuleWords(endOf(group), { name, number, target }),
    })),
  }));
}

function endOf({ port, rule, missing }: PortGroup) {
  return port === null || rule === null ? ({ port: null, missing } as const) : { port, rule };
}
