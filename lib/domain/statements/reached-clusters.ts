import type { Statement } from "@/lib/domain/statements/statement";
import type { Freshness } from "@/lib/domain/verdict/freshness";

/** A cluster without current data. "lost": its API server does not answer; "starting": its first list is not complete; "denied": Stolos may read no machine. */
export interface ClusterWithoutData extends Statement {
  readonly kind: "cluster-not-reached";
  readonly cluster: string;
  readonly why: "lost" | "starting" | "denied";
  /** Milliseconds; null = not known. */
  readonly since: number | null;
}

/** The clusters that a total counts, and those that it leaves out. */
export interface ClustersInTotal {
  readonly reached: readonly string[];
  readonly notReached: readonly ClusterWithoutData[];
}

/** A cluster as a page knows it, or knew it then. */
export interface ClusterWithFreshness {
  readonly cluster: string;
  readonly freshness: Pick<Freshness, "kind" | "asOf"> & { readonly lost?: "stolos" | "check" | undefined };
  /** The first attempt of this process to reach it. Milliseconds. */
  readonly triedSince?: number | undefined;
}

/** A cluster that was current a shorter time ago still counts: a watch that reconnects changes no total. Milliseconds. */
const REACHED_FOR_MS = 10_000;

/** Null if the total counts every cluster: all are reached, or none is, or the permissions could not be checked and no view changes. */
export function clustersInTotal(clusters: readonly ClusterWithFreshness[], now: number): ClustersInTotal | null {
  if (clusters.some(({ freshness }) => freshness.lost !== undefined)) return null;
  const notReached = clustersWithoutData(clusters, now);
  const names = new Set(notReached.map(({ cluster }) => cluster));
  const reached = clusters.map(({ cluster }) => cluster).filter((cluster) => !names.has(cluster));
  return notReached.length === 0 || reached.length === 0 ? null : { reached, notReached };
}

export function clustersWithoutData(clusters: readonly ClusterWithFreshness[], now: number): readonly ClusterWithoutData[] {
  return clusters.flatMap((one) => clusterNotReached(one, now) ?? []);
}

function clusterNotReached({ cluster, freshness: { kind, asOf }, triedSince }: ClusterWithFreshness, now: number): ClusterWithoutData | null {
  if (kind === "live" || kind === "absent") return null;
  if (kind === "denied") return { kind: "cluster-not-reached", cluster, why: "denied", since: null };
  if (asOf !== null && now - asOf < REACHED_FOR_MS) return null;
  const isStarting = kind === "starting" && asOf === null;
  return { kind: "cluster-not-reached", cluster, why: isStarting ? "starting" : "lost", since: isStarting ? null : (asOf ?? triedSince ?? null) };
}
