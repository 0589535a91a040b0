import type { LabelSet } from "@/lib/domain/label-set";
import type { DefinedPort, Definition } from "./definitions";

/** The definition of a host that a namespace is known for: its Kubernetes Service, else its oldest ServiceEntry. */
export function definitionFor(definitions: readonly Definition[], host: string, namespace: string): Definition | undefined {
  const ours = definitions.filter((one) => one.host === host && one.namespace === namespace);
  return ours.find(({ origin }) => origin.kind === "Service") ?? ours[0];
}

/**
 * Adds one definition to those that a caller has: of one host one stays, and a later one may bring further ports
 * (docs/istio.md#merged-ports, #joined-endpoints).
 */
export function withDefinition(scope: Map<string, Definition>, definition: Definition): void {
  const existing = scope.get(definition.host);
  if (existing === undefined) scope.set(definition.host, definition);
  else if (existing !== definition) scope.set(definition.host, merged(existing, definition));
}

function merged(existing: Definition, later: Definition): Definition {
  const [isOurs, isTheirs] = [existing.origin.kind === "Service", later.origin.kind === "Service"];
  if (isOurs !== isTheirs) return isOurs ? existing : later;
  if (samePorts(existing.ports, later.ports) || !bringsPorts(existing, later)) return existing;
  const added = later.ports.filter(({ number }) => !existing.ports.some((port) => port.number === number));
  return { ...existing, ports: [...existing.ports, ...added] };
}

/** Further ports come only with the same namespace, resolution, labels, selector and exportTo (docs/istio.md#merged-ports, #joined-endpoints). */
function bringsPorts(existing: Definition, later: Definition): boolean {
  return (
    existing.namespace === later.namespace &&
    existing.discovery === later.discovery &&
    samePairs(existing.origin.labels, later.origin.labels) &&
    samePairs(existing.selector, later.selector) &&
    sameNames(existing.origin.exportTo, later.origin.exportTo)
  );
}

function samePorts(ours: readonly DefinedPort[], theirs: readonly DefinedPort[]): boolean {
  return ours.length === theirs.length && ours.every((port, at) => isSamePort(port, theirs[at]));
}

function isSamePort(port: DefinedPort, other: DefinedPort | undefined): boolean {
  return other !== undefined && port.name === other.name && port.number === other.number && port.protocol === other.protocol;
}

function samePairs(ours: LabelSet, theirs: LabelSet): boolean {
  const values = new Map(theirs);
  return new Map(ours).size === values.size && ours.every(([key, value]) => values.get(key) === value);
}

/** Do both have the same names, in any order? */
export function sameNames(ours: readonly string[], theirs: readonly string[]): boolean {
  return new Set(ours).size === new Set(theirs).size && ours.every((name) => theirs.includes(name));
}
