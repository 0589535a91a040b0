import { localitySentByIstiod } from "@/lib/domain/localities/locality";
import { hasHealthChecks } from "@/lib/domain/verdict/serving";
import type { NotSentReason, SentOnOtherPort } from "./caller-service";
import type { EndpointPort, PortRule } from "./endpoint-port";
import type { EndpointTlsMode } from "./mutual-tls";
import type { StoredWorkload } from "./workload";

/**
 * The number of endpoints of each kind. `inline`: endpoints written in a ServiceEntry. `names`: host names that callers resolve by DNS, if there is
 * no other endpoint.
 */
export interface EndpointKindCounts {
  readonly machines: number;
  readonly pods: number;
  readonly inline: number;
  readonly names: number;
  /** The number of addresses in EndpointSlices that the controller of Kubernetes did not write. */
  readonly addresses: number;
}

/** The port of an endpoint for one port of an object, or the reason why the caller does not get the endpoint on that port. */
export type EndpointPortResult = EndpointPort | { readonly port: null; readonly notSent: NotSentReason | SentOnOtherPort };

/** An endpoint with its port for each port of its object, in the order of the ports. */
export interface EndpointWithPorts {
  readonly machine: StoredWorkload;
  readonly ports: readonly EndpointPortResult[];
}

/**
 * The endpoints for one port of an object that have the same port number by the same rule. `port` null = they have no port, because the port name
 * `missing` does not exist or because of `notSent`.
 */
export interface PortGroup {
  readonly port: number | null;
  readonly rule: PortRule | null;
  readonly missing: string;
  readonly notSent: NotSentReason | SentOnOtherPort | null;
  readonly of: EndpointKindCounts;
  /** The label `version` that all of these endpoints have and no other has; "" = none. */
  readonly version: string;
}

/**
 * Returns the groups of endpoints for each port of a service, in the order of its ports. The largest groups come first, endpoints without a port
 * last. `ports`: the number of ports.
 */
export function portGroupsOf(ports: number, endpoints: readonly EndpointWithPorts[]): readonly (readonly PortGroup[])[] {
  return Array.from({ length: ports }, (_, index) => groupsOf(index, endpoints));
}

function groupsOf(index: number, endpoints: readonly EndpointWithPorts[]): readonly PortGroup[] {
  const byEnd = new Map<string, { readonly end: EndpointPortResult; readonly machines: StoredWorkload[] }>();
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
    of: countEndpointKinds(machines),
    version: ownVersion(machines, endpoints),
  }));
  return groups.sort(
    (a, b) => Number(a.port === null) - Number(b.port === null) || totalEndpoints(b.of) - totalEndpoints(a.of) || (a.port ?? 0) - (b.port ?? 0),
  );
}

/** Returns the number of workloads of each kind. */
export function countEndpointKinds(machines: readonly Pick<StoredWorkload, "kind">[]): EndpointKindCounts {
  const count = (...kinds: readonly StoredWorkload["kind"][]) => machines.filter(({ kind }) => kinds.includes(kind)).length;
  return { machines: count("entry"), pods: count("pod"), inline: count("inline"), names: count("host"), addresses: count("address") };
}

/** Returns the sum of the counts of all kinds. */
export function totalEndpoints({ machines, pods, inline, names, addresses }: EndpointKindCounts): number {
  return machines + pods + inline + names + addresses;
}

function ownVersion(machines: readonly StoredWorkload[], endpoints: readonly EndpointWithPorts[]): string {
  const [first, ...others] = new Set(machines.map(({ labels }) => labels.get("version") ?? ""));
  if (first === undefined || first === "" || others.length > 0 || machines.length === endpoints.length) return "";
  const sharing = endpoints.filter(({ machine }) => machine.labels.get("version") === first).length;
  return sharing === machines.length ? first : "";
}

/** An aspect in which the machines and the Pods of a service can differ for a caller. */
export type ComparedAspect = "port" | "account" | "tls" | "version" | "locality" | "probe";

/** The number of endpoints that have a value of an aspect; `value` "" = none. */
interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/**
 * One aspect with the values of machines and of Pods. `port`: the port of the service, or "" if the aspect concerns the endpoint. `differs`: machines
 * and Pods have different values.
 */
interface KindDifference {
  readonly aspect: ComparedAspect;
  readonly port: string;
  readonly machines: readonly ValueCount[];
  readonly pods: readonly ValueCount[];
  readonly differs: boolean;
}

/** A machine or Pod of a service, as the caller gets it. */
export interface MachineOrPodEndpoint {
  readonly machine: StoredWorkload;
  /** The annotation for health checks on the machine's entry; null for a Pod. */
  readonly gate: string | null;
  /** False = the caller gets the endpoint on no port. */
  readonly isSent: boolean;
  /** The endpoint's port for each port of the service. Null = the caller does not get it on that port. */
  readonly ends: readonly (number | null)[];
}

/** The number of endpoints of one kind that the caller gets, and the number that it does not get. */
interface ComparedCount {
  readonly sent: number;
  readonly leftOut: number;
}

/** The comparison of the machines and Pods that a caller gets. */
export interface MachinePodComparison {
  readonly machines: ComparedCount;
  readonly pods: ComparedCount;
  /** The compared aspects. Empty if the caller gets no machine or no Pod. */
  readonly differences: readonly KindDifference[];
}

const TLS_VALUES = { mutual: "mTLS", simple: "TLS", plain: "plain", "not-known": "not known" } as const;

/**
 * Compares the machines and the Pods of a service that a caller gets. Null = the service selects no machine or no Pod. `spokenTo`: returns the
 * caller's TLS to an endpoint.
 */
export function compareMachinesAndPods<E extends MachineOrPodEndpoint>(
  ports: readonly { readonly name: string; readonly number: number; readonly protocol: string }[],
  endpoints: readonly E[],
  spokenTo: (endpoint: E) => EndpointTlsMode | null,
): MachinePodComparison | null {
  const [allMachines, allPods] = [endpoints.filter(({ machine }) => machine.kind === "entry"), endpoints.filter(({ machine }) => machine.kind === "pod")];
  if (allMachines.length === 0 || allPods.length === 0) return null;
  const [machines, pods] = [allMachines.filter(({ isSent }) => isSent), allPods.filter(({ isSent }) => isSent)];
  return {
    machines: { sent: machines.length, leftOut: allMachines.length - machines.length },
    pods: { sent: pods.length, leftOut: allPods.length - pods.length },
    differences: machines.length === 0 || pods.length === 0 ? [] : differencesOf(ports, { machines, pods }, spokenTo),
  };
}

function differencesOf<E extends MachineOrPodEndpoint>(
  ports: Parameters<typeof compareMachinesAndPods>[0],
  { machines, pods }: { readonly machines: readonly E[]; readonly pods: readonly E[] },
  spokenTo: (endpoint: E) => EndpointTlsMode | null,
): readonly KindDifference[] {
  const compared = (aspect: ComparedAspect, read: (one: E) => string, port = ""): KindDifference => {
    const [ours, theirs] = [counted(machines, read), counted(pods, read)];
    return { aspect, port, machines: ours, pods: theirs, differs: !isSameSet(ours, theirs) };
  };
  return [
    ...ports.flatMap(({ name, number, protocol }, index) => {
      // Callers get no list for UDP.
      if (protocol.toUpperCase() === "UDP") return [];
      return [compared("port", ({ ends }) => String(ends[index] ?? ""), name === "" ? String(number) : `${number} ${name}`)];
    }),
    compared("account", ({ machine }) => machine.identity.split("/sa/")[1] ?? ""),
    compared("tls", (one) => TLS_VALUES[spokenTo(one) ?? "not-known"]),
    compared("version", ({ machine }) => machine.labels.get("version") ?? ""),
    compared("locality", ({ machine }) => localitySentByIstiod(machine.locality)),
    compared("probe", ({ machine, gate }) => (machine.kind === "pod" ? "readiness" : hasHealthChecks(gate) ? "probe" : "not checked")),
  ].map((one) => (one.aspect === "probe" ? { ...one, differs: one.machines.some(({ value }) => value === "not checked") } : one));
}

function counted<E extends MachineOrPodEndpoint>(endpoints: readonly E[], read: (one: E) => string): readonly ValueCount[] {
  const counts = new Map<string, number>();
  for (const one of endpoints) counts.set(read(one), (counts.get(read(one)) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

function isSameSet(ours: readonly ValueCount[], theirs: readonly ValueCount[]): boolean {
  return ours.length === theirs.length && ours.every(({ value }) => theirs.some((one) => one.value === value));
}
