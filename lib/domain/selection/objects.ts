import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadTemplate } from "@/lib/domain/group/workload-group";
import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import type { LabelSet } from "@/lib/domain/object/label-set";

/** Metadata of every object that takes part in selection. `createdAt` in milliseconds; null = not set. */
export interface ObjectMetadata {
  readonly namespace: string;
  readonly name: string;
  readonly createdAt: number | null;
  /** `metadata.labels`. */
  readonly labels: LabelSet;
}

/** The fields of an entry that selectors and callers use (docs/istio.md#entry-fields, #labels). */
export type SelectableEntry = Pick<
  WorkloadEntry,
  "namespace" | "name" | "address" | "network" | "locality" | "serviceAccount" | "weight" | "ports" | "specLabels" | "metadataLabels" | "gate"
> & { readonly health: Pick<NonNullable<WorkloadEntry["health"]>, "status" | "message"> | null };

/** A port of a Pod's container. `protocol`: as Kubernetes writes it, such as "TCP". */
export interface ContainerPort {
  readonly name: string;
  readonly port: number;
  readonly protocol: string;
}

/** The fields of a Pod that selectors and callers use. Empty text = not set. */
export interface SelectablePod extends ObjectMetadata {
  readonly address: string;
  /** Further addresses of `status.podIPs`, of the other family. Absent = none. */
  readonly otherAddresses?: readonly string[];
  readonly phase: string;
  readonly ready: boolean;
  readonly deletingAt: number | null;
  readonly node: string;
  readonly serviceAccount: string;
  /** The ports of containers, then of native sidecars, in the Pod's order. */
  readonly ports: readonly ContainerPort[];
}

/** The traffic distribution: how near the preferred endpoints are to the caller (docs/istio.md#traffic-distribution). */
export type TrafficDistribution = "any" | "same-zone" | "same-node";

/** One port of a Kubernetes Service. `target`: its `targetPort`, as a number or a name; null = not set, which means the port's own number. */
export interface ServicePort {
  readonly name: string;
  readonly number: number;
  readonly protocol: string;
  readonly target: number | string | null;
}

/** The fields of a Kubernetes Service that decide its endpoints. */
export interface KubernetesService extends ObjectMetadata {
  readonly kind: "Service";
  /** The paths of labels and annotations that Istio does not read where they are written (`misplacedKeys` of `istio-keys`). Absent = none. */
  readonly misplacedKeys?: readonly string[];
  readonly selector: LabelSet;
  readonly type: string;
  readonly isHeadless: boolean;
  /** `spec.clusterIPs` without `None`. Absent = none. */
  readonly clusterAddresses?: readonly string[];
  readonly externalName: string;
  readonly ports: readonly ServicePort[];
  /** The value of the annotation `networking.istio.io/exportTo`; empty = not set. */
  readonly exportTo: readonly string[];
  readonly distribution: TrafficDistribution | null;
  readonly publishesUnready: boolean;
  /** `spec.internalTrafficPolicy: Local`. */
  readonly isNodeLocal: boolean;
  /** Further identities that callers accept, by annotation (`alpha.istio.io/canonical-serviceaccounts`). */
  readonly accounts: readonly string[];
  /**
   * Names of further service accounts of its namespace that callers accept (`alpha.istio.io/kubernetes-serviceaccounts`). Their trust domain is the
   * mesh's.
   */
  readonly namespaceAccounts: readonly string[];
}

/** One element of `endpoints` in an EndpointSlice. A condition is null if it is not set. */
export interface SliceEndpoint {
  readonly addresses: readonly string[];
  readonly ready: boolean | null;
  readonly terminating: boolean | null;
  readonly serving: boolean | null;
  /** The Pod that `targetRef` names; null = no `targetRef`, or one of another kind. */
  readonly pod: { readonly namespace: string; readonly name: string } | null;
}

/** An EndpointSlice that the controller of Kubernetes did not write. */
export interface EndpointSlice {
  readonly namespace: string;
  readonly name: string;
  /** The name of its Service, from the label `kubernetes.io/service-name`. */
  readonly service: string;
  /** `IPv4`, `IPv6` or `FQDN`. */
  readonly addressType: string;
  readonly ports: readonly { readonly name: string; readonly port: number }[];
  readonly endpoints: readonly SliceEndpoint[];
}

/** The resolution of a ServiceEntry (docs/istio.md#resolution). */
export type ServiceEntryResolution = "NONE" | "STATIC" | "DNS" | "DNS_ROUND_ROBIN" | "DYNAMIC_DNS";

/** One port of a ServiceEntry. `target`: its `targetPort`, which can only be a number; null = not set (docs/istio.md#serviceentry-fields). */
export interface ServiceEntryPort {
  readonly name: string;
  readonly number: number;
  readonly protocol: string;
  readonly target: number | null;
}

/** The fields of a ServiceEntry that decide its endpoints. */
export interface ServiceEntry extends ObjectMetadata {
  readonly kind: "ServiceEntry";
  /** The paths of labels and annotations that Istio does not read where they are written (`misplacedKeys` of `istio-keys`). Absent = none. */
  readonly misplacedKeys?: readonly string[];
  readonly hosts: readonly string[];
  /** The virtual IP addresses in `spec.addresses`, as written. */
  readonly addresses: readonly string[];
  /** The addresses that istiod allocated to host names (`status.addresses`). Absent = none. */
  readonly allocated?: LabelSet;
  readonly ports: readonly ServiceEntryPort[];
  readonly endpoints: readonly WorkloadTemplate[];
  /** `workloadSelector.labels`; null = no `workloadSelector`, empty = one without labels (docs/istio.md#empty-selector). */
  readonly selector: LabelSet | null;
  readonly resolution: ServiceEntryResolution;
  /** True with `location: MESH_EXTERNAL`, which is also the default. */
  readonly isExternal: boolean;
  readonly exportTo: readonly string[];
  readonly distribution: TrafficDistribution | null;
  readonly accounts: readonly string[];
}

/** An object that defines services of the mesh and selects their endpoints by labels. */
export type MeshService = KubernetesService | ServiceEntry;

/** An EndpointSlice that the controller of Kubernetes did not write, as the server stores it. */
export interface StoredEndpointSlice extends IndexedTableObject, EndpointSlice {}

/** A Pod that is not a machine, as the server stores it for selectors and callers. */
export interface StoredPod extends IndexedTableObject, SelectablePod {}

/** The kinds whose objects select machines by labels, by their plural. */
export const MESH_SERVICE_RESOURCES = ["services", "serviceentries"] as const;
export type MeshServiceResource = (typeof MESH_SERVICE_RESOURCES)[number];

/** The plural of each kind that selects machines, as in Kubernetes and in URLs. */
export const MESH_SERVICE_RESOURCE_BY_KIND = { Service: "services", ServiceEntry: "serviceentries" } as const satisfies Record<
  MeshService["kind"],
  MeshServiceResource
>;

/** A Service or a ServiceEntry as the server stores it: fields for the change log, and `parsed` for decisions. */
export interface StoredMeshService<S extends MeshService = MeshService> extends IndexedTableObject {
  readonly kind: MeshServiceResource;
  /** The labels of its selector; empty = it selects no machine by labels. */
  readonly selector: LabelSet;
  /** The hosts of a ServiceEntry, as written. Empty for a Service. */
  readonly hosts: readonly string[];
  /** A text for each port, such as `80/TCP → 8080`, by the port's name. */
  readonly ports: LabelSet;
  /** The values of further fields that decide its endpoints or routing, by their paths in the spec: `type`, `location`, `resolution` … */
  readonly traits: LabelSet;
  /** The value of the annotation `stolos.dev/mute-findings`, as written; "" = none. */
  readonly mutedFindings: string;
  /** The object that owns it ("Deployment sync"), otherwise the tool that manages it; "" = neither is known. Absent = not recorded. */
  readonly managedBy?: string;
  /** The report that istiod wrote in its status, as `parseIstiodStatus` reads it; "" = none. */
  readonly istiodStatus: string;
  /**
   * The fields that decide its endpoints. Null = the object is not readable (`unreadable` has the reason), or it is a past version without recorded
   * fields.
   */
  readonly parsed: S | null;
}
