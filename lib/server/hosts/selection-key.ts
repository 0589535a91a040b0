import type { MeshSettings } from "@/lib/domain/selection/world";

/** Equal for meshes in which the same selectors take the same machines and Pods, and have the same host names: of a mesh most decides elsewhere. */
export function selectionKey(mesh: MeshSettings): string {
  return JSON.stringify([
    ...[mesh.istioVersion, mesh.otherVersions, mesh.supposed, mesh.revision, mesh.clusterId, mesh.domain, mesh.drainingLabel, mesh.podNetwork, mesh.networks],
    ...[mesh.healthChecks, mesh.serviceEntriesSelectPods, mesh.servicesSelectEntries],
    [...mesh.nodeLocalities],
  ]);
}
