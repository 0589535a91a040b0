import type { ClusterStatus, SourceStatus, WireFreshness } from "@/lib/contract/status";
import { clusterFreshness } from "./cluster-freshness";
import { explainDenied } from "./explain";
import { ALL_NAMESPACES } from "./fleet-sink";
import type { Rights } from "./rights";
import { planSources } from "./source-plan";

export interface StatusParts {
  readonly cluster: string;
  readonly istioNamespace: string;
  /** Null until they are known. */
  readonly rights: Rights | null;
  /** Why rights could not be asked for, or null. */
  readonly failure: WireFreshness | null;
  readonly sources: readonly SourceStatus[];
  /** Namespaces that were asked about. */
  readonly asked: readonly string[];
  readonly skewMs: number | null;
  readonly version: string | null;
}

/** A cluster's status: its sources as they are, and a line for each kind that is out of reach. */
export function clusterStatusOf(parts: StatusParts): ClusterStatus {
  const { cluster, rights, failure, skewMs, version } = parts;
  const denied = rights === null ? [] : planSources(rights, parts.istioNamespace).denied;
  const outOfReach = denied.map((kind): SourceStatus => {
    const asked = kind === "pods" || kind === "deployments" ? [parts.istioNamespace] : kind === "nodes" || kind === "namespaces" ? [] : parts.asked;
    return { kind, namespace: ALL_NAMESPACES, freshness: explainDenied(kind, asked), proofMs: 0, objects: 0, unreadable: 0 };
  });
  const sources = [...parts.sources, ...outOfReach];
  const freshness = rights === null && failure !== null ? failure : clusterFreshness(sources);
  return { cluster, freshness, sources, skewMs, version };
}
