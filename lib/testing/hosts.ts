import type { IndexedTableObject, ObjectWithParsedSpec } from "@/lib/domain/object/kubernetes-object";
import type {
  EndpointSlice,
  KubernetesService,
  MeshService,
  SelectablePod,
  ServiceEntry,
  StoredEndpointSlice,
  StoredMeshService,
  StoredPod,
} from "@/lib/domain/selection/objects";
import type { AuthorizationPolicy, DestinationRule, PeerAuthentication, Sidecar, VirtualService } from "@/lib/domain/selection/policies";
import { type NamespaceScope, type Scope, scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { aKubernetesService, aSelectablePod, aServiceEntry, aSlice } from "./selection";

export const HOSTS_CLUSTER = "prod-eu";

/** A Service or ServiceEntry as its table keeps it; its uid is its kind, namespace and name. */
export function selectingOf(selector: MeshService, own: Partial<StoredMeshService> = {}): StoredMeshService {
  const { namespace, name, createdAt } = selector;
  const isService = selector.kind === "Service";
  return {
    ...{ cluster: HOSTS_CLUSTER, kind: isService ? "services" : "serviceentries", uid: `${selector.kind}/${namespace}/${name}`, namespace, name },
    ...{ resourceVersion: "1", createdAt, unreadable: null, ports: [], traits: [], mutedFindings: "", istiodStatus: "" },
    selector: selector.selector ?? [],
    hosts: selector.kind === "ServiceEntry" ? selector.hosts : [],
    ...{ parsed: selector },
    ...own,
  } as StoredMeshService;
}

/** The Service `a` of the builders with changes, as its table keeps it. */
export const aService = (own: Partial<KubernetesService> = {}, version = "1") => selectingOf(aKubernetesService(own), { resourceVersion: version });

/** The ServiceEntry `a` of the builders with changes, as its table keeps it. */
export const aHostEntry = (own: Partial<ServiceEntry> = {}, version = "1") => selectingOf(aServiceEntry(own), { resourceVersion: version });

/** A Pod of the builders with changes, as its table keeps it. */
export function aTablePod(own: Partial<SelectablePod> = {}, version = "1"): StoredPod {
  const pod = aSelectablePod(own);
  return { ...pod, cluster: HOSTS_CLUSTER, kind: "pods", uid: `Pod/${pod.namespace}/${pod.name}`, resourceVersion: version, unreadable: null };
}

/** The EndpointSlice of the builders with changes, as its table keeps it. */
export function aTableSlice(own: Partial<EndpointSlice> = {}, version = "1"): StoredEndpointSlice {
  const slice = aSlice(own);
  const identity = { cluster: HOSTS_CLUSTER, kind: "endpointslices", uid: `EndpointSlice/${slice.namespace}/${slice.name}`, resourceVersion: version } as const;
  return { ...slice, ...identity, createdAt: 0, unreadable: null };
}

/** Where each kind of policy is kept, with what is read of it. */
interface Policies {
  readonly destinationrules: DestinationRule;
  readonly sidecars: Sidecar;
  readonly virtualservices: VirtualService;
  readonly peerauthentications: PeerAuthentication;
  readonly authorizationpolicies: AuthorizationPolicy;
}

/** A policy as its table keeps it; its uid is its source, namespace and name. */
export function policyOf<S extends keyof Policies>(source: S, parsed: Policies[S], own: Partial<IndexedTableObject> = {}): ObjectWithParsedSpec<Policies[S]> {
  const { namespace, name, createdAt } = parsed;
  const identity = { cluster: HOSTS_CLUSTER, kind: source, uid: `${source}/${namespace}/${name}`, namespace, name, resourceVersion: "1" };
  return { ...identity, createdAt, unreadable: null, fields: [], parsed, ...own };
}

/** Who sees these kinds of the cluster: everywhere, or in some namespaces. */
export function hostScope(kinds: Partial<Record<WatchedKind, NamespaceScope>> = {}): Scope {
  const all = { workloadentries: "all", workloadgroups: "all", services: "all", serviceentries: "all", pods: "all", endpointslices: "all" } as const;
  return scopeFromPermissions(new Map([[HOSTS_CLUSTER, new Map(Object.entries({ ...all, ...kinds }) as [WatchedKind, NamespaceScope][])]]));
}
