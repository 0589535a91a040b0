import type { Fact } from "@/lib/domain/fact";
import type { Distribution } from "@/lib/domain/selection/objects";

/** What a namespace tells of its workloads; "" and null = it does not say. */
export interface NamespaceTold {
  /** Label `topology.istio.io/network`: of the root namespace it is the network of Pods that say none. */
  readonly network: string;
  /** Annotation `networking.istio.io/traffic-distribution` (docs/istio.md#traffic-distribution). */
  readonly distribution: Distribution | null;
  /** The revision that its workloads are to have: label `istio-injection=enabled` is "default", else label `istio.io/rev`. */
  readonly revision: string;
}

/** What Nodes and namespaces say of places. */
export interface MeshPlaces {
  /** Region, zone and subzone of each Node that has a place, by its name (docs/istio.md#pod-locality). */
  readonly nodes: Fact<ReadonlyMap<string, string>>;
  /** Each namespace that says something, by its name. */
  readonly namespaces: Fact<ReadonlyMap<string, NamespaceTold>>;
}

/** Places where neither Nodes nor namespaces can be seen, and why. */
export function unseenPlaces(source: string): MeshPlaces {
  return { nodes: { kind: "denied", source }, namespaces: { kind: "denied", source } };
}
