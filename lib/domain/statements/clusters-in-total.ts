import type { Freshness } from "@/lib/domain/verdict/freshness";
import type { Statement } from "./statement";

/**
 * A cluster without current data. "lost": its API server does not respond. "starting": its first list is not complete. "denied": Stolos may not read
 * entries there.
 */
export interface ClusterWithoutData extends Statement {
  readonly kind: "cluster-not-reached";
  readonly cluster: string;
  readonly why: "lost" | "starting" | "denied";
  /** The time since which it has no current data, in milliseconds; null = not known. */
  readonly since: number | null;
}

/** The clusters that a total counts, and the clusters that it leaves out. */
export interface ClusterCoverage {
  readonly reached: readonly string[];
  readonly notReached: readonly ClusterWithoutData[];
}

/** A cluster with its freshness on a page. */
export interface ClusterWithFreshness {
  readonly cluster: string;
  readonly freshness: Pick<Freshness, "kind" | "asOf"> & { readonly lost?: "stolos" | "check" | undefined };
  /** The time of this process's first attempt to reach the cluster, in milliseconds. */
  readonly triedSince?: number | undefined;
}

/** The time after its last current data for which a cluster still counts, in milliseconds: a watch that reconnects changes no total. */
const REACHED_FOR_MS = 10_000;

/**
 * Returns the clusters that a total counts and leaves out. Null = the total counts every cluster: all are reached, or none is, or the permissions
 * could not be checked and no view changes.
 */
export function clusterCoverage(clusters: readonly ClusterWithFreshness[], now: number): ClusterCoverage | null {
  if (clusters.some(({ freshness }) => freshness.lost !== undefined)) return null;
  const notReached = clustersWithoutCurrentData(clusters, now);
  const names = new Set(notReached.map(({ cluster }) => cluster));
  const reached = clusters.map(({ cluster }) => cluster).filter((cluster) => !names.has(cluster));
  return notReached.length === 0 || reached.length === 0 ? null : { reached, notReached };
}

export function clustersWithoutCurrentData(clusters: readonly ClusterWithFreshness[], now: number): readonly ClusterWithoutData[] {
  return clusters.flatMap((one) => clusterNotReached(one, now) ?? []);
}

function clusterNotReached({ cluster, freshness: { kind, asOf }, triedSince }: ClusterWithFreshness, now: number): ClusterWithoutData | null {
  if (kind === "live" || kind === "absent") return null;
  if (kind === "denied") return { kind: "cluster-not-reached", cluster, why: "denied", since: null };
  if (asOf !== null && now - asOf < REACHED_FOR_MS) return null;
  const isStarting = kind === "starting" && asOf === null;
  return { kind: "cluster-not-reached", cluster, why: isStarting ? "starting" : "lost", since: isStarting ? null : (asOf ?? triedSince ?? null) };
}
