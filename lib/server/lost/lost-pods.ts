import type { WhatIfQuery } from "@/lib/contract/views/what-if";
import { workloadOfCandidate } from "@/lib/domain/selection/matching";
import type { StoredPod } from "@/lib/domain/selection/objects";
import type { MeshSettings } from "@/lib/domain/selection/world";
import { isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import { isInLostParts, type LostPart } from "@/lib/domain/what-if/lost-part";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { pickedPlace } from "@/lib/server/fleet/picked-place";

/** The Pods in sight that are lost: in the places that their labels or their Nodes tell. */
export interface LostPods {
  readonly all: ReadonlySet<StoredPod>;
  /** Pods of which nobody can tell where they are, though they may be in a lost place. */
  readonly unplaced: ReadonlySet<StoredPod>;
}

/** Looks at every Pod in sight beside the machines. A chosen set takes no Pods. */
export function lostPods(fleet: FleetReader, scope: Scope, query: WhatIfQuery, meshOf: (cluster: string) => MeshSettings): LostPods {
  const all = new Set<StoredPod>();
  const asksForPlaces = query.parts.some(({ kind }) => kind !== "network" && kind !== "set");
  const unplaced = new Set<StoredPod>();
  for (const pod of fleet.tables["workload-pods"].values()) {
    const { cluster, namespace } = pod;
    if (!scope.clusters.has(cluster) || !isSourceVisible(scope, cluster, "workload-pods", namespace) || !pickedPlace(query, cluster, namespace)) continue;
    const mesh = meshOf(cluster);
    if (isPodLost(pod, query.parts, mesh)) all.add(pod);
    else if (asksForPlaces && isPlaceless(pod, mesh)) unplaced.add(pod);
  }
  return { all, unplaced };
}

/** Is a Pod in one of the parts, as far as its labels and its Node tell? */
export function isPodLost(pod: StoredPod, parts: readonly LostPart[], mesh: MeshSettings): boolean {
  const { locality, network } = workloadOfCandidate({ kind: "pod", pod }, mesh);
  return !isPlaceless(pod, mesh) ? isInLostParts(parts, { locality, network }) : parts.some((part) => part.kind === "network" && part.network === network);
}

/** Is its place nowhere to be read: no label of its own, and a Node of which nothing is seen? */
function isPlaceless(pod: StoredPod, mesh: MeshSettings): boolean {
  return workloadOfCandidate({ kind: "pod", pod }, mesh).locality === "" && pod.node !== "" && mesh.nodeLocalities.size === 0;
}
