import type { ClusterStatus, SourceStatus, WireFreshness } from "@/lib/contract/status";
import { ALL_NAMESPACES, SOURCES, type SourceName } from "@/lib/domain/source/source";
import type { Kind } from "@/lib/server/cluster/kind";
import { KINDS } from "@/lib/server/cluster/kinds";
import { clusterFreshness } from "./cluster-freshness";
import { explainDenied } from "./explain";
import type { Rights } from "./rights";
import type { NeededNow } from "./source-needs";
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
  readonly needed: NeededNow;
  readonly skewMs: number | null;
  readonly version: string | null;
  readonly triedSince: number;
}

/** A cluster's status: its sources as they are, and a line for each kind that is out of reach. */
export function clusterStatusOf(parts: StatusParts): ClusterStatus {
  const { cluster, rights, failure, skewMs, version, triedSince } = parts;
  const denied = rights === null ? [] : planSources(rights, parts.istioNamespace, parts.needed).denied;
  const outOfReach = denied.map(({ source, namespace }): SourceStatus => {
    const freshness = explainDenied(SOURCES[source].kind, namespace === null ? askedFor(source, parts) : [namespace]);
    return { source, namespace: namespace ?? ALL_NAMESPACES, freshness, proofMs: 0, objects: 0, unreadable: 0 };
  });
  const sources = [...parts.sources, ...outOfReach];
  // Before all rights are known, nobody knows whether what is read is all that there is to read.
  const freshness = rights === null ? (failure ?? clusterFreshness([])) : clusterFreshness(sources);
  return { cluster, freshness, sources, skewMs, version, triedSince };
}

/** The namespaces in which the right to a source was asked for, after it was refused for all. */
function askedFor(source: SourceName, { istioNamespace, asked }: StatusParts): readonly string[] {
  const { place }: Kind<unknown> = KINDS[source];
  if (place === "cluster") return [];
  return place === "istiod-namespace" || place === "named" ? [istioNamespace] : asked;
}
