import { localityOf } from "@/lib/domain/locality";
import { NO_LOCALITY, type Place, placeOf } from "@/lib/domain/places/place";
import { namespacesOfSource, type Scope } from "@/lib/domain/scope";
import type { SelectablePod } from "@/lib/domain/selection/objects";
import type { World } from "@/lib/domain/world";
import { readsTopology } from "@/lib/server/hosts/mesh-of";

/** What places the Pods of a cluster. */
export interface PodPlaces {
  /** The localities of Nodes by their names; null = Nodes cannot be seen. */
  readonly nodes: ReadonlyMap<string, string> | null;
  /** As of `localityOf`. */
  readonly isTopologyRead: boolean;
}

/** What places Pods, as far as a viewer may know: where Nodes are is told to whoever may list them. */
export function podPlacesInSight(world: World, scope: Scope): PodPlaces {
  const { nodes } = world.places;
  const isHidden = namespacesOfSource(scope, world.cluster, "nodes") !== "all" || nodes.kind === "denied";
  return { nodes: isHidden ? null : nodes.value, isTopologyRead: readsTopology(world) };
}

/** Where a Pod is: by its labels, else by those of its Node (facts 5.1); null = its Node would tell, and cannot be seen. */
export function podPlace({ labels, node }: Pick<SelectablePod, "labels" | "node">, { nodes, isTopologyRead }: PodPlaces): Place | null {
  const own = localityOf({ locality: "", specLabels: [], metadataLabels: labels }, isTopologyRead);
  if (own !== "") return placeOf(own);
  if (node === "") return NO_LOCALITY;
  return nodes === null ? null : placeOf(nodes.get(node) ?? "");
}
