import type { RawObject, RawWorld } from "./selection-worlds";

/**
 * A second reading of Istio's rules, on raw objects. It shares no code with the product and caches nothing,
 * so that both are wrong in the same way only if the rules were misread.
 */
export type Labels = Readonly<Record<string, string>>;
type Fields = Readonly<Record<string, unknown>>;

/**
 * The thing behind an endpoint. `key` is NAMESPACE/NAME; an inline endpoint has the name of its ServiceEntry and its index, a name is the host name. An address
 * of an EndpointSlice is its own key, also if a Pod lends it locality, labels and account.
 */
export interface NaiveSource {
  readonly kind: "machine" | "Pod" | "name" | "address";
  readonly key: string;
}

/** An endpoint of a host name in a namespace, the same for every caller. */
export interface NaiveEndpoint {
  /** The object that makes it an endpoint, as `KIND NAMESPACE/NAME`. */
  readonly object: string;
  readonly source: NaiveSource;
  readonly address: string;
  readonly port: number;
  readonly portName: string;
  readonly portNumber: number | null;
  readonly health: string;
  readonly weight: number;
  readonly locality: string;
  readonly network: string;
  readonly labels: Labels;
  readonly tls: string;
  readonly account: string;
  readonly namespace: string;
  /** The Node of a Pod; "" without a Pod. */
  readonly node: string;
  readonly round: boolean;
}

export const get = (object: unknown, ...path: readonly string[]): unknown => path.reduce<unknown>((value, key) => (value as Fields | undefined)?.[key], object);
export const texts = (value: unknown): readonly string[] => (value ?? []) as readonly string[];
export const rows = (value: unknown): readonly Fields[] => (value ?? []) as readonly Fields[];
export const ofKind = (world: RawWorld, kind: string) => world.objects.filter((one) => one.kind === kind);
export const isSeen = (one: RawObject) => one.metadata.labels?.["istio.io/rev"] === undefined || one.metadata.labels["istio.io/rev"] === "default";
export const objectKey = ({ kind, metadata }: RawObject) => `${kind} ${metadata.namespace}/${metadata.name}`;
export const age = (one: RawObject) => one.metadata.creationTimestamp;
export const has = (labels: Labels, wanted: Labels) => Object.keys(wanted).every((key) => labels[key] === wanted[key]);

function placed(labels: Labels, locality: string, network: string, node = ""): Labels {
  const out: Record<string, string> = { ...labels };
  const keys = ["topology.kubernetes.io/region", "topology.kubernetes.io/zone", "topology.istio.io/subzone"];
  const parts = locality.split("/");
  for (let at = 0; at < 3; at++) if (parts[at]) out[keys[at] as string] = parts[at] as string;
  out["topology.istio.io/cluster"] = "Kubernetes";
  if (node) out["kubernetes.io/hostname"] = node;
  if (network && !out["topology.istio.io/network"]) out["topology.istio.io/network"] = network;
  return out;
}

function labelledLocality(labels: Labels): string {
  const value = labels["topology.istio.io/locality"] ?? labels["istio-locality"] ?? "";
  return value.includes("/") ? value : value.split(".").join("/");
}

export function callerLabels(locality: string, network: string): Labels {
  return placed({}, locality, network);
}

interface Workload extends Omit<NaiveEndpoint, "port" | "portName" | "portNumber" | "round" | "health" | "object"> {
  readonly name: string;
  readonly ports: Readonly<Record<string, number>>;
  readonly own: Labels;
  readonly ready: boolean;
}

function workloadEntry(spec: unknown, meta: { readonly namespace: string; readonly name: string; readonly labels: Labels }): Workload {
  const own = { ...(get(spec, "labels") as Labels | undefined), ...meta.labels };
  const locality = ((get(spec, "locality") as string | undefined) || labelledLocality(own)) ?? "";
  const network = (get(spec, "network") as string | undefined) ?? "";
  const account = (get(spec, "serviceAccount") as string | undefined) ?? "";
  const tls = own["security.istio.io/tlsMode"] ?? (account === "" ? "disabled" : "istio");
  const weight = (get(spec, "weight") as number | undefined) || 1;
  const address = (get(spec, "address") as string | undefined) ?? "";
  const ports = (get(spec, "ports") as Record<string, number> | undefined) ?? {};
  const source = { kind: "machine", key: `${meta.namespace}/${meta.name}` } as const;
  return { ...meta, source, address, weight, locality, network, own, labels: placed(own, locality, network), tls, account, ports, node: "", ready: true };
}

/** Values that Go's ParseBool reads as true. */
const TRUE = ["1", "t", "T", "TRUE", "true", "True"];

/** True if health checks are off, or the last report was healthy. */
export function isHealthy(entry: RawObject): boolean {
  if (!TRUE.includes(entry.metadata.annotations?.["proxy.istio.io/health-checks-enabled"] ?? "")) return true;
  return rows(get(entry, "status", "conditions")).some(({ type, status }) => type === "Healthy" && status === "True");
}

/** The labels of a WorkloadEntry that selectors see. */
export function entryLabels({ spec, metadata }: RawObject): Labels {
  return workloadEntry(spec, { namespace: metadata.namespace, name: metadata.name, labels: metadata.labels ?? {} }).labels;
}

/** The WorkloadEntries that istiod stores: of its revision, and healthy. */
function entries(world: RawWorld): readonly Workload[] {
  return ofKind(world, "WorkloadEntry")
    .filter((one) => isSeen(one) && isHealthy(one))
    .map(({ spec, metadata }) => workloadEntry(spec, { namespace: metadata.namespace, name: metadata.name, labels: metadata.labels ?? {} }));
}

function containerPorts(pod: RawObject): Readonly<Record<string, number>> {
  const ports: Record<string, number> = {};
  for (const container of rows(pod.spec.containers)) {
    for (const { name, containerPort } of rows(container.ports)) if (name) ports[name as string] ??= containerPort as number;
  }
  return ports;
}

const podAddress = (pod: RawObject) => get(pod, "status", "podIP") as string | undefined;
const isReady = (pod: RawObject) => rows(get(pod, "status", "conditions")).some(({ type, status }) => type === "Ready" && status === "True");
const isEnding = ({ metadata }: RawObject) => get(metadata, "deletionTimestamp") !== undefined;
const hasEnded = (pod: RawObject) => ["Succeeded", "Failed"].includes(get(pod, "status", "phase") as string);

function podWorkload(world: RawWorld, pod: RawObject): Workload {
  const own = pod.metadata.labels ?? {};
  const network = own["topology.istio.io/network"] ?? world.podNetwork;
  const node = (pod.spec.nodeName as string | undefined) ?? "";
  const locality = labelledLocality(own) || (node === "" ? "" : (world.nodeLocalities?.[node] ?? world.nodeLocality));
  const { namespace, name } = pod.metadata;
  return {
    namespace,
    name,
    source: { kind: "Pod", key: `${namespace}/${name}` } as const,
    address: podAddress(pod) ?? "",
    weight: 1,
    locality,
    network,
    own,
    labels: placed(own, locality, network, node),
    tls: own["security.istio.io/tlsMode"] ?? "disabled",
    account: (pod.spec.serviceAccountName as string | undefined) ?? "default",
    ports: containerPorts(pod),
    node,
    ready: isReady(pod),
  };
}

/** Pods with an address that have not ended and are not ending. */
const runningPods = (world: RawWorld) => ofKind(world, "Pod").filter((one) => !isEnding(one) && !hasEnded(one) && podAddress(one) !== undefined);

const pods = (world: RawWorld): readonly Workload[] => runningPods(world).map((one) => podWorkload(world, one));

export const isAddress = (text: string) => /^\d+(\.\d+){3}$/.test(text) || (text.includes(":") && !text.includes("/"));
/** A host name or a socket: a ServiceEntry selects it only with a DNS resolution, a Service never. */
export const isName = (address: string) => address !== "" && !isAddress(address);
export const isDnsEntry = ({ spec }: RawObject) => spec.resolution === "DNS" || spec.resolution === "DNS_ROUND_ROBIN";

function selected(world: RawWorld, entry: RawObject): readonly Workload[] {
  const wanted = (get(entry.spec, "workloadSelector", "labels") as Labels | undefined) ?? {};
  const candidates = [...pods(world).filter(({ ready }) => ready), ...entries(world)].filter(({ namespace }) => namespace === entry.metadata.namespace);
  const matching = candidates.filter((one) => has(one.labels, wanted) && (isDnsEntry(entry) || !isName(one.address)));
  const rank = ({ source, name }: Workload) => `${source.kind === "Pod" ? 0 : 1} ${name}`;
  return matching.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** istiod makes one service of each address, and one of none. A CIDR block of one address is that address. */
export function addressCount({ spec }: RawObject): number {
  const written = texts(spec.addresses).map((one) => one.replace(one.includes(":") ? /\/128$/ : /\/32$/, ""));
  return new Set(written).size || 1;
}

/** The workloads of a ServiceEntry in istiod's order: selected ones, inline ones, or the host name itself. */
function workloadsOf(world: RawWorld, entry: RawObject, host: string): readonly Workload[] {
  const { namespace, name } = entry.metadata;
  const written = rows(entry.spec.endpoints);
  if (entry.spec.workloadSelector) return selected(world, entry);
  if (written.length > 0) return written.map((spec, at) => workloadEntry(spec, { namespace, name: `${name}-${at}`, labels: {} }));
  if (!isDnsEntry(entry)) return [];
  const itself = workloadEntry({ address: host }, { namespace, name, labels: {} });
  return [{ ...itself, labels: {}, source: { kind: "name", key: host } }];
}

function ofEntry(world: RawWorld, entry: RawObject, host: string): readonly NaiveEndpoint[] {
  const once = workloadsOf(world, entry, host).flatMap((one) =>
    rows(entry.spec.ports).map((port): NaiveEndpoint => {
      const isSocket = one.address.startsWith("unix://");
      const number = one.ports[port.name as string] || (port.targetPort as number | undefined) || (port.number as number);
      return {
        ...one,
        object: objectKey(entry),
        address: isSocket ? one.address.slice(7) : one.address,
        port: isSocket ? 0 : number,
        portName: port.name as string,
        portNumber: port.number as number,
        health: one.source.kind === "Pod" ? "HEALTHY" : "UNKNOWN",
        round: entry.spec.resolution === "DNS_ROUND_ROBIN",
      };
    }),
  );
  return Array.from({ length: addressCount(entry) }, () => once).flat();
}

/** The port at which a workload serves a port of a Service; undefined if it has no port of that name. */
function targetOf({ source, ports }: Workload, port: Fields): number | undefined {
  const { name, port: number, targetPort: target } = port as { readonly name?: string; readonly port: number; readonly targetPort?: string | number };
  if (typeof target === "string") return ports[target];
  const written = source.kind === "machine" ? ports[name ?? ""] : undefined;
  return written ?? target ?? number;
}

/** The health of a Pod in the slices that Kubernetes writes. No caller is sent TERMINATING. */
function podHealth({ spec, metadata }: RawObject, pod: RawObject): string {
  if (spec.publishNotReadyAddresses === true || (isReady(pod) && !isEnding(pod))) return "HEALTHY";
  if (!isEnding(pod)) return "UNHEALTHY";
  return isReady(pod) && keepsSessions(metadata) ? "DRAINING" : "TERMINATING";
}

const keepsSessions = ({ labels }: RawObject["metadata"]) => Boolean(labels?.["istio.io/persistent-session"]);

function ofService(world: RawWorld, service: RawObject): readonly NaiveEndpoint[] {
  const wanted = (service.spec.selector as Labels | undefined) ?? {};
  if (Object.keys(wanted).length === 0 || service.spec.type === "ExternalName") return [];
  const here = ({ namespace }: Workload) => namespace === service.metadata.namespace;
  const endpoints = (one: Workload, health: string) =>
    rows(service.spec.ports).flatMap((written): readonly NaiveEndpoint[] => {
      const port = written.protocol === "UDP" ? undefined : targetOf(one, written);
      const portName = (written.name as string | undefined) ?? "";
      return port === undefined ? [] : [{ ...one, object: objectKey(service), port, portName, portNumber: null, health, round: false }];
    });
  const ofPods = ofKind(world, "Pod")
    .filter((one) => !hasEnded(one) && podAddress(one) !== undefined)
    .flatMap((pod) => {
      const one = podWorkload(world, pod);
      return here(one) && has(one.own, wanted) ? endpoints(one, podHealth(service, pod)) : [];
    });
  if (service.spec.clusterIP === "None") return ofPods;
  const machines = entries(world).filter((one) => here(one) && has(one.labels, wanted) && !isName(one.address));
  return [...ofPods, ...machines.flatMap((one) => endpoints(one, "UNKNOWN"))];
}

/** The controller of Kubernetes writes these slices, which list the Pods of a Service. */
const OF_KUBERNETES = "endpointslice-controller.k8s.io";

/** EndpointSlices of a Service name that another hand wrote. istiod reads them also if no such Service exists. */
function handMadeSlices(world: RawWorld, name: string, namespace: string): readonly RawObject[] {
  return ofKind(world, "EndpointSlice").filter(
    ({ metadata: { namespace: own, labels = {} }, addressType }) =>
      own === namespace &&
      labels["kubernetes.io/service-name"] === name &&
      labels["multicluster.kubernetes.io/service-name"] === undefined &&
      labels["endpointslice.kubernetes.io/managed-by"] !== OF_KUBERNETES &&
      addressType !== "FQDN",
  );
}

/** The health of an endpoint of a slice. Missing conditions count as true. */
function sliceHealth(service: RawObject | undefined, endpoint: Fields): string {
  const is = (condition: string) => get(endpoint, "conditions", condition) !== false;
  if (is("ready")) return "HEALTHY";
  if (service === undefined || !is("terminating")) return "UNHEALTHY";
  return keepsSessions(service.metadata) && is("serving") ? "DRAINING" : "TERMINATING";
}

/** The Pod that lends its attributes to an address: the one of `targetRef`, else a ready Pod with that address. Null = none is found, but one is expected. */
function lender(world: RawWorld, namespace: string, address: string, target: unknown): RawObject | undefined | null {
  if (get(target, "kind") !== "Pod")
    return runningPods(world).find((one) => one.metadata.namespace === namespace && podAddress(one) === address && isReady(one));
  const isIt = ({ metadata }: RawObject) => metadata.namespace === get(target, "namespace") && metadata.name === get(target, "name");
  return ofKind(world, "Pod").find((one) => isIt(one) && get(one, "status", "phase") !== "Failed") ?? null;
}

type Lent = Pick<NaiveEndpoint, "weight" | "locality" | "network" | "labels" | "tls" | "account" | "namespace" | "node">;

/** The attributes of an address without a Pod: the network of Pods, and plain text. */
function lentBy(world: RawWorld, pod: RawObject | undefined): Lent {
  const { podNetwork: network } = world;
  if (pod !== undefined) return podWorkload(world, pod);
  return { weight: 1, locality: "", network, labels: placed({}, "", network), tls: "disabled", account: "", namespace: "", node: "" };
}

/** Every endpoint of hand-made slices. The ports of a slice are joined to those of the Service by name. */
function ofSlices(world: RawWorld, host: string, namespace: string): readonly NaiveEndpoint[] {
  const name = host.endsWith(`.${namespace}.svc.cluster.local`) ? (host.split(".")[0] ?? "") : "";
  const service = ofKind(world, "Service").find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
  const base = { object: `Service ${namespace}/${name}`, portNumber: null, round: false };
  const endpoints = handMadeSlices(world, name, namespace).flatMap((slice) => rows(slice.endpoints).map((endpoint) => ({ slice, endpoint })));
  const addresses = endpoints.flatMap(({ slice, endpoint }) => texts(endpoint.addresses).map((address) => ({ slice, endpoint, address })));
  return addresses.flatMap(({ slice, endpoint, address }) => {
    const health = sliceHealth(service, endpoint);
    const pod = lender(world, namespace, address, endpoint.targetRef);
    if (pod === null) return [];
    const lent = { ...base, ...lentBy(world, pod), source: { kind: "address", key: address } as const, address, health };
    return rows(slice.ports).map(({ name: portName = "", port = 0 }) => ({ ...lent, portName: portName as string, port: port as number }));
  });
}

/** istiod stores one endpoint of a Service for each address and port name: the first in a slice. Of two slices, chance decides. */
function onePerAddress(endpoints: readonly NaiveEndpoint[]): readonly NaiveEndpoint[] {
  const isOfSlice = ({ source }: NaiveEndpoint) => source.kind !== "machine";
  const key = ({ address, portName }: NaiveEndpoint) => `${address} ${portName}`;
  return endpoints.filter((one, at) => !isOfSlice(one) || endpoints.findIndex((other) => isOfSlice(other) && key(other) === key(one)) === at);
}

export const hostOf = (service: RawObject) => `${service.metadata.name}.${service.metadata.namespace}.svc.cluster.local`;

/** Every endpoint that istiod stores for a host name in a namespace. */
export function naiveHeld(world: RawWorld, host: string, namespace: string): readonly NaiveEndpoint[] {
  const byAge = (a: RawObject, b: RawObject) => (age(a) + a.metadata.name < age(b) + b.metadata.name ? -1 : 1);
  const objects = ofKind(world, "ServiceEntry")
    .filter((one) => isSeen(one) && one.metadata.namespace === namespace && texts(one.spec.hosts).includes(host))
    .sort(byAge);
  const found: NaiveEndpoint[] = [];
  for (const endpoint of objects.flatMap((one) => ofEntry(world, one, host))) {
    if (!endpoint.round || !found.some(({ portNumber }) => portNumber === endpoint.portNumber)) found.push(endpoint);
  }
  const services = ofKind(world, "Service").filter((one) => one.metadata.namespace === namespace && hostOf(one) === host);
  return [...found, ...onePerAddress([...services.flatMap((one) => ofService(world, one)), ...ofSlices(world, host, namespace)])];
}
