import { localitySentByIstiod } from "@/lib/domain/localities/locality";
import type { Replica, World } from "@/lib/domain/mesh/world";
import type { MeshSettings } from "@/lib/domain/selection/world";
import type { Scope } from "@/lib/domain/source/scope";
import { isReplicaRunning } from "@/lib/domain/verdict/connection";
import type { LostReplicas } from "@/lib/domain/what-if/leaving";
import { isInLostParts, isZoneInLostParts, type LostPart } from "@/lib/domain/what-if/lost-part";
import { replicasInSight } from "@/lib/server/control-plane/replicas-in-sight";

/** The istiod replicas of a cluster beside what is lost. */
export interface ReplicasAfter extends LostReplicas {
  /** The cluster's world with the replicas that the viewer may see. */
  readonly world: World;
  readonly lost: readonly Replica[];
  /** Running ones that are not lost, and of these how many of which nobody can tell where they are. */
  readonly left: number;
  readonly unplaced: number;
  readonly isVisible: boolean;
  /** Where a replica stands, as text; "" = nobody can tell. */
  readonly placeOf: (replica: Replica) => string;
}

interface Asked {
  readonly parts: readonly LostPart[];
  readonly mesh: MeshSettings;
  readonly now: number;
}

/** Which replicas would be lost, as far as a viewer may see them. */
export function replicasAfter(world: World, scope: Scope, { parts, mesh, now }: Asked): ReplicasAfter {
  const replicas = replicasInSight(world, scope);
  const known = replicas.kind === "denied" ? [] : [...replicas.value.values()];
  const running = known.filter((replica) => isReplicaRunning(replica, now));
  const isGone = (replica: Replica) => isReplicaLost(replica, parts, mesh);
  const left = running.filter((replica) => isGone(replica) !== true);
  return {
    world: { ...world, replicas },
    lost: running.filter((replica) => isGone(replica) === true),
    left: left.length,
    unplaced: left.filter((replica) => isGone(replica) === null).length,
    isVisible: replicas.kind !== "denied",
    isLost: (name) => {
      const replica = replicas.kind === "denied" ? undefined : replicas.value.get(name);
      return replica === undefined ? null : isGone(replica);
    },
    isNoneLeft: replicas.kind === "known" && left.length === 0,
    placeOf: (replica) => localitySentByIstiod(mesh.nodeLocalities.get(replica.node) ?? "") || replica.zone,
  };
}

/** By its Node's place, else by the zone that its own label names. A Pod is in the network of the root namespace (docs/istio.md#networks). */
function isReplicaLost({ node, zone }: Replica, parts: readonly LostPart[], mesh: MeshSettings): boolean | null {
  const locality = mesh.nodeLocalities.get(node);
  if (locality !== undefined) return isInLostParts(parts, { locality, network: mesh.podNetwork });
  if (parts.some((part) => part.kind === "network" && part.network === mesh.podNetwork)) return true;
  if (zone !== "") return isZoneInLostParts(parts, zone);
  return parts.every(({ kind }) => kind === "network" || kind === "set") ? false : null;
}
