import type { MeshSettings } from "./mesh";
import type { EndpointSlice, KubernetesService, SelectableEntry, SelectablePod, ServiceEntry } from "./objects";
import type { DestinationRule, PeerAuthentication, Sidecar, VirtualService } from "./policies";

/** All that decides who answers for a host: the objects of a cluster and the settings of its mesh. */
export interface SelectionWorld {
  readonly mesh: MeshSettings;
  readonly entries: readonly SelectableEntry[];
  readonly pods: readonly SelectablePod[];
  readonly services: readonly KubernetesService[];
  readonly serviceEntries: readonly ServiceEntry[];
  readonly rules: readonly DestinationRule[];
  readonly sidecars: readonly Sidecar[];
  readonly authentications: readonly PeerAuthentication[];
  readonly virtualServices: readonly VirtualService[];
  /** EndpointSlices that the controller of Kubernetes did not write. Those that it writes list the Pods that a Service selects. */
  readonly slices: readonly EndpointSlice[];
  /** True = istiod keeps the values of the slice with the later name, and none of the controller's slice. The API does not show which slice istiod uses. */
  readonly laterSliceFirst?: true;
  /** True if the Pods of a namespace are not known. Absent = all are known. */
  readonly lacksPods?: (namespace: string) => boolean;
}

/** `gateway` is a proxy of type `router`, such as an ingress gateway. `outside` is a Pod without a proxy. */
export type CallerKind = "sidecar" | "gateway" | "outside";

/** The proxy that receives a list of endpoints, in a namespace, network and locality. "" = none. */
export interface Caller {
  /** Absent = a sidecar. */
  readonly kind?: CallerKind;
  readonly namespace: string;
  readonly network: string;
  readonly locality: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly node: string;
  /** The address families it has; null = not known: with gateways of IPv6, each possible outcome counts. */
  readonly families: readonly (4 | 6)[] | null;
}

export const A_CALLER: Caller = { namespace: "default", network: "", locality: "", labels: new Map(), node: "", families: null };
