import { mergedLabels } from "@/lib/domain/entry/workload-entry";
import type { WorkloadTemplate } from "@/lib/domain/group/workload-group";
import { localityOf, parseLocality } from "@/lib/domain/localities/locality";
import { hasBehaviourAssumingNewest } from "@/lib/domain/mesh/istiod-behaviours";
import { podNetworkOf } from "@/lib/domain/networks/pod-network";
import { type LabelSet, valueOfLabel } from "@/lib/domain/object/label-set";
import type { ContainerPort, SelectableEntry, SelectablePod } from "./objects";
import type { MeshSettings } from "./world";

export const NETWORK_LABEL = "topology.istio.io/network";
export const CLUSTER_LABEL = "topology.istio.io/cluster";
export const REGION_LABEL = "topology.kubernetes.io/region";
export const ZONE_LABEL = "topology.kubernetes.io/zone";
export const SUBZONE_LABEL = "topology.istio.io/subzone";
export const NODE_LABEL = "kubernetes.io/hostname";
export const REVISION_LABEL = "istio.io/rev";
export const TLS_MODE_LABEL = "security.istio.io/tlsMode";
/** The TLS mode of an endpoint to which callers send mutual TLS (docs/istio.md#mtls-mark). */
export const MUTUAL_TLS_MODE = "istio";
/** The TLS mode of a Pod without a sidecar, and of an entry without a service account. */
const NO_TLS = "disabled";

export type LabelMap = ReadonlyMap<string, string>;

/**
 * One workload as istiod stores it: the input of selectors, and the source of endpoints. `kind`: an entry, a Pod, an endpoint written in a
 * ServiceEntry ("inline"), a DNS name ("host"), or an address of an EndpointSlice ("address").
 */
export interface StoredWorkload {
  readonly kind: "entry" | "pod" | "inline" | "host" | "address";
  readonly namespace: string;
  readonly name: string;
  /** The address as written: an IP address, a host name, `unix://…`, or "". */
  readonly address: string;
  /** The network of the workload; "" = none. For an entry only `spec.network` counts (docs/istio.md#networks). */
  readonly network: string;
  /** The locality as istiod stores it. Its text groups endpoints, even if two texts name one locality (docs/istio.md#locality). */
  readonly locality: string;
  /** The labels that selectors and subsets match: merged, with derived ones (docs/istio.md#labels). */
  readonly labels: LabelMap;
  /** The TLS mode of the workload. "istio" = callers may send mutual TLS (docs/istio.md#identity). */
  readonly tlsMode: string;
  /** The SPIFFE ID of the service account; "" = no service account. */
  readonly identity: string;
  readonly weight: number;
  /** Ports by name: an entry's ports, or the TCP ports of a Pod's containers, the first of each name (docs/istio.md#serviceentry-ports). */
  readonly ports: ReadonlyMap<string, number>;
  readonly node: string;
}

/**
 * Returns the TLS mode of an entry, as far as no DestinationRule changes it: the value of its label, otherwise by its service account
 * (`serviceentry/conversion.go`, getTLSModeFromWorkloadEntry).
 */
export function entryTlsMode(label: string | undefined, serviceAccount: string): string {
  return label ?? (serviceAccount === "" ? NO_TLS : MUTUAL_TLS_MODE);
}

/** Returns an entry as istiod stores it (docs/istio.md#labels, #weight, #identity, #locality). */
export function workloadOfEntry(entry: SelectableEntry, mesh: MeshSettings): StoredWorkload {
  const labels = new Map(mergedLabels(entry));
  const locality = localityOf(entry, hasBehaviourAssumingNewest("readsTopologyLocality", mesh));
  return {
    kind: "entry",
    namespace: entry.namespace,
    name: entry.name,
    address: entry.address,
    network: entry.network,
    locality,
    labels: withDerivedLabels(labels, { locality, network: entry.network, node: "" }, mesh),
    tlsMode: entryTlsMode(labels.get(TLS_MODE_LABEL), entry.serviceAccount),
    identity: identityOf(entry.namespace, entry.serviceAccount, mesh),
    weight: entry.weight || 1,
    ports: new Map(entry.ports),
    node: "",
  };
}

/**
 * Returns a Pod as istiod stores it. The network is from the Pod's label, otherwise from the label of istiod's namespace, otherwise from
 * `meshNetworks`. The locality is from the Pod's label, otherwise from its Node (docs/istio.md#labels, #pod-locality, #networks).
 */
export function workloadOfPod(pod: SelectablePod, mesh: MeshSettings): StoredWorkload {
  const own = new Map(pod.labels);
  const readsTopology = hasBehaviourAssumingNewest("readsTopologyLocality", mesh);
  const locality = localityOf({ locality: "", specLabels: [], metadataLabels: pod.labels }, readsTopology) || (mesh.nodeLocalities.get(pod.node) ?? "");
  const network = networkOfPod(pod, mesh);
  return {
    kind: "pod",
    namespace: pod.namespace,
    name: pod.name,
    address: pod.address,
    network,
    locality,
    labels: withDerivedLabels(own, { locality, network, node: pod.node }, mesh),
    tlsMode: own.get(TLS_MODE_LABEL) ?? NO_TLS,
    identity: identityOf(pod.namespace, pod.serviceAccount || "default", mesh),
    weight: 1,
    ports: firstPorts(pod.ports),
    node: pod.node,
  };
}

/** Returns the network of a Pod; "" = none. */
export function networkOfPod(pod: Pick<SelectablePod, "labels" | "address">, { podNetwork, networks, clusterId }: MeshSettings): string {
  return podNetworkOf(pod, { rootNamespaceNetwork: podNetwork, networks, clusterId });
}

/** Returns an endpoint written in a ServiceEntry as istiod stores it. Its `name` is made from the ServiceEntry's name and the index. */
export function workloadOfInlineEndpoint(
  endpoint: WorkloadTemplate,
  owner: { readonly namespace: string; readonly name: string; readonly index: number },
  mesh: MeshSettings,
): StoredWorkload {
  const { namespace } = owner;
  const entry = { ...endpoint, namespace, name: `${owner.name}-${owner.index}`, specLabels: endpoint.labels, metadataLabels: [], gate: null, health: null };
  return { ...workloadOfEntry(entry, mesh), kind: "inline" };
}

/** Returns the host name itself as an endpoint, for services that callers resolve by DNS and that list no endpoint (docs/istio.md#resolution). */
export function workloadOfHostName(host: string, owner: { readonly namespace: string; readonly name: string }): StoredWorkload {
  const blank = { network: "", locality: "", labels: new Map(), tlsMode: NO_TLS, identity: "", weight: 1, ports: new Map(), node: "" };
  return { kind: "host", namespace: owner.namespace, name: owner.name, address: host, ...blank };
}

/**
 * Returns an address of an EndpointSlice as istiod stores it. The network is that of Pods in the cluster. Labels, locality and service account are
 * those of its Pod, if it has one (measured, docs/istio.md#endpointslices).
 */
export function workloadOfSliceAddress(address: string, namespace: string, pod: SelectablePod | null, mesh: MeshSettings): StoredWorkload {
  if (pod !== null) return { ...workloadOfPod({ ...pod, address }, mesh), kind: "address", name: address };
  const network = networkOfPod({ labels: [], address }, mesh);
  const blank = { locality: "", tlsMode: NO_TLS, identity: "", weight: 1, ports: new Map(), node: "" };
  return {
    kind: "address",
    namespace,
    name: address,
    address,
    network,
    labels: withDerivedLabels(new Map(), { locality: "", network, node: "" }, mesh),
    ...blank,
  };
}

/** Returns the label pairs of `wanted` that `labels` do not have. */
export function missingLabels(wanted: LabelSet, labels: LabelMap): LabelSet {
  return wanted.filter(([key, value]) => labels.get(key) !== value);
}

/**
 * Returns true if istiod of the mesh's revision reads an object with these labels. Only a label with another revision hides an object
 * (docs/istio.md#revision).
 */
export function isReadByRevision(labels: LabelSet, mesh: Pick<MeshSettings, "revision">): boolean {
  const revision = valueOfLabel(labels, REVISION_LABEL);
  return revision === undefined || mesh.revision === "" || revision === mesh.revision;
}

/**
 * Returns the labels of a workload together with those that Istio derives. A derived region, zone, subzone and cluster overrides a written label; a
 * written network stays (docs/istio.md#labels).
 */
export function withDerivedLabels(
  labels: LabelMap,
  place: { readonly locality: string; readonly network: string; readonly node: string },
  mesh: Pick<MeshSettings, "clusterId">,
): LabelMap {
  const { region, zone, subzone } = parseLocality(place.locality);
  const all = new Map(labels);
  const derived = [
    [REGION_LABEL, region],
    [ZONE_LABEL, zone],
    [SUBZONE_LABEL, subzone],
    [CLUSTER_LABEL, mesh.clusterId],
    [NODE_LABEL, place.node],
  ] as const;
  for (const [key, value] of derived) if (value !== "") all.set(key, value);
  if (place.network !== "" && !all.get(NETWORK_LABEL)) all.set(NETWORK_LABEL, place.network);
  return all;
}

function identityOf(namespace: string, account: string, mesh: MeshSettings): string {
  return account === "" ? "" : `spiffe://${mesh.trustDomain}/ns/${namespace}/sa/${account}`;
}

function firstPorts(ports: readonly ContainerPort[]): ReadonlyMap<string, number> {
  const named = ports.filter(({ name, protocol }) => name !== "" && protocol === "TCP");
  return new Map([...named].reverse().map(({ name, port }) => [name, port]));
}
