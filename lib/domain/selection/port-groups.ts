import type { NotSentReason, OnOtherPort } from "./caller-service";
import type { EndpointPort, PortRule } from "./endpoint-port";
import type { Machine } from "./machine";

/** The number of endpoints of each kind. `names`: host names that callers resolve by DNS, without another endpoint. */
export interface KindCounts {
  readonly machines: number;
  readonly pods: number;
  readonly inline: number;
  readonly names: number;
  /** Addresses of EndpointSlices. */
  readonly addresses: number;
}

/** The end of one port of an object on an endpoint, or the reason why the caller is not sent the endpoint there. */
export type PortEnd = EndpointPort | { readonly port: null; readonly notSent: NotSentReason | OnOtherPort };

/** An endpoint with the end of each port of its object, in the order of the ports. */
export interface EndpointTargets {
  readonly machine: Machine;
  readonly ports: readonly PortEnd[];
}

/** The endpoints of one port that end at one place by one rule. `port` null: they have none, for want of the name `missing` or because of `notSent`. */
export interface PortGroup {
  readonly port: number | null;
  readonly rule: PortRule | null;
  readonly missing: string;
  readonly notSent: NotSentReason | OnOtherPort | null;
  readonly of: KindCounts;
  /** The one value of the label `version` that all of these have and no other endpoint, or "". */
  readonly version: string;
}

/** Where each port of a host ends, in the order of its ports: the most first, those without a port last. */
export function portGroupsOf(ports: number, endpoints: readonly EndpointTargets[]): readonly (readonly PortGroup[])[] {
  return Array.from({ length: ports }, (_, index) => groupsOf(index, endpoints));
}

function groupsOf(index: number, endpoints: readonly EndpointTargets[]): readonly PortGroup[] {
  const byEnd = new Map<string, { readonly end: PortEnd; readonly machines: Machine[] }>();
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
    missing: "missing" in end ? end.missing : "",
    notSent: "notSent" in end ? end.notSent : null,
    of: kindCountsOf(machines),
    version: ownVersion(machines, endpoints),
  }));
  return groups.sort((a, b) => Number(a.port === null) - Number(b.port === null) || totalOf(b.of) - totalOf(a.of) || (a.port ?? 0) - (b.port ?? 0));
}

/** Counts workloads by their kind. */
export function kindCountsOf(machines: readonly Pick<Machine, "kind">[]): KindCounts {
  const count = (...kinds: readonly Machine["kind"][]) => machines.filter(({ kind }) => kinds.includes(kind)).length;
  return { machines: count("entry"), pods: count("pod"), inline: count("inline"), names: count("host"), addresses: count("address") };
}

/** All of them. */
export function totalOf({ machines, pods, inline, names, addresses }: KindCounts): number {
  return machines + pods + inline + names + addresses;
}

function ownVersion(machines: readonly Machine[], endpoints: readonly EndpointTargets[]): string {
  const [first, ...others] = new Set(machines.map(({ labels }) => labels.get("version") ?? ""));
  if (first === undefined || first === "" || others.length > 0 || machines.length === endpoints.length) return "";
  const sharing = endpoints.filter(({ machine }) => machine.labels.get("version") === first).length;
  return sharing === machines.length ? first : "";
}
