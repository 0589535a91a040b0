import { localityOf } from "@/lib/domain/locality";
import { NO_LOCALITY, type Place, placeOf } from "@/lib/domain/places/place";
import { namespacesOfSource, type Scope } from "@/lib/domain/scope";
import type { SelectablePod } from "@/lib/domain/selection/objects";
import type { World } from "@/lib/domain/world";

/** The localities of Nodes by their names; null = Nodes cannot be seen. */
export type NodePlaces = ReadonlyMap<string, string> | null;

/** Where Nodes are, as far as a viewer may know: it is told to whoever may list them. */
export function nodesInSight({ cluster, places: { nodes } }: World, scope: Scope): NodePlaces {
  return namespacesOfSource(scope, cluster, "nodes") !== "all" || nodes.kind === "denied" ? null : nodes.value;
}

/** Where a Pod is: by its labels, else by those of its Node (facts 5.1); null = its Node would tell, and cannot be seen. */
export function podPlace({ labels, node }: Pick<SelectablePod, "labels" | "node">, nodes: NodePlaces): Place | null {
  const own = localityOf({ locality: "", specLabels: [], metadataLabels: labels });
  if (own !== "") return placeOf(own);
  if (node === "") return NO_LOCALITY;
  return nodes === null ? null : placeOf(nodes.get(node) ?? "");
}
