import { addressCount, get, type NaiveSource, objectKey, rows } from "./naive-held";
import { gatewaysOf, gatewaysTo, type Marked, type NaiveCluster, type NaiveRow, type NaiveWay, wayTo } from "./naive-order";
import { isRead, objectHosts, objectPorts, ownerAtGateway, ownerOf, ROOT } from "./naive-owners";
import { arrivals, leftOf, machineKey, type NaiveEntryLeft, selects } from "./naive-reasons";
import { isExternal, markOf, type NaiveProtocol, protocolOf, ruleOf, subsetOf, tlsModeOf } from "./naive-rules";
import { discoveryOf, naiveClusters } from "./naive-selection";
import type { RawCaller, RawObject, RawWorld } from "./selection-worlds";

/** Endpoints of one port as one caller is sent them. Machines and Pods are `NAMESPACE/NAME`, sorted, each once. */
export interface NaiveCounts {
  /** WorkloadEntries and inline endpoints that the caller reaches directly. An inline endpoint has the name of its ServiceEntry and its index: `n1/db-0`. */
  readonly direct: readonly string[];
  /** Machines behind a gateway. */
  readonly through: readonly string[];
  readonly pods: readonly string[];
  readonly podsThrough: readonly string[];
  /** The host name itself, for a DNS service without endpoints. */
  readonly names: readonly string[];
  /** Addresses of hand-made EndpointSlices. */
  readonly addresses: readonly string[];
  readonly addressesThrough: readonly string[];
  /** Pods and addresses among them that are not ready. */
  readonly unready: readonly string[];
  /** Endpoints in the message of istiod, repeated ones included. A gateway counts once per locality. */
  readonly sent: number;
  /** Endpoints with different address and port. Envoy drops the others. */
  readonly distinct: number;
}

/** One port of the definition that applies to the caller. */
interface NaivePortStatement {
  readonly number: number;
  readonly name: string;
  /** The object that defines this port, as `KIND NAMESPACE/NAME`. */
  readonly definedBy: string;
  readonly discovery: "EDS" | "DNS" | "NONE";
  /** False for a DNS service without endpoints: the caller has no cluster for the port. */
  readonly isSent: boolean;
  readonly all: NaiveCounts;
  /** The part that comes from the object of the question. */
  readonly own: NaiveCounts;
}

/** One port of the object of the question. */
interface NaiveOwnPort {
  readonly number: number;
  readonly name: string;
  /** Ports of the applied definition that get its endpoints. Empty = none. */
  readonly arrivesAt: readonly number[];
}

export interface NaiveService {
  readonly host: string;
  /** True if the caller has a definition of the host name, of this object or another. */
  readonly isKnown: boolean;
  /** The object of that definition, as `KIND NAMESPACE/NAME`. */
  readonly owner: string | null;
  /** `owns`: its definition applies. `adds`: its endpoints join those of the owner. `loses`: an owner in another namespace, or that ignores endpoints. */
  readonly role: "owns" | "adds" | "loses" | "unknown";
  readonly ports: readonly NaivePortStatement[];
  readonly ownPorts: readonly NaiveOwnPort[];
}

const unique = (values: readonly string[]) => [...new Set(values)].sort();

function counts(all: readonly NaiveRow[], object: string | null): NaiveCounts {
  const isOwn = (row: NaiveRow) => object === null || row.origins.some((one) => one.object === object);
  const sent = all.filter(isOwn);
  const keys = (kind: NaiveSource["kind"], isGateway: boolean) =>
    unique(
      sent
        .filter((row) => row.isGateway === isGateway)
        .flatMap(({ origins }) =>
          origins.filter((one) => one.source.kind === kind && (object === null || one.object === object)).map(({ source }) => source.key),
        ),
    );
  return {
    direct: keys("machine", false),
    through: keys("machine", true),
    pods: keys("Pod", false),
    podsThrough: keys("Pod", true),
    names: keys("name", false),
    addresses: keys("address", false),
    addressesThrough: keys("address", true),
    unready: unique(
      sent
        .flatMap(({ origins }) => origins)
        .filter(({ source, endpoint }) => (source.kind === "Pod" || source.kind === "address") && !endpoint.isReady)
        .map(({ source }) => source.key),
    ),
    sent: sent.length,
    distinct: new Set(sent.map(({ address, port }) => `${address} ${port}`)).size,
  };
}

/** The clusters without a subset. */
const wholeClusters = (world: RawWorld, view: RawCaller, host: string) => naiveClusters(world, view, host).filter(({ subset }) => subset === "");

/** One host name of a Service or ServiceEntry for one caller. `host` defaults to the object's first. */
export function naiveService(world: RawWorld, view: RawCaller, object: RawObject, host = objectHosts(object)[0] ?? ""): NaiveService {
  const owner = ownerOf(world, view, host);
  const ownPorts = objectPorts(object).map(({ number, name }) => ({
    number,
    name,
    arrivesAt: owner === null ? [] : arrivals(owner, object, { number, name }),
  }));
  if (owner === null) return { host, isKnown: false, owner: null, role: "unknown", ports: [], ownPorts };
  const key = objectKey(object);
  const ports = wholeClusters(world, view, host).map((one) => ({
    number: one.port.number,
    name: one.port.name,
    definedBy: one.port.object,
    discovery: one.discovery,
    isSent: one.isSent,
    all: counts(one.rows, null),
    own: counts(one.rows, key),
  }));
  const joins = isRead(object) && owner.namespace === object.metadata.namespace && discoveryOf(owner) !== "NONE";
  const role = owner.object === object || objectKey(owner.object) === key ? "owns" : joins ? "adds" : "loses";
  return { host, isKnown: true, owner: objectKey(owner.object), role, ports, ownPorts };
}

interface NaiveEntrySent {
  readonly host: string;
  readonly port: number;
  readonly subset: string;
  /** 0 = a socket. Behind a gateway it is the port of the machine, not of the gateway. */
  readonly endpointPort: number;
  readonly way: "direct" | "gateway";
  /** The objects that send it, as `KIND NAMESPACE/NAME`. */
  readonly objects: readonly string[];
  /** The number of endpoints with its address. Behind a gateway: the weight. */
  readonly times: number;
}

export interface NaiveEntry {
  readonly sent: readonly NaiveEntrySent[];
  readonly left: readonly NaiveEntryLeft[];
}

function sentOf({ host, port, subset, rows: all }: NaiveCluster, machine: string): readonly NaiveEntrySent[] {
  const hits = all.flatMap((row) => row.origins.filter(({ source }) => source.kind === "machine" && source.key === machine).map((origin) => ({ row, origin })));
  const variants = unique(hits.map(({ row, origin }) => `${origin.endpoint.port} ${row.isGateway ? "gateway" : "direct"}`));
  return variants.map((variant) => {
    const [written = "", way = ""] = variant.split(" ");
    const same = hits.filter(({ row, origin }) => `${origin.endpoint.port} ${row.isGateway ? "gateway" : "direct"}` === variant);
    return {
      host,
      port: port.number,
      subset,
      endpointPort: Number(written),
      way: way as "direct" | "gateway",
      objects: unique(same.map(({ origin }) => origin.object)),
      times: same.length,
    };
  });
}

/** Everything that one caller is sent of one WorkloadEntry, and the reasons for the rest. */
export function naiveEntry(world: RawWorld, view: RawCaller, entry: RawObject): NaiveEntry {
  const objects = world.objects.filter((one) => isRead(one) && selects(one, entry));
  const hosts = unique(objects.flatMap(objectHosts));
  const sent = hosts.flatMap((host) => naiveClusters(world, view, host).flatMap((one) => sentOf(one, machineKey(entry))));
  const left = objects.flatMap((object) => objectHosts(object).flatMap((host) => leftOf(world, view, { object, host, entry })));
  return { sent, left };
}

/** The way between two networks for one kind of machine. */
interface NaivePath {
  readonly way: NaiveWay;
  /** The gateway addresses that the caller can use, sorted. Empty unless the way is `gateway`. */
  readonly gateways: readonly string[];
}

export interface NaiveNetworkPair {
  /** The network of the caller; "" = none. */
  readonly from: string;
  /** The network of the machine; "" = none. */
  readonly to: string;
  readonly resolution: "STATIC" | "DNS";
  /** A machine with an address that is marked for mTLS. */
  readonly marked: NaivePath;
  /** A machine with an address and without the mark. */
  readonly unmarked: NaivePath;
  /** A marked machine without an address. Way `direct`: istiod sends an empty address. */
  readonly withoutAddress: NaivePath;
}

/** The networks of machines, Pods, gateways and callers, with "". */
function networksOf(world: RawWorld): readonly string[] {
  const written = world.objects.flatMap(({ kind, spec, metadata }): readonly unknown[] => {
    if (kind === "WorkloadEntry") return [spec.network];
    if (kind === "ServiceEntry") return rows(spec.endpoints).map(({ network }) => network);
    return kind === "Pod" ? [metadata.labels?.["topology.istio.io/network"] ?? world.podNetwork] : [];
  });
  return unique([
    "",
    ...written.map((one) => (one ?? "") as string),
    ...world.gateways.map(({ network }) => network),
    ...world.views.map(({ network }) => network),
  ]);
}

/** Every pair of networks of the world, for services that istiod resolves (STATIC, Services) and for those that callers resolve (DNS). */
export function naiveNetworks(world: RawWorld): readonly NaiveNetworkPair[] {
  const all = networksOf(world);
  const path = (from: string, to: string, machine: { readonly isDns: boolean; readonly address: string; readonly mark: string }): NaivePath => {
    const context = { world, isDns: machine.isDns, view: { namespace: "", network: from, locality: "" } };
    const way = wayTo({ network: to, address: machine.address, mark: machine.mark, port: 80 }, context);
    const usable = gatewaysTo(to, gatewaysOf(world, machine.isDns)).filter(({ address }) => !address.includes(":"));
    return { way, gateways: way === "gateway" ? unique(usable.map(({ address }) => address)) : [] };
  };
  return [false, true].flatMap((isDns) =>
    all.flatMap((from) =>
      all.map((to) => ({
        from,
        to,
        resolution: isDns ? ("DNS" as const) : ("STATIC" as const),
        marked: path(from, to, { isDns, address: "10.0.0.1", mark: "istio" }),
        unmarked: path(from, to, { isDns, address: "10.0.0.1", mark: "" }),
        withoutAddress: path(from, to, { isDns, address: "", mark: "istio" }),
      })),
    ),
  );
}

/** A machine behind one port of a service. `machine` is NAMESPACE/NAME as in the counts. */
export interface NaiveTarget {
  readonly host: string;
  readonly port: number;
  readonly subset?: string;
  readonly machine: string;
}

export interface NaiveTls {
  readonly endpointPort: number;
  readonly way: NaiveWay;
  /** The protocol of the caller: `istio` is mutual TLS with mesh certificates. Null if it is not sent the machine. */
  readonly speaks: NaiveProtocol | null;
  /** The answer of the gateway in front of the machine; null without a gateway on the way. `unknown`: a machine without address is found by the gateway's own istiod. */
  readonly gatewayPasses: "yes" | "no" | "unknown" | null;
}

/** The protocol between a sidecar caller and a machine, once per port of the machine. Empty if no such endpoint is stored for the port. */
export function naiveTls(world: RawWorld, view: RawCaller, { host, port, subset = "", machine }: NaiveTarget): readonly NaiveTls[] {
  const cluster = naiveClusters(world, view, host).find((one) => one.port.number === port && one.subset === subset);
  if (cluster === undefined || cluster.context === null) return [];
  const { context, owner, policy, held, rows: sent } = cluster;
  const mode = get(policy, "tls", "mode") as string | undefined;
  const found = held.filter(({ source }) => source.kind === "machine" && source.key === machine);
  return unique(found.map((one) => String(one.port))).map((written) => {
    const one = found.find((other) => String(other.port) === written) as Marked;
    const way = wayTo(one, context);
    const isSent = sent.some((row) => row.origins.some(({ endpoint }) => endpoint === one));
    const speaks = isSent ? protocolOf(world, owner, { mode, mark: way === "gateway" ? "istio" : one.mark }) : null;
    return { endpointPort: one.port, way, speaks, gatewayPasses: passing(world, cluster, { one, way, speaks }) };
  });
}

interface Crossing {
  readonly one: Marked;
  readonly way: NaiveWay;
  readonly speaks: NaiveProtocol | null;
}

/** A gateway passes mesh mTLS for services that it knows itself, to endpoints that are marked for it too. The hosts of Gateway objects are not considered. */
function passing(world: RawWorld, { owner, port, subset }: NaiveCluster, { one, way, speaks }: Crossing): NaiveTls["gatewayPasses"] {
  if (way === "direct" || way === "no-address") return null;
  const there = ownerAtGateway(world, owner.host);
  if (way !== "gateway" || speaks !== "istio" || isExternal(owner) || there === null || isExternal(there)) return "no";
  if (there.namespace !== owner.namespace || !there.ports.some(({ number }) => number === port.number)) return "no";
  const rule = ruleOf(world, { namespace: ROOT, network: one.network, locality: "" }, there);
  if (subset !== "" && subsetOf(rule, subset) === undefined) return "no";
  if (markOf(world, one, tlsModeOf(rule, subset, port.number)) !== "istio") return "no";
  return one.address === "" ? "unknown" : "yes";
}

/** A machine that one caller is sent more than once on one port, because more than one object selects it. */
export interface NaiveSentTwice {
  readonly port: number;
  readonly machine: string;
  readonly objects: readonly string[];
  readonly way: "direct" | "gateway";
  /** Distinct endpoint ports of the machine. One port = equal endpoints, of which Envoy keeps one. */
  readonly endpointPorts: readonly number[];
}

/** Machines of a host name that several objects add to one port. Several `addresses` of one object do not count. */
export function naiveSentTwice(world: RawWorld, view: RawCaller, host: string): readonly NaiveSentTwice[] {
  return wholeClusters(world, view, host).flatMap((cluster) => {
    const machines = unique(cluster.rows.flatMap(({ origins }) => origins.filter(({ source }) => source.kind === "machine").map(({ source }) => source.key)));
    return machines.flatMap((machine) => {
      const hits = sentOf(cluster, machine);
      const objects = unique(hits.flatMap((one) => one.objects));
      const endpointPorts = [...new Set(hits.map(({ endpointPort }) => endpointPort))].sort((a, b) => a - b);
      return objects.length < 2 ? [] : [{ port: cluster.port.number, machine, objects, way: hits[0]?.way ?? "direct", endpointPorts }];
    });
  });
}

/** The number of times that istiod sends each direct endpoint of a ServiceEntry because of its `addresses`. */
export const naiveCopies = (entry: RawObject): number => addressCount(entry);
