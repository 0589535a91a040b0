import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { MeshService } from "@/lib/domain/selection/objects";
import type { DestinationRule, TrafficPolicySettings } from "@/lib/domain/selection/policies";
import { entryLabels, has, type NaiveWorld, ownLabels, settingsOf } from "./facts";

/** The TLS mode of an endpoint by itself: its label, else whether it has an account. */
export function marks(entry: WorkloadEntry, _world: NaiveWorld): string {
  return ownLabels(entry)["security.istio.io/tlsMode"] ?? (entry.serviceAccount === "" ? "disabled" : "istio");
}

/** The rule that callers have: of their own namespace, else of the host's, else of the root namespace. Worlds have one for each host in a namespace. */
export function ruleFor(name: string, host: MeshService, world: NaiveWorld, caller = callersOf(host)): DestinationRule | undefined {
  const rules = (world.policies.rules ?? []).filter((rule) => rule.host === name);
  const places = [caller, host.namespace, settingsOf(world).rootNamespace];
  return places.map((place) => rules.find(({ namespace }) => namespace === place)).find((rule) => rule !== undefined);
}

/** Callers are in the host's namespace, or in the first one to which it is exported. */
export function callersOf({ exportTo, namespace }: MeshService): string {
  const [first] = [...exportTo].sort();
  return first === undefined || exportTo.some((one) => ["*", ".", namespace].includes(one)) ? namespace : first;
}

/** A port's own policy replaces the general one whole. */
export function policyOf(rule: DestinationRule | undefined, port: number): TrafficPolicySettings | null {
  return rule?.policy?.ports.find((one) => one.port === port) ?? rule?.policy ?? null;
}

export function accepted(entry: WorkloadEntry, port: number, world: NaiveWorld): string {
  const all = [...(world.policies.authentications ?? [])].sort((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0) || (a.name < b.name ? -1 : 1));
  const root = settingsOf(world).rootNamespace;
  const mode = (value: string | null | undefined) => (value == null || value === "" || value === "UNSET" ? undefined : value);
  const workload = all.find((one) => one.namespace === entry.namespace && one.selector.length > 0 && has(entryLabels(entry, world), one.selector));
  const namespace = all.find((one) => one.namespace === entry.namespace && one.selector.length === 0);
  const mesh = all.find((one) => one.namespace === root && one.selector.length === 0);
  const general = mode(workload?.mode) ?? mode(namespace?.mode) ?? mode(mesh?.mode) ?? "PERMISSIVE";
  return mode(workload?.ports.find(([number]) => number === port)?.[1]) ?? general;
}

/** A port of the service, and the port of the machine on which it ends. */
export interface PortPair {
  readonly number: number;
  readonly end: number;
  /** The mark that all endpoints of the port share, if callers connect to the original destination. */
  readonly isMarked?: boolean | undefined;
}

/** The mark on one endpoint of a service. The rules of its owner count, and the policies of the machine. */
export function isMarkedAt(owner: MeshService, name: string, { number, end }: PortPair, entry: WorkloadEntry, world: NaiveWorld): boolean {
  if (marks(entry, world) !== "istio") return false;
  const policy = ruleFor(name, owner, world)?.policy;
  const ruled = policy?.ports.find((one) => one.port === number && one.tls !== null)?.tls ?? policy?.tls ?? null;
  return ruled === null ? accepted(entry, end, world) !== "DISABLE" : ruled === "ISTIO_MUTUAL";
}

function namespaceMode(host: MeshService, world: NaiveWorld): string {
  return accepted({ namespace: host.namespace, specLabels: [], metadataLabels: [], locality: "", network: "" } as unknown as WorkloadEntry, -1, {
    ...world,
    policies: { ...world.policies, authentications: (world.policies.authentications ?? []).filter(({ selector }) => selector.length === 0) },
  });
}

/** Do callers send mutual TLS to one endpoint of a service? */
export function speaksMutual(owner: MeshService, name: string, pair: PortPair, entry: WorkloadEntry, world: NaiveWorld): boolean {
  const mode = policyOf(ruleFor(name, owner, world), pair.number)?.tls ?? null;
  if (mode !== null) return mode === "ISTIO_MUTUAL";
  const isOutside = owner.kind === "ServiceEntry" && owner.isExternal;
  return !isOutside && namespaceMode(owner, world) !== "DISABLE" && (pair.isMarked ?? isMarkedAt(owner, name, pair, entry, world));
}

/** No rule says a mode, and a policy of the whole namespace or mesh turns mutual TLS off. A service outside the mesh is another matter. */
export function isPlainByPolicy(host: MeshService, name: string, number: number, world: NaiveWorld): boolean {
  const mode = policyOf(ruleFor(name, host, world), number)?.tls ?? null;
  const isOutside = host.kind === "ServiceEntry" && host.isExternal;
  return mode === null && !isOutside && namespaceMode(host, world) === "DISABLE";
}

/** Callers send plain text to a port because the service is outside the mesh, and for no other reason. */
export const isPlainOutside = (owner: MeshService, name: string, number: number, world: NaiveWorld): boolean =>
  namespaceMode(owner, world) !== "DISABLE" && (policyOf(ruleFor(name, owner, world), number)?.tls ?? null) === null;
