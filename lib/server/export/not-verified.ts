import type { Heartbeat } from "@/lib/contract/status";
import type { Scope } from "@/lib/domain/source/scope";
import { ALL_NAMESPACES, CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { notVerifiedText } from "@/lib/format/source-words";
import { istiodNamespaceIn, replicasInSight } from "@/lib/server/control-plane/replicas-in-sight";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

/** The reason why the connections of a cluster are not verified; without a name: of all clusters. Null = they are. */
export type NotVerifiedOf = (cluster?: string) => string | null;

/** The reasons of a live list, as its page has them: a source that verifies connections is not visible to the viewer. */
export function notVerifiedNow({ clusters }: Heartbeat): NotVerifiedOf {
  const reasons = clusters.flatMap(({ cluster, sources }) => {
    const denied = sources.find(({ source, freshness }) => freshness.kind === "denied" && CONNECTION_VERIFYING_SOURCES.some((needed) => needed === source));
    return denied === undefined ? [] : [[cluster, notVerifiedText(denied)] as const];
  });
  return byCluster(reasons);
}

/** The reasons of a list of the past. The permissions of today decide what its viewer sees. */
export function notVerifiedThen(fleet: Pick<FleetReader, "clusters" | "worldOf">, scope: Scope): NotVerifiedOf {
  const reasons = fleet.clusters.flatMap((cluster) => {
    const world = fleet.worldOf(cluster);
    if (!scope.clusters.has(cluster) || replicasInSight(world, scope).kind !== "denied") return [];
    return [[cluster, notVerifiedText({ source: "istiod-pods", namespace: istiodNamespaceIn(world) ?? ALL_NAMESPACES })] as const];
  });
  return byCluster(reasons);
}

function byCluster(reasons: readonly (readonly [cluster: string, reason: string])[]): NotVerifiedOf {
  const known = new Map(reasons);
  const all = [...new Set(known.values())].join("; ");
  return (cluster) => (cluster === undefined ? all || null : (known.get(cluster) ?? null));
}
