import type { GatewayService, KubernetesGateway } from "@/lib/domain/mesh/network-gateways";
import { compareText } from "@/lib/domain/object/compare-text";
import { type LabelSet, valueOfLabel } from "@/lib/domain/object/label-set";
import { callerScopeOf } from "@/lib/domain/selection/caller-scope";
import type { HostNameDefinition } from "@/lib/domain/selection/definitions";
import { isHostWithin } from "@/lib/domain/selection/host-name";
import type { ObjectMetadata } from "@/lib/domain/selection/objects";
import { BARE_SIDECAR_CALLER, type NetworkGateway, type SelectionWorld } from "@/lib/domain/selection/world";

/** One server of an Istio Gateway: `hosts` as written, `namespace/name` or `name`. */
export interface GatewayServer {
  readonly port: number;
  /** `tls.mode`; "" = none. */
  readonly tlsMode: string;
  readonly hosts: readonly string[];
  /** The address that the server listens on; "" = every address of the proxy. */
  readonly bind: string;
}

/** An Istio Gateway: the servers of the proxies that its selector matches, in any namespace. */
export interface IstioGateway extends ObjectMetadata {
  readonly selector: LabelSet;
  readonly servers: readonly GatewayServer[];
}

/** A gateway of this cluster into a network, and the host names to which its servers pass calls. */
export interface PassthroughGateway {
  readonly network: string;
  /** The namespace of its proxies. They pass calls only to services that are exported to this namespace. */
  readonly namespace: string;
  readonly name: string;
  /** `ADDRESS:PORT` of each address to which istiod sends callers. */
  readonly ends: readonly string[];
  /** Host name patterns of its AUTO_PASSTHROUGH servers, without a namespace, each once, in order. */
  readonly hosts: readonly string[];
  /** Host name patterns that the gateway may or may not pass. `lacks`: the reasons why this is not known. */
  readonly possibleHosts: readonly string[];
  /** False if the gateway may have servers that are not visible. */
  readonly isComplete: boolean;
  /** False if its addresses can lead to Pods of another namespace or cluster, which pass other services. */
  readonly arePodsKnown: boolean;
  /** The reasons why the passed host names are not known, each once. Empty if they are known, or if the viewer does not see all objects. */
  readonly lacks: readonly UnknownHostsReason[];
}

export const UNKNOWN_HOSTS_REASONS = ["class", "selector", "unseen-gateway", "listener-sets", "bind", "scope-setting", "pods"] as const;

/**
 * The reason why the host names that a gateway passes are not known. `class`: another program configures the Gateway. `selector`: labels of its Pods decide.
 * `unseen-gateway`: the Gateway of its Pods is not visible. `listener-sets`: ListenerSets may add listeners. `bind`: addresses of its Pods decide.
 * `scope-setting`: `PILOT_SCOPE_GATEWAY_TO_NAMESPACE` of istiod decides. `pods`: its Pods are not known.
 */
export type UnknownHostsReason = (typeof UNKNOWN_HOSTS_REASONS)[number];

/** Returns true if all host names that the gateway passes are known. */
export function hasKnownHosts({ possibleHosts, isComplete, arePodsKnown }: PassthroughGateway): boolean {
  return isComplete && arePodsKnown && possibleHosts.length === 0;
}

/** The objects that configure the gateways of a cluster. `used`: the gateways that istiod sends to callers as endpoints. */
export interface PassthroughObjects {
  readonly gateways: readonly IstioGateway[];
  readonly services: readonly GatewayService[];
  readonly objects: readonly KubernetesGateway[];
  readonly used: readonly NetworkGateway[];
  /** True if istiod gives proxies the Istio Gateways of only their own namespace (`PILOT_SCOPE_GATEWAY_TO_NAMESPACE`). Null = not known. */
  readonly scopesGateways: boolean | null;
}

/** The label with the Gateway's name on the Pods of a Kubernetes Gateway. */
const GATEWAY_NAME_LABEL = "gateway.networking.k8s.io/gateway-name";

/**
 * Gateway classes whose listeners istiod configures in this cluster. Another istiod configures those of `istio-remote`. Other classes are not known.
 */
const OWN_CLASSES: readonly string[] = ["istio", "istio-east-west"];

/** Returns the gateways of this cluster that istiod sends to callers, each with the host names that it passes (docs/istio.md#gateway-hosts; measured). */
export function passthroughGateways(parts: PassthroughObjects): readonly PassthroughGateway[] {
  const isUsed = (network: string, address: string, port: number) =>
    parts.used.some((one) => one.cluster !== "" && one.network === network && one.address === address && one.port === port);
  const ofServices = parts.services.flatMap((service): readonly PassthroughGateway[] => {
    const { network, namespace, name, tlsPort, addresses } = service;
    const ends = tlsPort === null ? [] : addresses.filter((address) => isUsed(network, address, tlsPort)).map((address) => `${address}:${tlsPort}`);
    if (ends.length === 0) return [];
    const passed = joined([mergedServers(service, parts), listenersBehind(service, parts.objects)]);
    // The endpoints of a Service without a selector are written by hand, and can be anywhere.
    return [{ network, namespace, name, ends, ...withPods(passed, service.selector.length > 0) }];
  });
  const ofObjects = parts.objects.flatMap((object) => {
    const { network, namespace, name, addresses } = object;
    const ports = new Set(object.listeners.map(({ port }) => port));
    return [...ports]
      .filter((port) => addresses.some((address) => isUsed(network, address, port)))
      .map((port) => {
        const proxies = { namespace, selector: [[GATEWAY_NAME_LABEL, name]] as const, serverPorts: [port] };
        const ends = addresses.filter((address) => isUsed(network, address, port)).map((address) => `${address}:${port}`);
        const passed = joined([mergedServers(proxies, parts), listenersOf(object, port)]);
        return { network, namespace, name, ends, ...withPods(passed, hasPodsInNamespace(object)) };
      });
  });
  return [...ofServices, ...ofObjects];
}

type Passed = Pick<PassthroughGateway, "hosts" | "possibleHosts" | "isComplete" | "lacks">;

const NO_SERVERS: Passed = { hosts: [], possibleHosts: [], isComplete: true, lacks: [] };

function joined(parts: readonly Passed[]): Passed {
  const hosts = new Set(parts.flatMap((one) => one.hosts));
  const possible = new Set(parts.flatMap(({ possibleHosts }) => possibleHosts.filter((host) => !hosts.has(host))));
  const lacks = [...new Set(parts.flatMap((one) => one.lacks))];
  return { hosts: [...hosts].sort(), possibleHosts: [...possible].sort(), isComplete: parts.every(({ isComplete }) => isComplete), lacks };
}

function withPods(passed: Passed, arePodsKnown: boolean): Passed & Pick<PassthroughGateway, "arePodsKnown"> {
  return { ...passed, arePodsKnown, lacks: arePodsKnown || passed.lacks.includes("class") ? passed.lacks : [...passed.lacks, "pods"] };
}

type Proxies = Pick<GatewayService, "namespace" | "selector" | "serverPorts">;

/**
 * Returns the AUTO_PASSTHROUGH servers of the Istio Gateways that select these proxies, from every namespace or only from that of the proxies
 * (measured).
 */
function mergedServers(proxies: Proxies, { gateways, scopesGateways }: Pick<PassthroughObjects, "gateways" | "scopesGateways">): Passed {
  const own = gateways.filter(({ namespace }) => namespace === proxies.namespace);
  if (scopesGateways !== null) return mergedOf(proxies, scopesGateways ? own : gateways);
  const [ofAll, ofOwn] = [mergedOf(proxies, gateways), mergedOf(proxies, own)];
  if (JSON.stringify(ofAll) === JSON.stringify(ofOwn)) return ofAll;
  const hosts = ofAll.hosts.filter((host) => ofOwn.hosts.includes(host));
  const possibleHosts = [ofAll, ofOwn].flatMap((one) => [...one.hosts, ...one.possibleHosts]);
  return { ...ofAll, hosts, possibleHosts, lacks: [...new Set([...ofAll.lacks, ...ofOwn.lacks, "scope-setting" as const])] };
}

/** A host of an older server. `bind`: the address of that server. The flag is false if it is not known whether the proxies have the server. */
interface KnownHost {
  readonly bind: string;
  readonly isSure: boolean;
}

/**
 * Returns the hosts of the servers of these proxies. istiod skips a server that repeats a host of an older one with the same port and `bind`
 * (`pilot/pkg/model/gateway.go`, CheckDuplicates; measured). It makes a listener of each `bind`. A listener at a loopback address gets no calls of
 * other machines. A listener at another address gets calls if it is an address of the Pods. The namespace before a slash does not decide which calls pass
 * (`pilot/pkg/model/gateway.go`, GetSNIHostsForServer).
 */
function mergedOf(proxies: Proxies, gateways: readonly IstioGateway[]): Passed {
  const known = new Map<string, readonly KnownHost[]>();
  const found = { sure: [] as string[], possible: [] as string[] };
  const lacks = new Set<UnknownHostsReason>();
  for (const gateway of [...gateways].sort(byAge)) {
    const selects = isSelected(gateway.selector, proxies.selector);
    if (selects === false) continue;
    for (const { port, tlsMode, hosts, bind } of gateway.servers) {
      if (tlsMode === "" || !proxies.serverPorts.includes(port)) continue;
      const written = hosts.map((host) => (host.startsWith("*/") ? host.slice(2) : host.replace(/^\.\//, `${gateway.namespace}/`)));
      const older = written.map((host) => known.get(host) ?? []);
      if (older.some((all) => all.length === 1 && all.some((one) => one.bind === bind && one.isSure))) continue;
      const isSure = selects === true && !older.some((all) => all.some((one) => one.bind === bind));
      for (const host of written) known.set(host, [...(isSure ? [] : (known.get(host) ?? [])), { bind, isSure }]);
      if (isLoopback(bind)) continue;
      if (bind !== "") lacks.add("bind");
      if (tlsMode !== "AUTO_PASSTHROUGH") continue;
      if (!isSure) lacks.add("selector");
      (isSure ? found.sure : found.possible).push(...written.map((host) => host.split("/")[1] ?? host));
    }
  }
  const isSure = !lacks.has("bind");
  return { ...NO_SERVERS, hosts: isSure ? found.sure : [], possibleHosts: isSure ? found.possible : [...found.sure, ...found.possible], lacks: [...lacks] };
}

function isLoopback(address: string): boolean {
  return address.startsWith("127.") || address === "::1";
}

/**
 * Returns true if a selector matches Pods that have at least these labels. Null = the result depends on their other labels. An empty selector matches
 * all Pods.
 */
function isSelected(selector: LabelSet, labels: LabelSet): boolean | null {
  const missing = selector.filter(([key, value]) => valueOfLabel(labels, key) !== value);
  if (missing.length === 0) return true;
  return missing.some(([key]) => valueOfLabel(labels, key) !== undefined) ? false : null;
}

/** Returns the listeners of Kubernetes Gateways that istiod configures for the Pods of a Service. */
function listenersBehind({ namespace, name, tlsPort, selector }: GatewayService, objects: readonly KubernetesGateway[]): Passed {
  const isBehind = (host: string) => host === name || host.startsWith(`${name}.${namespace}.svc.`);
  const own = objects.filter((object) => object.namespace === namespace && object.services.some(isBehind));
  // Stolos does not watch a Gateway without the network label. The options of its listeners may let it pass services.
  const isUnseen = own.length === 0 && valueOfLabel(selector, GATEWAY_NAME_LABEL) !== undefined;
  return isUnseen ? { ...NO_SERVERS, isComplete: false, lacks: ["unseen-gateway"] } : joined(own.map((object) => listenersOf(object, tlsPort)));
}

/**
 * The Gateway class for which istiod adds the listeners of ListenerSets, if the Gateway allows them (measured). Stolos does not read ListenerSets.
 */
const CLASS_WITH_SETS = "istio";

function listenersOf({ className, services, passing, allowsListenerSets }: KubernetesGateway, at: number | null): Passed {
  if (!OWN_CLASSES.includes(className)) return { ...NO_SERVERS, isComplete: false, lacks: ["class"] };
  if (services.length === 0) return NO_SERVERS;
  const hosts = passing.flatMap(({ port, host }) => (port === at ? [host] : []));
  const isComplete = !allowsListenerSets || className !== CLASS_WITH_SETS || hosts.includes("*");
  return { ...NO_SERVERS, hosts, isComplete, lacks: isComplete ? [] : ["listener-sets"] };
}

/**
 * Returns true if all Pods with the listeners are in the namespace of the Gateway. An address without a Service leads to Pods that are not known from
 * the Gateway.
 */
function hasPodsInNamespace({ className, namespace, services }: KubernetesGateway): boolean {
  const isOwn = (host: string) => !host.includes(".") || host.split(".")[1] === namespace;
  return OWN_CLASSES.includes(className) && services.length > 0 && services.every(isOwn);
}

function byAge(a: IstioGateway, b: IstioGateway): number {
  return (a.createdAt ?? 0) - (b.createdAt ?? 0) || compareText(`${a.name}/${a.namespace}`, `${b.name}/${b.namespace}`);
}

export const GATEWAY_DROP_REASONS = ["not-covered", "not-exported", "other-owner"] as const;

/**
 * The reason why a gateway drops the calls to a service. `not-covered`: no AUTO_PASSTHROUGH server lists its host name. `not-exported`: the service
 * is not exported to the gateway's namespace. `other-owner`: in that namespace another object defines the host name, or the defining object has none
 * of the service's ports.
 */
export type GatewayDropReason = (typeof GATEWAY_DROP_REASONS)[number];

/**
 * Returns whether the gateways of one network pass calls to a service as a caller gets it. `world`: every object that defines the host name. They
 * pass no call to a MESH_EXTERNAL service. If no gateway is in this cluster, the result is not known (`pilot/pkg/networking/core/gateway.go`,
 * builtAutoPassthroughFilterChains). A gateway passes calls to the ports of the object that defines the host name in the gateway's namespace. With
 * several `ports`, the result is that of a port to which calls pass, if there is one.
 */
export function passthroughResultOfService(
  definition: HostNameDefinition,
  gateways: readonly PassthroughGateway[],
  world: SelectionWorld,
  ports: HostNameDefinition["ports"] = definition.ports,
): GatewayDropReason | "passes" | "not-known" {
  const answers = gateways.map((gateway) => passOfGateway({ ...definition, ports }, gateway, world));
  return answers.find((one) => one === "passes") ?? answers.find((one) => one === "not-known") ?? answers[0] ?? "not-known";
}

/** A gateway that drops the calls to a port of a service. */
export interface DroppingGateway {
  readonly gateway: PassthroughGateway;
  readonly because: GatewayDropReason;
}

/**
 * Returns the gateways of one network that drop calls to these ports, even if other gateways pass them: istiod sends callers the addresses of all
 * gateways. If several gateway objects have one address, it drops the calls only if all these objects do.
 */
export function droppingGateways(
  definition: HostNameDefinition,
  gateways: readonly PassthroughGateway[],
  world: SelectionWorld,
  ports: HostNameDefinition["ports"],
): readonly DroppingGateway[] {
  const answers = gateways.map((gateway) => ({ gateway, because: passOfGateway({ ...definition, ports }, gateway, world) }));
  const others = new Set(answers.flatMap(({ gateway, because }) => (because === "passes" || because === "not-known" ? gateway.ends : [])));
  return answers.flatMap(({ gateway, because }) => {
    const isGap = because !== "passes" && because !== "not-known" && !gateway.ends.every((end) => others.has(end));
    return isGap ? [{ gateway, because }] : [];
  });
}

function passOfGateway(
  { host, namespace, ports }: HostNameDefinition,
  gateway: PassthroughGateway,
  world: SelectionWorld,
): ReturnType<typeof passthroughResultOfService> {
  if (!gateway.arePodsKnown) return "not-known";
  const own = callerScopeOf(world, { ...BARE_SIDECAR_CALLER, kind: "gateway", namespace: gateway.namespace }).definitions.get(host);
  if (own === undefined) return "not-exported";
  const isServed = ({ number }: { readonly number: number }) => own.ports.some((port) => port.number === number && port.protocol.toUpperCase() !== "UDP");
  if (own.namespace !== namespace || own.isExternal || !ports.some(isServed)) return "other-owner";
  const isListed = (patterns: readonly string[]) => patterns.some((written) => isHostWithin(host, written));
  if (isListed(gateway.hosts)) return "passes";
  return gateway.isComplete && !isListed(gateway.possibleHosts) ? "not-covered" : "not-known";
}
