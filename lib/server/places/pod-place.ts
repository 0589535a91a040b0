import { localityOf } from "@/lib/domain/localities/locality";
import { type LocalityParts, localityPartsOf, NO_LOCALITY } from "@/lib/domain/localities/locality-tree";
import type { World } from "@/lib/domain/mesh/world";
import type { SelectablePod } from "@/lib/domain/selection/objects";
import { type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import { readsTopology } from "@/lib/server/hosts/mesh-of";

/** The data for the places of the Pods of a cluster. */
export interface PodPlaces {
  /** The localities of Nodes by their names; null = Nodes cannot be seen. */
  readonly nodes: ReadonlyMap<string, string> | null;
  /** True if istiod reads the label `topology.istio.io/locality`. */
  readonly isTopologyRead: boolean;
}

/** The data for the places of Pods. Only viewers with the right to list Nodes get their localities. */
export function podPlacesInSight(world: World, scope: Scope): PodPlaces {
  const { nodes } = world.places;
  const isHidden = visibleNamespacesOfSource(scope, world.cluster, "nodes") !== "all" || nodes.kind === "denied";
  return { nodes: isHidden ? null : nodes.value, isTopologyRead: readsTopology(world) };
}

/** Where a Pod is: by its labels, else by those of its Node (docs/istio.md#pod-locality); null = its Node would tell, and cannot be seen. */
export function podPlace({ labels, node }: Pick<SelectablePod, "labels" | "node">, { nodes, isTopologyRead }: PodPlaces): LocalityParts | null {
  const own = localityOf({ locality: "", specLabels: [], metadataLabels: labels }, isTopologyRead);
  if (own !== "") return localityPartsOf(own);
  if (node === "") return NO_LOCALITY;
  return nodes === null ? null : localityPartsOf(nodes.get(node) ?? "");
}
