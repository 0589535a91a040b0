import type { WorkloadTemplate } from "@/lib/domain/group/workload-group";
import type {
  EndpointSlice,
  KubernetesService,
  SelectableEntry,
  SelectablePod,
  ServiceEntry,
  ServiceEntryPort,
  ServicePort,
  SliceEndpoint,
} from "@/lib/domain/selection/objects";
import type { DestinationRule, TrafficPolicy, TrafficPolicySettings } from "@/lib/domain/selection/policies";
import type { SelectionCandidate } from "@/lib/domain/selection/reasons";
import { DEFAULT_MESH, type MeshSettings, type SelectionWorld } from "@/lib/domain/selection/world";

/** The mesh that the cases speak of: istiod 1.31 with its defaults. */
export function aMesh(own: Partial<MeshSettings> = {}): MeshSettings {
  return { ...DEFAULT_MESH, istioVersion: "1.31.0", revision: "default", ...own };
}

/** A machine of the application `a` in the namespace `shop`, without a health gate. */
export function aSelectableEntry(own: Partial<SelectableEntry> = {}): SelectableEntry {
  return {
    namespace: "shop",
    name: "vm-1",
    address: "10.0.0.1",
    network: "",
    locality: "",
    serviceAccount: "",
    weight: null,
    ports: [],
    specLabels: [["app", "a"]],
    metadataLabels: [],
    gate: null,
    health: null,
    ...own,
  };
}

/** A Pod of the application `a` in the namespace `shop` that is ready. */
export function aSelectablePod(own: Partial<SelectablePod> = {}): SelectablePod {
  const identity = { namespace: "shop", name: "pod-1", createdAt: 0, labels: [["app", "a"]] as const };
  return { ...identity, address: "10.1.0.1", phase: "Running", ready: true, deletingAt: null, node: "", serviceAccount: "default", ports: [], ...own };
}

export function aServicePort(own: Partial<ServicePort> = {}): ServicePort {
  return { name: "http", number: 80, protocol: "TCP", target: null, ...own };
}

/** The Service `a` in the namespace `shop`, which selects the application `a` on port 80. */
export function aKubernetesService(own: Partial<KubernetesService> = {}): KubernetesService {
  return {
    kind: "Service",
    namespace: "shop",
    name: "a",
    createdAt: 0,
    labels: [],
    misplacedKeys: [],
    selector: [["app", "a"]],
    type: "ClusterIP",
    isHeadless: false,
    clusterAddresses: [],
    externalName: "",
    ports: [aServicePort()],
    exportTo: [],
    distribution: null,
    publishesUnready: false,
    isNodeLocal: false,
    accounts: [],
    namespaceAccounts: [],
    ...own,
  };
}

export function anEntryPort(own: Partial<ServiceEntryPort> = {}): ServiceEntryPort {
  return { name: "http", number: 80, protocol: "HTTP", target: null, ...own };
}

/** The ServiceEntry `a` for `a.example.com` in the namespace `shop`, STATIC and in the mesh, which selects the application `a` on port 80. */
export function aServiceEntry(own: Partial<ServiceEntry> = {}): ServiceEntry {
  return {
    kind: "ServiceEntry",
    namespace: "shop",
    name: "a",
    createdAt: 0,
    labels: [],
    misplacedKeys: [],
    hosts: ["a.example.com"],
    addresses: [],
    ports: [anEntryPort()],
    endpoints: [],
    selector: [["app", "a"]],
    resolution: "STATIC",
    isExternal: false,
    exportTo: [],
    distribution: null,
    accounts: [],
    ...own,
  };
}

/** An inline endpoint of a ServiceEntry: an address and nothing else. */
export function anInlineEndpoint(own: Partial<WorkloadTemplate> = {}): WorkloadTemplate {
  return { address: "10.0.0.9", network: "", locality: "", serviceAccount: "", weight: null, ports: [], labels: [], ...own };
}

/** The EndpointSlice `a-1` of the Service `a` in the namespace `shop`, with one address for the port `http`. */
export function aSlice(own: Partial<EndpointSlice> = {}): EndpointSlice {
  const identity = { namespace: "shop", name: "a-1", service: "a", addressType: "IPv4" };
  return { ...identity, ports: [{ name: "http", port: 8080 }], endpoints: [aSliceEndpoint(["10.2.0.1"])], ...own };
}

/** An endpoint of an EndpointSlice without conditions. */
export function aSliceEndpoint(addresses: readonly string[], own: Partial<SliceEndpoint> = {}): SliceEndpoint {
  return { addresses, ready: null, terminating: null, serving: null, pod: null, ...own };
}

export const candidateEntry = (own: Partial<SelectableEntry> = {}): SelectionCandidate => ({ kind: "entry", entry: aSelectableEntry(own) });
export const candidatePod = (own: Partial<SelectablePod> = {}): SelectionCandidate => ({ kind: "pod", pod: aSelectablePod(own) });

const NO_POLICY: TrafficPolicySettings = { tls: null, outlier: null, balancer: null };

export function aTrafficPolicy(own: Partial<TrafficPolicy> = {}): TrafficPolicy {
  return { ...NO_POLICY, ports: [], ...own };
}

export function aDestinationRule(own: Partial<DestinationRule> = {}): DestinationRule {
  const identity = { namespace: "shop", name: "a", createdAt: 0, labels: [] };
  return { ...identity, host: "a.example.com", policy: null, subsets: [], exportTo: [], callers: null, ...own };
}

/** A world with nothing in it but what a test puts there. */
export function aSelectionWorld(own: Partial<SelectionWorld> = {}): SelectionWorld {
  const empty = { entries: [], pods: [], services: [], serviceEntries: [], rules: [], sidecars: [], authentications: [], virtualServices: [], slices: [] };
  return { mesh: aMesh(), ...empty, ...own };
}
