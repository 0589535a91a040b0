import type { NodeReadiness } from "@/lib/domain/mesh/world";
import type { StoredObjectMetadata } from "@/lib/domain/object/kubernetes-object";
import type { Identity } from "./identity";
import { at, text } from "./json";
import { readyOf } from "./ready";
import { nodeLocalityOf } from "./selection/node-locality";

/** Where a Node stands, and whether its kubelet reports. */
export interface ClusterNode extends Identity, StoredObjectMetadata {
  readonly unreadable: string | null;
  readonly zone: string;
  /** Region, zone and subzone as istiod writes them, or "" (docs/istio.md#pod-locality). */
  readonly locality: string;
  readonly state: Exclude<NodeReadiness, "not-visible">;
}

/** The node lifecycle controller writes Ready=Unknown once a kubelet has not reported for its grace period: only then is a Node silent. */
export function parseNode(raw: unknown, identity: Identity, cluster: string): ClusterNode {
  const labels = (key: string) => text(at(raw, "metadata", "labels", key));
  const zone = labels("topology.kubernetes.io/zone") || labels("failure-domain.beta.kubernetes.io/zone");
  return { cluster, ...identity, unreadable: null, zone, locality: nodeLocalityOf(raw), state: stateOf(readyOf(raw)?.status) };
}

function stateOf(status: string | undefined): ClusterNode["state"] {
  switch (status) {
    case "True":
      return "ready";
    case "False":
      return "not-ready";
    case "Unknown":
      return "silent";
    default:
      return "not-known";
  }
}
