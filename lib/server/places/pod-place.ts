import { localityOf } from "@/lib/domain/localities/locality";
import { NO_LOCALITY, type Place, placeOf } from "@/lib/domain/localities/locality-tree";
import { namespacesOfSource, type Scope } from "@/lib/domain/source/scope";
import type { SelectablePod } from "@/lib/domain/selection/objects";
import type { World } from "@/lib/domain/mesh/world";
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
  const isHidden = namespacesOfSource(scope, world.cluster, "nodes") !== "all" || nodes.kind === "denied";
  return { nodes: isHidden ? null : nodes.value, isTopologyRead: readsTopology(world) };
}

/** Where a Pod is: by its labels, else by those of its Node (docs/istio.md#pod-locality); null = its Node would tell, and cannot be seen. */
export function podPlace({ labels, node }: Pick<SelectablePod, "labels" | "node">, { nodes, isTopologyRead }: PodPlaces): Place | null {
  const own = localityOf({ locality: "", specLabels: [], metadataLabels: labels }, isTopologyRead);
  if (own !== "") return placeOf(own);
  if (node === "") return NO_LOCALITY;
  return nodes === null ? null : placeOf(nodes.get(node) ?? "");
}
