import type { Kysely } from "kysely";
import { parseNotObservedReason } from "@/lib/domain/history/not-observed-reason";
import { type SourceName, VERDICT_SOURCES } from "@/lib/domain/source/source";
import type { ClusterWithFreshness } from "@/lib/domain/statements/clusters-in-total";
import { storedName } from "@/lib/server/cluster/kinds";
import type { HistorySchema } from "@/lib/server/history/schema";

/** The recorder compares all objects with the history before its first window opens. Milliseconds. */
const STARTING_MS = 60_000;
const MACHINES: SourceName = "workloadentries";

/** Returns the freshness of each cluster at a moment, from the windows of the recorder. A source without any window was not visible, and does not count. */
export async function clustersThen(database: Kysely<HistorySchema>, clusters: readonly string[], at: number): Promise<readonly ClusterWithFreshness[]> {
  const [rows, started] = await Promise.all([
    database
      .selectFrom("watch_window")
      .select(["cluster", "kind", ({ fn }) => fn.max("to_at").as("to")])
      .where("kind", "in", VERDICT_SOURCES.map(storedName))
      .where("from_at", "<=", at)
      .groupBy(["cluster", "kind"])
      .execute(),
    database
      .selectFrom("recorder")
      .select(({ fn }) => fn.max("started_at").as("at"))
      .where("started_at", "<=", at)
      .executeTakeFirst(),
  ]);
  const startedAt = Number(started?.at ?? 0);
  const removed = await removedClusters(database, at);
  const configured = clusters.filter((cluster) => !removed.has(cluster));
  const found = configured.map((cluster): ClusterWithFreshness => {
    const own = rows.filter((row) => row.cluster === cluster);
    const machines = own.find(({ kind }) => kind === storedName(MACHINES));
    const last = machines === undefined ? null : Math.min(...own.map(({ to }) => Number(to)));
    if (last !== null && last >= at) return { cluster, freshness: { kind: "live", asOf: at } };
    // A new process knows nothing of what an earlier one saw.
    if (last !== null && last >= startedAt) return { cluster, freshness: { kind: "stale", asOf: last } };
    if (at - startedAt < STARTING_MS) return { cluster, freshness: { kind: "live", asOf: at } };
    return { cluster, freshness: { kind: "stale", asOf: null }, triedSince: startedAt };
  });
  const denied = await deniedOf(database, found, at);
  return found.map((one) => (denied.has(one.cluster) ? { ...one, freshness: { kind: "denied", asOf: null } } : one));
}

/** Returns the clusters that were watched before a moment and not configured at it. Their machines were not on any page. Milliseconds. */
export async function removedClusters(database: Kysely<HistorySchema>, at: number): Promise<ReadonlySet<string>> {
  const machines = database.selectFrom("watch_window").where("kind", "=", storedName(MACHINES)).where("from_at", "<=", at);
  const ended = await machines.select(["cluster", "from_at", "facts"]).where("facts", "like", '%"removed"%').where("to_at", "<", at).execute();
  const removed = ended.filter(({ facts }) => parseNotObservedReason(facts)?.code === "removed");
  if (removed.length === 0) return new Set();
  const last = await machines
    .select(({ fn }) => ["cluster", fn.max("from_at").as("from")])
    .groupBy("cluster")
    .execute();
  const begins = new Map(last.map(({ cluster, from }) => [cluster, Number(from)]));
  return new Set(removed.flatMap(({ cluster, from_at }) => (Number(from_at) >= (begins.get(cluster) ?? 0) ? [cluster] : [])));
}

/** A cluster of the history, and the last moment at which all of it was watched. Milliseconds. */
export interface RecordedCluster {
  readonly cluster: string;
  readonly watchedTo: number;
}

/** The windows of a cluster that is removed end at their last proofs: within this time of each other. Milliseconds. */
const PROOFS_MS = 60_000;

/** Returns the clusters that were watched up to a moment, by name. Milliseconds. */
export async function recordedClusters(database: Kysely<HistorySchema>, at: number): Promise<readonly RecordedCluster[]> {
  const rows = await database
    .selectFrom("watch_window")
    .select(({ fn }) => ["cluster", "kind", fn.max("to_at").as("to")])
    .where("kind", "in", VERDICT_SOURCES.map(storedName))
    .where("from_at", "<=", at)
    .groupBy(["cluster", "kind"])
    .orderBy("cluster")
    .execute();
  return rows.flatMap(({ cluster, kind, to }) => {
    if (kind !== storedName(MACHINES)) return [];
    const ends = rows.filter((row) => row.cluster === cluster).map((row) => Number(row.to));
    return [{ cluster, watchedTo: Math.min(...ends.filter((end) => Number(to) - end < PROOFS_MS)) }];
  });
}

/** Returns the last moment up to `at` at which the machines of one of these clusters were watched; null = never. */
export async function lastWatchedAt(database: Kysely<HistorySchema>, clusters: readonly string[], at: number): Promise<number | null> {
  if (clusters.length === 0) return null;
  const row = await database
    .selectFrom("watch_window")
    .select(({ fn }) => fn.max("to_at").as("to"))
    .where("cluster", "in", clusters)
    .where("kind", "=", storedName(MACHINES))
    .where("to_at", "<=", at)
    .executeTakeFirst();
  return row?.to == null ? null : Number(row.to);
}

/** Returns the first and the last moment at which the machines of a cluster were watched by windows that began before `start`; null = never. Milliseconds. */
export async function watchedBefore(
  database: Kysely<HistorySchema>,
  cluster: string,
  start: number,
): Promise<{ readonly from: number; readonly to: number } | null> {
  const row = await database
    .selectFrom("watch_window")
    .select(({ fn }) => [fn.min("from_at").as("from"), fn.max("to_at").as("to")])
    .where("cluster", "=", cluster)
    .where("kind", "=", storedName(MACHINES))
    .where("from_at", "<", start)
    .executeTakeFirst();
  if (row?.from == null || row.to == null) return null;
  return { from: Number(row.from), to: Math.min(start, Number(row.to)) };
}

/** The clusters that are not live because Stolos may not list their machines any more. */
async function deniedOf(database: Kysely<HistorySchema>, clusters: readonly ClusterWithFreshness[], at: number): Promise<ReadonlySet<string>> {
  const away = clusters.flatMap(({ cluster, freshness }) => (freshness.kind === "live" ? [] : [cluster]));
  if (away.length === 0) return new Set();
  const rows = await database
    .selectFrom("watch_window")
    .select(["cluster", "facts"])
    .where("cluster", "in", away)
    .where("kind", "=", storedName(MACHINES))
    .where("from_at", "<=", at)
    .orderBy("to_at")
    .execute();
  const last = new Map(rows.map(({ cluster, facts }) => [cluster, parseNotObservedReason(facts)?.code]));
  return new Set(away.filter((cluster) => last.get(cluster) === "denied"));
}
