import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { FINDING_SETTLE_MS } from "@/lib/domain/history/finding-history";
import type { World } from "@/lib/domain/mesh/world";
import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import { type Scope, scopeFromPermissions, WATCHED_KINDS, type WatchedKind } from "@/lib/domain/source/scope";
import { SOURCES } from "@/lib/domain/source/source";
import type { Clock } from "@/lib/server/clock";
import { TABLE_SOURCES } from "@/lib/server/cluster/tables";
import type { EntrySink } from "@/lib/server/fleet/entry-sink";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { LiveFleetSink } from "@/lib/server/fleet/live-fleet-sink";
import { createHistory } from "@/lib/server/history/create-history";
import type { HistoryRecord, HistoryStatus, HistoryWriter } from "@/lib/server/history/history-record";
import { keepFindings } from "@/lib/server/history/keep-findings";
import { KnownIds } from "@/lib/server/history/known-ids";
import { openMemoryDatabase } from "@/lib/server/history/memory-database";
import type { HistoryDatabase } from "@/lib/server/history/open-database";
import type { OpenVersionReader } from "@/lib/server/history/open-versions";
import { openPostgres } from "@/lib/server/history/postgres-database";
import { openVersionReader } from "@/lib/server/history/read-open-versions";
import type { EndpointListener } from "@/lib/server/history/record-hosts";
import { createRecorder } from "@/lib/server/history/recorder";
import type { LossListener } from "@/lib/server/history/version-writer";
import { writeBatch } from "@/lib/server/history/write-batch";
import { beginRecorder } from "@/lib/server/history/write-recorder";
import type { Sink } from "@/lib/server/watch/sink";

/** The cluster of the builders. */
const CLUSTER = "prod-eu";

/** Who may see everything of that cluster. */
export const ALL_IN_SIGHT = scopeFromPermissions(new Map([[CLUSTER, new Map(WATCHED_KINDS.map((kind) => [kind, "all"] as const))]]));

/** Who sees the machines and groups of some namespaces only, and no Pods. */
export function sightOfNamespaces(...namespaces: string[]) {
  const kinds = ["workloadentries", "workloadgroups"] as const;
  return scopeFromPermissions(new Map([[CLUSTER, new Map(kinds.map((kind) => [kind, namespaces] as const))]]));
}

/**
 * A live fleet with the recorder beside it and a history in memory, in the empty PostgreSQL database at an address, or in a database that is
 * open already: a test plays what happens by a clock of its own, then asks the history. Begins with nothing seen yet.
 */
export async function rememberedFleet(
  clock: Clock & { advance(ms: number): void },
  world: World,
  kept: string | HistoryDatabase | null = null,
  recorderToken = "test",
  clusters: readonly string[] = [CLUSTER],
  /** The only namespace whose machines and groups Stolos may list; "*" = all. */
  namespace = "*",
) {
  const database = kept === null ? await openMemoryDatabase() : typeof kept === "string" ? openPostgres(kept) : kept;
  if (typeof kept === "string") await database.prepare();
  const context = { engine: database.engine, ids: new KnownIds(), recorderId: await beginRecorder(database, recorderToken, clock.now()) };
  const [records, batches]: [HistoryRecord[], HistoryRecord[][]] = [[], []];
  const status: HistoryStatus = { kind: "recording", since: clock.now(), notice: "" };
  const writer = writerTo(records, recorderToken, status);
  const fleet = liveFleet(clusters, clock.now);
  const known = countedReader(openVersionReader(database.read, database.engine === "postgres"));
  const losses: LossListener = { lost: () => undefined, meant: () => undefined, deleted: () => undefined };
  const endpoints: EndpointListener = { endpoints: () => undefined, forget: () => undefined };
  const observer = { onRecords: (_: readonly HistoryRecord[]): void => undefined };
  const recorder = createRecorder({ fleet, writer, history: known.reader, clock, losses, endpoints, onRecords: (more) => observer.onRecords(more) });
  const sink = new LiveFleetSink(fleet, clock, { status: () => undefined, rights: () => undefined, sources: recorder });
  const { watched, watchedIn } = watchesOf(sink, clusters, namespace);
  const tables = new Map<WatchedKind, Sink<IndexedTableObject>>(TABLE_SOURCES.map((source) => [SOURCES[source].kind, sink.table(CLUSTER, source, "*")]));
  const history = createHistory({ database, status: () => status, fleet });
  /** Brings what was recorded so far to the tables. */
  const settle = async () => {
    do for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
    while (known.isAsked());
    const batch = records.splice(0);
    batches.push(batch);
    await writeBatch(database.write, context, batch);
  };
  return {
    ...{ clock, database, fleet, history, watches: recorder.watches.bind(recorder) },
    /** What was written so far, for another history to be told the same. */
    batches,
    /** The watches list everything and are live from now on. */
    live: async (found: readonly WorkloadEntry[] = [], groupsFound: readonly WorkloadGroup[] = [], seen: World = world) => {
      for (const { cluster, entries, groups } of watched) {
        sink.world({ ...seen, cluster });
        const isHere = (one: { readonly cluster: string }) => one.cluster === cluster;
        listerOf(entries, groups)(found.filter(isHere), groupsFound.filter(isHere));
        for (const one of [groups, entries]) one.freshness({ kind: "live", asOf: clock.now() });
        recorder.freshness(cluster, "istiod-pods", "*", { kind: "live", asOf: clock.now() });
      }
      await settle();
    },
    /** Who hears of each machine that goes unplanned. */
    onLost: (listener: LossListener) => Object.assign(losses, listener),
    /** Sets the receiver of the endpoints of services. */
    onEndpoints: (listener: EndpointListener) => Object.assign(endpoints, listener),
    /** Sets the receiver of what the recorder writes, before it is on disk. */
    onRecords: (onRecords: typeof observer.onRecords) => Object.assign(observer, { onRecords }),
    /** Nobody sees anything from now on. */
    blind: (reason: string) => {
      for (const { groups, entries } of watched) for (const one of [groups, entries]) one.freshness({ kind: "stale", asOf: clock.now(), reason });
    },
    upsert: (...changed: WorkloadEntry[]) => {
      for (const entry of changed) watchedIn(entry.cluster).entries.upsert(entry);
    },
    remove: (...gone: WorkloadEntry[]) => {
      for (const entry of gone) watchedIn(entry.cluster).entries.remove(entry);
    },
    group: (group: WorkloadGroup) => watchedIn(group.cluster).groups.upsert(group),
    /** Groups may no longer be listed. */
    dropGroups: () => sink.drop(CLUSTER, "workloadgroups", "*"),
    removeGroup: (group: WorkloadGroup) => watchedIn(group.cluster).groups.remove(group),
    /** Objects of tables, as Services, are watched from the first one of their kind on. */
    select: (...values: IndexedTableObject[]) => {
      for (const value of values) tables.get(value.kind)?.upsert(value);
      for (const { kind } of values) tables.get(kind)?.freshness({ kind: "live", asOf: clock.now() });
    },
    /** Records what rules find from now on, whenever it is asked to look. */
    recordFindings: (scope: Scope = ALL_IN_SIGHT) =>
      keepFindings({ fleet, memory: fleet.findingMemory, scope: () => scope, recorder, writer, history: known.reader, clock, timings: LOOKS_WHEN_ASKED }),
    setGauge: recorder.setGauge.bind(recorder),
    unselect: (value: IndexedTableObject) => tables.get(value.kind)?.remove(value),
    /** The recorder ends in order. */
    stop: async () => {
      recorder.stop();
      await settle();
    },
    world: (next: World) => sink.world(next),
    wait: async (ms: number) => {
      clock.advance(ms);
      fleet.store.tick(clock.now());
      await settle();
    },
  };
}

/** The watches of machines and groups, of each cluster. */
function watchesOf(sink: LiveFleetSink, clusters: readonly string[], namespace: string) {
  const watched = clusters.map((cluster) => ({ cluster, entries: sink.entries(cluster, namespace), groups: sink.groups(cluster, namespace) }));
  const watchedIn = (cluster: string) => {
    const own = watched.find((one) => one.cluster === cluster);
    if (own === undefined) throw new Error(`${cluster} is not watched.`);
    return own;
  };
  return { watched, watchedIn };
}

/** Takes all records. */
function writerTo(records: HistoryRecord[], recorderToken: string, status: HistoryStatus): HistoryWriter {
  return {
    recorderToken,
    append: (more) => records.push(...more) > 0,
    status: () => status,
    onStatus: () => () => undefined,
    flush: () => Promise.resolve(),
  };
}

const LOOKS_WHEN_ASKED = { lookMs: 1_000_000_000, patienceMs: FINDING_SETTLE_MS };

/** Tells both watches of a whole list. */
function listerOf(entries: EntrySink, groups: Sink<WorkloadGroup>) {
  return (found: readonly WorkloadEntry[], groupsFound: readonly WorkloadGroup[]) => {
    groups.beginReplace();
    for (const group of groupsFound) groups.upsert(group);
    groups.endReplace();
    entries.beginReplace();
    for (const entry of found) entries.upsert(entry);
    entries.endReplace();
  };
}

/** Tells whether the recorder waits for an answer. */
function countedReader(reader: OpenVersionReader): { readonly reader: OpenVersionReader; isAsked(): boolean } {
  let asked = 0;
  return {
    isAsked: () => asked > 0,
    reader: {
      lastSeen: async (...question) => {
        asked++;
        try {
          return await reader.lastSeen(...question);
        } finally {
          asked--;
        }
      },
      othersSeen: async (...question) => {
        asked++;
        try {
          return await reader.othersSeen(...question);
        } finally {
          asked--;
        }
      },
      openGauges: async (...question) => {
        asked++;
        try {
          return await reader.openGauges(...question);
        } finally {
          asked--;
        }
      },
      openVersions: async function* (...question) {
        asked++;
        try {
          yield* reader.openVersions(...question);
        } finally {
          asked--;
        }
      },
    },
  };
}
