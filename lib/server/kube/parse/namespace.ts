import { MAINTENANCE_ANNOTATION } from "@/lib/domain/incidents/maintenance-annotation";
import type { NamespaceMeshSettings } from "@/lib/domain/mesh/mesh-facts";
import type { StoredObjectMetadata } from "@/lib/domain/object/kubernetes-object";
import type { Identity } from "./identity";
import { at, text } from "./json";
import { annotationOf } from "./metadata";
import { annotatedDistribution } from "./selection/described";

/** A namespace: its name, and what it tells of its workloads. */
export interface NamespaceName extends Identity, StoredObjectMetadata, NamespaceMeshSettings {
  readonly unreadable: string | null;
}

export function parseNamespace(raw: unknown, identity: Identity, cluster: string): NamespaceName {
  const label = (name: string) => text(at(raw, "metadata", "labels", name));
  const revision = label("istio-injection") === "enabled" ? "default" : label("istio.io/rev");
  const maintenance = annotationOf(at(raw, "metadata", "annotations"), MAINTENANCE_ANNOTATION);
  return {
    ...{ cluster, ...identity, unreadable: null, network: label("topology.istio.io/network"), distribution: annotatedDistribution(raw), revision },
    ...(maintenance !== null && { maintenance }),
  };
}
