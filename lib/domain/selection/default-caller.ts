import { localityOf, localitySentByIstiod, parseLocality } from "@/lib/domain/localities/locality";
import type { ConfiguredNetwork } from "@/lib/domain/mesh/mesh-config";
import type { Fact } from "@/lib/domain/mesh/world";
import { isInCidr } from "@/lib/domain/networks/pod-network";
import { compareText } from "@/lib/domain/object/compare-text";
import { valueOfLabel } from "@/lib/domain/object/label-set";
import type { NamespaceScope } from "@/lib/domain/source/scope";
import { callerScopeOf } from "./caller-scope";
import type { MeshServiceName } from "./caller-service";
import { exportedNamespaces, type HostNameDefinition } from "./definitions";
import { addressFamily } from "./ip-address";
import type { SelectablePod } from "./objects";
import { NETWORK_LABEL } from "./workload";
import { BARE_SIDECAR_CALLER, type Caller, type CallerKind, type SelectionWorld } from "./world";

/**
 * The namespace, locality and network of a caller, as in the URL parameter `NAMESPACE/LOCALITY/NETWORK`. The locality has one to three parts, or is
 * "".
 */
export interface CallerLocation {
  readonly namespace: string;
  readonly locality: string;
  readonly network: string;
}

/**
 * Parses the URL parameter for a caller's namespace, locality and network. The text between the first and the last slash is the locality. Null = no
 * namespace.
 */
export function parseCallerLocationParam(text: string): CallerLocation | null {
  const [namespace = "", ...rest] = text.split("/");
  if (namespace === "") return null;
  if (rest.length === 0) return { namespace, locality: "", network: "" };
  return { namespace, locality: rest.slice(0, -1).join("/"), network: rest.at(-1) ?? "" };
}

/** Formats a caller's namespace, locality and network as the URL parameter that `parseCallerLocationParam` reads. */
export function formatCallerLocationParam({ namespace, locality, network }: CallerLocation): string {
  return `${namespace}/${locality}/${network}`;
}

/** Returns the full locality for a zone name alone, if a known locality has this zone; otherwise the text itself. */
export function expandZoneToLocality(text: string, known: readonly string[]): string {
  if (text === "" || text.includes("/") || known.includes(text)) return text;
  return known.find((one) => parseLocality(one).zone === text) ?? text;
}

/** One property of a caller, such as its network. `basis`: "assumed" if the data does not prove the value. `source`: the reason for the value. */
export interface CallerProperty<S> {
  readonly value: string;
  readonly basis: "known" | "assumed";
  readonly source: S;
}

/**
 * The source of a value that does not come from the cluster. "chosen": by the user. "pinned": from the time when the page was opened; the data has
 * changed since.
 */
interface CallerInput {
  readonly code: "chosen" | "pinned";
}

/** The reason for a caller's namespace. `doubt`: data that is not visible, and could forbid the call; null = none. */
export interface NamespaceSource {
  readonly code: /** The namespace of the service. */
    | "own-namespace"
    /** The namespace of istiod, where gateways run by default. */
    | "root-namespace"
    /** The first visible namespace, sorted by name, that may call. */
    | "first-that-may-call"
    /** The first visible namespace, sorted by name, whose callers get this object. Other namespaces get another object under the same host name. */
    | "first-with-object"
    /** A namespace that `exportTo` names, but that is not among the visible namespaces. */
    | "named-by-export"
    /** No visible namespace may call. The namespace of the service is used. */
    | "none-may-call"
    | CallerInput["code"];
  readonly doubt: "default-export" | "sidecars" | null;
}

export type NetworkSource =
  /** The label of a visible Pod. */
  | { readonly code: "pod-label"; readonly pod: string }
  /** The label of istiod's namespace. */
  | { readonly code: "namespace-label"; readonly namespace: string }
  /**
   * The network of `meshNetworks` that has a CIDR range around `address`, the IP address of a visible Pod. `address` "" = no Pod is visible, and the
   * first network with a range is used.
   */
  | { readonly code: "mesh-networks"; readonly by: "registry" }
  | { readonly code: "mesh-networks"; readonly by: "cidr"; readonly address: string }
  /** Pods have no network: istiod's namespace has no label, and `meshNetworks` has no network for them. */
  | { readonly code: "no-network" }
  /** The network is not known, which is not the same as no network. `why`: the data that is not visible. */
  | { readonly code: "not-visible"; readonly why: string }
  | CallerInput;

export type LocalitySource =
  | { readonly code: "pod"; readonly pod: string }
  /** The most frequent locality: `count` of the `of` Nodes with a locality have it. */
  | { readonly code: "nodes"; readonly count: number; readonly of: number }
  | { readonly code: "no-node-has-one" }
  | { readonly code: "not-visible"; readonly why: string }
  | CallerInput;

type NodeSource = { readonly code: "pod"; readonly pod: string } | { readonly code: "no-pod" } | CallerInput;

/** The properties of a caller that decide which endpoints it prefers or reaches. */
export interface CallerProperties {
  readonly locality: CallerProperty<LocalitySource>;
  readonly network: CallerProperty<NetworkSource>;
  /** The caller's Node; "" = not known. */
  readonly node: CallerProperty<NodeSource>;
  /** The IP families of the Pod from which locality, network and Node come; null = not known. */
  readonly families: Caller["families"];
}

/** The caller for which a page shows endpoints if the user chooses none. */
export interface CallerWithSources extends CallerProperties {
  readonly kind: CallerKind;
  readonly namespace: CallerProperty<NamespaceSource>;
}

/** The default caller of an open page, which the browser sends back so that the caller does not change. */
export interface CallerLocationOfOpenPage extends CallerLocation {
  readonly node: string;
}

/** The facts of a cluster that decide the network and locality of a workload. */
export interface CallerLocationFacts {
  readonly istiodNamespace: string;
  /** Label `topology.istio.io/network` of istiod's namespace; "" = none. */
  readonly podNetwork: Fact<string>;
  /** The networks in `meshNetworks` of the mesh configuration. */
  readonly networks: Fact<readonly ConfiguredNetwork[]>;
  readonly clusterId: Fact<string>;
  /** The locality of each Node that has one, by the name of the Node. */
  readonly nodes: Fact<ReadonlyMap<string, string>>;
  /** True if istiod reads the label `topology.istio.io/locality`. */
  readonly readsTopology: boolean;
}

/** A service and the settings that decide its callers. */
export interface ServiceWithCallerSettings {
  readonly host: string;
  readonly namespace: string;
  /** The object whose endpoints are shown, if not all objects of the namespace that define the host name. */
  readonly object?: MeshServiceName | undefined;
  /** All definitions of the host name, oldest first. */
  readonly definitions: readonly HostNameDefinition[];
  readonly world: SelectionWorld;
  /** The visible namespaces. `isComplete`: the cluster has no other namespaces. */
  readonly namespaces: { readonly names: readonly string[]; readonly isComplete: boolean };
  /** False if `defaultServiceExportTo` is not visible. */
  readonly isDefaultExportKnown: boolean;
  /** Namespaces whose Sidecars are visible. */
  readonly sidecarsIn: NamespaceScope;
}

/** Returns a caller that the user named. */
export function chosenCaller({ namespace, locality, network }: CallerLocation, kind: CallerKind): CallerWithSources {
  const chosen = (value: string) => ({ value, basis: "known", source: { code: "chosen" } }) as const;
  const namespacePart = { ...chosen(namespace), source: { code: "chosen", doubt: null } } as const;
  return { kind, namespace: namespacePart, locality: chosen(locality), network: chosen(network), node: { ...chosen(""), basis: "assumed" }, families: null };
}

/** Returns the caller that an open page already has. A property that differs from the current data keeps its pinned value, and is assumed. */
export function callerOfOpenPage(caller: CallerWithSources, { namespace, locality, network, node }: CallerLocationOfOpenPage): CallerWithSources {
  const pinned = { basis: "assumed", source: { code: "pinned" } } as const;
  const kept = <P extends CallerProperty<unknown>>(part: P, value: string) => (part.value === value ? part : { value, ...pinned });
  return {
    kind: caller.kind,
    namespace: caller.namespace.value === namespace ? caller.namespace : { value: namespace, basis: "assumed", source: { code: "pinned", doubt: null } },
    locality: kept(caller.locality, locality),
    network: kept(caller.network, network),
    node: kept(caller.node, node),
    families: caller.families,
  };
}

/** Converts a default caller to the `Caller` of the endpoint engine. */
export function toEngineCaller({ kind, namespace, network, locality, node, families }: CallerWithSources): Caller {
  return { ...BARE_SIDECAR_CALLER, kind, namespace: namespace.value, network: network.value, locality: locality.value, node: node.value, families };
}

/** Returns the default namespace of a caller. A sidecar and a Pod outside the mesh prefer the service's namespace, a gateway istiod's namespace. */
export function callerNamespace(service: ServiceWithCallerSettings, kind: CallerKind): CallerProperty<NamespaceSource> {
  const own = service.namespace;
  if (kind === "outside") return { value: own, basis: "known", source: { code: "own-namespace", doubt: null } };
  const root = service.world.mesh.rootNamespace;
  const preferred = kind === "gateway" ? root : own;
  const mayCall = (namespace: string) => isCallable(service, namespace, kind);
  const known = (value: string, code: NamespaceSource["code"]): CallerProperty<NamespaceSource> => {
    const doubt = doubtOf(service, value, kind);
    const isProven = doubt === null && code !== "root-namespace" && code !== "named-by-export" && code !== "none-may-call";
    return { value, basis: isProven ? "known" : "assumed", source: { code, doubt } };
  };
  const withObject = kind === "sidecar" ? firstWithObject(service, preferred) : undefined;
  if (withObject !== undefined) return known(withObject, service.namespaces.names.includes(withObject) ? "first-with-object" : "named-by-export");
  if (mayCall(preferred)) return known(preferred, kind === "gateway" ? "root-namespace" : "own-namespace");
  const { names, isComplete } = service.namespaces;
  const visible = [...names].sort(compareText).find(mayCall);
  if (visible !== undefined) return known(visible, "first-that-may-call");
  const named = isComplete ? [] : namedAudience(service).filter((one) => !names.includes(one));
  const unseen = named.find(mayCall);
  return unseen === undefined ? known(own, "none-may-call") : known(unseen, "named-by-export");
}

/**
 * Returns the first namespace whose callers get this object under the host name, visible namespaces first, if `preferred` gets another object of the
 * same namespace. Undefined = callers in `preferred` get this object, or no namespace gets it. Objects of one namespace with equal `exportTo` have
 * the same callers.
 */
function firstWithObject(service: ServiceWithCallerSettings, preferred: string): string | undefined {
  const { host, namespace: own, object, definitions, world, namespaces } = service;
  const ofNamespace = definitions.filter(({ namespace }) => namespace === own);
  const audiences = new Set(ofNamespace.map((one) => JSON.stringify(exportedNamespaces(one, world.mesh))));
  if (object === undefined || audiences.size < 2) return undefined;
  const getsObject = (namespace: string) => {
    const origin = callerScopeOf(world, { ...BARE_SIDECAR_CALLER, namespace }, definitions).definitions.get(host)?.origin;
    return origin?.kind === object.kind && origin.namespace === object.namespace && origin.name === object.name;
  };
  if (getsObject(preferred)) return undefined;
  const { names, isComplete } = namespaces;
  return [...[...names].sort(compareText), ...(isComplete ? [] : namedAudience(service))].find(getsObject);
}

function isCallable({ host, namespace: own, definitions, world }: ServiceWithCallerSettings, namespace: string, kind: CallerKind): boolean {
  return callerScopeOf(world, { ...BARE_SIDECAR_CALLER, namespace, kind }, definitions).definitions.get(host)?.namespace === own;
}

function namedAudience({ namespace, definitions, world }: ServiceWithCallerSettings): readonly string[] {
  const audiences = definitions.filter((one) => one.namespace === namespace).map((one) => exportedNamespaces(one, world.mesh));
  return [...new Set(audiences.flatMap((one) => (one === "all" ? [] : one)))].sort(compareText);
}

function doubtOf({ namespace: own, definitions, world, ...seen }: ServiceWithCallerSettings, namespace: string, kind: CallerKind): NamespaceSource["doubt"] {
  const usesDefault = definitions.some(({ origin, namespace: of }) => of === own && origin.exportTo.length === 0);
  if (usesDefault && !seen.isDefaultExportKnown) return "default-export";
  const { sidecarsIn } = seen;
  const isVisible = sidecarsIn === "all" || [namespace, world.mesh.rootNamespace].every((one) => sidecarsIn.includes(one));
  return kind === "sidecar" && !isVisible ? "sidecars" : null;
}

/** Returns the properties of a caller without a visible Pod: the network of Pods in the cluster, and the most frequent locality of the Nodes. */
export function callerPropertiesWithoutPods(facts: CallerLocationFacts): CallerProperties {
  const node = { value: "", basis: "assumed", source: { code: "no-pod" } } as const;
  return { network: networkOf(null, facts), locality: commonLocality(facts.nodes), node, families: null };
}

/** Returns the network, locality, Node and families that most of these Pods have, ties sorted by text. `elsewhere`: returned if no Pod runs. */
export function callerPropertiesOfPods(pods: readonly SelectablePod[], facts: CallerLocationFacts, elsewhere: CallerProperties): CallerProperties {
  const byPlace = new Map<string, { parts: CallerProperties; name: string; count: number }>();
  for (const pod of pods) {
    if (pod.deletingAt !== null || pod.phase === "Succeeded" || pod.phase === "Failed") continue;
    const parts = partsOfPod(pod, facts, elsewhere);
    const key = JSON.stringify([parts.network.value, parts.locality.value]);
    const found = byPlace.get(key);
    const isFirst = found === undefined || pod.name < found.name;
    byPlace.set(key, { ...(isFirst ? { parts, name: pod.name } : found), count: (found?.count ?? 0) + 1 });
  }
  const [best] = [...byPlace].sort(([a, one], [b, other]) => other.count - one.count || compareText(a, b));
  return best?.[1].parts ?? elsewhere;
}

function partsOfPod(pod: SelectablePod, facts: CallerLocationFacts, elsewhere: CallerProperties): CallerProperties {
  const { nodes } = facts;
  const source = { code: "pod", pod: pod.name } as const;
  const label = localityOf({ locality: "", specLabels: [], metadataLabels: pod.labels }, facts.readsTopology);
  const locality = localitySentByIstiod(label || (nodes.kind === "denied" ? "" : (nodes.value.get(pod.node) ?? "")));
  const isPlaced = locality !== "" || nodes.kind === "known";
  return {
    network: networkOf(pod, facts),
    locality: isPlaced ? { value: locality, basis: "known", source } : elsewhere.locality,
    node: { value: pod.node, basis: pod.node === "" ? "assumed" : "known", source },
    families: familiesOf(pod),
  };
}

function familiesOf({ address, otherAddresses = [] }: SelectablePod): Caller["families"] {
  const families = [...new Set([address, ...otherAddresses].flatMap((one) => addressFamily(one) ?? []))];
  return families.length === 0 ? null : families;
}

/**
 * Returns the network of a Pod: its label, otherwise the label of istiod's namespace, otherwise `meshNetworks` by cluster, then by address
 * (`pilot/pkg/serviceregistry/kube/controller/network.go`). `pod` null = a workload without a visible Pod.
 */
function networkOf(pod: SelectablePod | null, { istiodNamespace, podNetwork, networks, clusterId }: CallerLocationFacts): CallerProperty<NetworkSource> {
  const own = pod === null ? "" : valueOfLabel(pod.labels, NETWORK_LABEL);
  if (pod !== null && own) return { value: own, basis: "known", source: { code: "pod-label", pod: pod.name } };
  if (podNetwork.kind === "denied") return unknownPart(podNetwork.source);
  const basisOf = (...facts: readonly Fact<unknown>[]) => (facts.every(({ kind }) => kind === "known") ? "known" : "assumed");
  if (podNetwork.value !== "") {
    return { value: podNetwork.value, basis: podNetwork.kind, source: { code: "namespace-label", namespace: istiodNamespace } };
  }
  if (networks.kind === "denied") return unknownPart(networks.source);
  const sorted = [...networks.value].sort((a, b) => compareText(a.name, b.name));
  const cluster = clusterId.kind === "denied" ? null : clusterId.value;
  const ofCluster = sorted.find(({ registries }) => cluster !== null && registries.includes(cluster));
  const basis = basisOf(podNetwork, networks, clusterId);
  if (ofCluster !== undefined) return { value: ofCluster.name, basis, source: { code: "mesh-networks", by: "registry" } };
  const ranged = sorted.find(({ cidrs }) => (pod === null ? cidrs.length > 0 : cidrs.some((cidr) => isInCidr(pod.address, cidr))));
  if (ranged === undefined) return { value: "", basis, source: { code: "no-network" } };
  return { value: ranged.name, basis: pod === null ? "assumed" : basis, source: { code: "mesh-networks", by: "cidr", address: pod?.address ?? "" } };
}

function commonLocality(nodes: CallerLocationFacts["nodes"]): CallerProperty<LocalitySource> {
  if (nodes.kind === "denied") return unknownPart(nodes.source);
  const counts = new Map<string, number>();
  for (const text of nodes.value.values()) {
    const locality = localitySentByIstiod(text);
    counts.set(locality, (counts.get(locality) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([a, one], [b, other]) => other - one || compareText(a, b));
  if (best === undefined) return { value: "", basis: nodes.kind, source: { code: "no-node-has-one" } };
  const [value, count] = best;
  return { value, basis: counts.size === 1 ? nodes.kind : "assumed", source: { code: "nodes", count, of: nodes.value.size } };
}

function unknownPart(why: string): CallerProperty<{ readonly code: "not-visible"; readonly why: string }> {
  return { value: "", basis: "assumed", source: { code: "not-visible", why } };
}
