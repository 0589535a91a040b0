import { isInScope, type Scope, type WatchedKind } from "@/lib/domain/source/scope";
import type { SubjectKind } from "@/lib/domain/source/source";
import type { MachinePopulation } from "./observation";

/** The rights of a viewer now, also for a page of the past. */
export interface IncidentViewer {
  /** True if objects of this kind in the namespace are visible; without a kind: its machines. */
  maySee(cluster: string, namespace: string, kind?: string): boolean;
  /** May read the Pods of istiod: evidence about its replicas. */
  maySeeReplicas(cluster: string): boolean;
  /** Numbers of the visible machines; null = those at the time of the incident are not known. */
  readonly population: MachinePopulation | null;
}

/** The kinds whose changes an incident shows: the stored name, the kind as YAML has it, and the kind that a viewer must see. */
const CHANGED_KINDS: Partial<Record<SubjectKind, { readonly kind: string; readonly right: WatchedKind }>> = {
  group: { kind: "WorkloadGroup", right: "workloadgroups" },
  service: { kind: "Service", right: "services" },
  serviceentry: { kind: "ServiceEntry", right: "serviceentries" },
  destinationrule: { kind: "DestinationRule", right: "destinationrules" },
  sidecar: { kind: "Sidecar", right: "sidecars" },
  virtualservice: { kind: "VirtualService", right: "virtualservices" },
  peerauthentication: { kind: "PeerAuthentication", right: "peerauthentications" },
  authorizationpolicy: { kind: "AuthorizationPolicy", right: "authorizationpolicies" },
  replica: { kind: "Pod", right: "pods" },
};

const RIGHTS: ReadonlyMap<string, WatchedKind> = new Map(Object.values(CHANGED_KINDS).map(({ kind, right }) => [kind, right]));

/** Returns the kind, as YAML has it, of objects whose changes an incident shows; null = it shows none of this kind. */
export function changedKind(kind: SubjectKind): string | null {
  return CHANGED_KINDS[kind]?.kind ?? null;
}

/** Returns a viewer with the rights of a scope. Namespaces and machines are visible with the machines of their namespace. */
export function incidentViewer(
  scope: Scope,
  maySeeReplicas: IncidentViewer["maySeeReplicas"],
  population: IncidentViewer["population"] = null,
): IncidentViewer {
  const maySee: IncidentViewer["maySee"] = (cluster, namespace, kind = "") => isInScope(scope, cluster, RIGHTS.get(kind) ?? "workloadentries", namespace);
  return { maySee, maySeeReplicas, population };
}
