import { type NamespaceScope, type Scope, scopeOf, type WatchedKind } from "@/lib/domain/scope";
import type { Selecting } from "@/lib/domain/selecting";
import type { KubernetesService, SelectablePod, Selector, ServiceEntry } from "@/lib/domain/selection/objects";
import type { WorkloadPod } from "@/lib/domain/workload-pod";
import { aKubernetesService, aSelectablePod, aServiceEntry } from "./selection";

export const HOSTS_CLUSTER = "prod-eu";

/** A Service or ServiceEntry as its table keeps it; its uid is its kind, namespace and name. */
export function selectingOf(selector: Selector, own: Partial<Selecting> = {}): Selecting {
  const { namespace, name, createdAt } = selector;
  const isService = selector.kind === "Service";
  return {
    ...{ cluster: HOSTS_CLUSTER, kind: isService ? "services" : "serviceentries", uid: `${selector.kind}/${namespace}/${name}`, namespace, name },
    ...{ resourceVersion: "1", createdAt, unreadable: null, ports: [], traits: [] },
    selector: selector.selector ?? [],
    hosts: selector.kind === "ServiceEntry" ? selector.hosts : [],
    ...{ parsed: selector },
    ...own,
  } as Selecting;
}

/** The Service `a` of the builders with changes, as its table keeps it. */
export const aService = (own: Partial<KubernetesService> = {}, version = "1") => selectingOf(aKubernetesService(own), { resourceVersion: version });

/** The ServiceEntry `a` of the builders with changes, as its table keeps it. */
export const aHostEntry = (own: Partial<ServiceEntry> = {}, version = "1") => selectingOf(aServiceEntry(own), { resourceVersion: version });

/** A Pod of the builders with changes, as its table keeps it. */
export function aTablePod(own: Partial<SelectablePod> = {}, version = "1"): WorkloadPod {
  const pod = aSelectablePod(own);
  return { ...pod, cluster: HOSTS_CLUSTER, kind: "pods", uid: `Pod/${pod.namespace}/${pod.name}`, resourceVersion: version, unreadable: null };
}

/** Who sees these kinds of the cluster: everywhere, or in some namespaces. */
export function hostScope(kinds: Partial<Record<WatchedKind, NamespaceScope>> = {}): Scope {
  const all = { workloadentries: "all", workloadgroups: "all", services: "all", serviceentries: "all", pods: "all" } as const;
  return scopeOf(new Map([[HOSTS_CLUSTER, new Map(Object.entries({ ...all, ...kinds }) as [WatchedKind, NamespaceScope][])]]));
}
