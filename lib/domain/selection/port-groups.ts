import type { EndpointPort, PortRule } from "./endpoint-port";
import type { HostEndpoint } from "./host-endpoint";
import type { Machine } from "./machine";

/** How many endpoints of each kind. */
export interface KindCounts {
  readonly machines: number;
  readonly pods: number;
  readonly inline: number;
}

/** The endpoints of one port that end at one place by one rule. `port` null: they have none, for want of the name `missing`. */
export interface PortGroup {
  readonly port: number | null;
  readonly rule: PortRule | null;
  readonly missing: string;
  readonly of: KindCounts;
  /** The one value of the label `version` that all of these have and no other endpoint, or "". */
  readonly version: string;
}

/** Where each port of a host ends, in the order of its ports: the most first, those without a port last. */
export function portGroupsOf(ports: number, endpoints: readonly HostEndpoint[]): readonly (readonly PortGroup[])[] {
  return Array.from({ length: ports }, (_, index) => groupsOf(index, endpoints));
}

function groupsOf(index: number, endpoints: readonly HostEndpoint[]): readonly PortGroup[] {
  const byEnd = new Map<string, { readonly end: EndpointPort; readonly machines: Machine[] }>();
  for (const { machine, ports } of endpoints) {
    const end = ports[index];
    if (end === undefined) continue;
    const key = JSON.stringify(end);
    const group = byEnd.get(key) ?? { end, machines: [] };
    group.machines.push(machine);
    byEnd.set(key, group);
  }
  const groups = [...byEnd.values()].map(({ end, machines }) => ({
    port: end.port,
    rule: end.port === null ? null : end.rule,
    missing: end.port === null ? end.missing : "",
    of: kindCountsOf(machines),
    version: ownVersion(machines, endpoints),
  }));
  return groups.sort((a, b) => Number(a.port === null) - Number(b.port === null) || totalOf(b.of) - totalOf(a.of) || (a.port ?? 0) - (b.port ?? 0));
}

/** Counts workloads by their kind. */
export function kindCountsOf(machines: readonly Pick<Machine, "kind">[]): KindCounts {
  const count = (...kinds: readonly Machine["kind"][]) => machines.filter(({ kind }) => kinds.includes(kind)).length;
  return { machines: count("entry"), pods: count("pod"), inline: count("inline", "host") };
}

/** All of them. */
export function totalOf({ machines, pods, inline }: KindCounts): number {
  return machines + pods + inline;
}

function ownVersion(machines: readonly Machine[], endpoints: readonly HostEndpoint[]): string {
  const [first, ...others] = new Set(machines.map(({ labels }) => labels.get("version") ?? ""));
  if (first === undefined || first === "" || others.length > 0 || machines.length === endpoints.length) return "";
  const sharing = endpoints.filter(({ machine }) => machine.labels.get("version") === first).length;
  return sharing === machines.length ? first : "";
}
