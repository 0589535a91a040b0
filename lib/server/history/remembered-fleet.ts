import { scopeOf, WATCHED_KINDS } from "@/lib/domain/scope";
import type { Selecting } from "@/lib/domain/selecting";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/workload-group";
import type { World } from "@/lib/domain/world";
import type { Clock } from "@/lib/server/clock";
import type { EntrySink } from "@/lib/server/fleet/entry-sink";
import { liveFleet } from "@/lib/server/fleet/fleet-reader";
import { LiveFleetSink } from "@/lib/server/fleet/live-fleet-sink";
import type { Sink } from "@/lib/server/watch/sink";
import { createHistory } from "./create-history";
import type { HistoryRecord, HistoryStatus, HistoryWriter } from "./history-record";
import { KnownIds } from "./known-ids";
import { openMemoryDatabase } from "./memory-database";
import type { HistoryDatabase } from "./open-database";
import type { OpenVersionReader } from "./open-versions";
import { openPostgres } from "./postgres-database";
import { openVersionReader } from "./read-open-versions";
import type { LossListener } from "./record-entry";
import { createRecorder } from "./recorder";
import { writeBatch } from "./write-batch";
import { beginRecorder } from "./write-recorder";

/** The cluster of the builders. */
const CLUSTER = "prod-eu";

/** Who may see everything of that cluster. */
export const ALL_IN_SIGHT = scopeOf(new Map([[CLUSTER, new Map(WATCHED_KINDS.map((kind) => [kind, "all"] as const))]]));

/** Who sees the machines and groups of some namespaces only, and no Pods. */
export function sightOfNamespaces(...namespaces: string[]) {
  const kinds = ["workloadentries", "workloadgroups"] as const;
  return scopeOf(new Map([[CLUSTER, new Map(kinds.map((kind) => [kind, namespaces] as const))]]));
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
) {
  const database = kept === null ? await openMemoryDatabase() : typeof kept === "string" ? openPostgres(kept) : kept;
  if (typeof kept === "string") await database.prepare();
  const context = { engine: database.engine, ids: new KnownIds(), recorderId: await beginRecorder(database, recorderToken, clock.now()) };
  const records: HistoryRecord[] = [];
  const batches: HistoryRecord[][] = [];
  const status: HistoryStatus = { kind: "recording", since: clock.now(), notice: "" };
  const writer: HistoryWriter = {
    recorderToken,
    append: (more) => records.push(...more) > 0,
    status: () => status,
    onStatus: () => () => undefined,
    flush: () => Promise.resolve(),
  };
  const fleet = liveFleet([CLUSTER], clock.now);
  const known = countedReader(openVersionReader(database.read));
  const losses: LossListener = { lost: () => undefined, meant: () => undefined };
  const recorder = createRecorder({ fleet, writer, history: known.reader, clock, losses });
  const sink = new LiveFleetSink(fleet, clock, { status: () => undefined, rights: () => undefined, sources: recorder });
  const [entries, groups] = [sink.entries(CLUSTER, "*"), sink.groups(CLUSTER, "*")];
  const selectors = { services: sink.selectors(CLUSTER, "services", "*"), serviceentries: sink.selectors(CLUSTER, "serviceentries", "*") };
  const history = createHistory({ database, status: () => status, fleet });
  /** Brings what was recorded so far to the tables. */
  const settle = async () => {
    do for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
    while (known.isAsked());
    const batch = records.splice(0);
    batches.push(batch);
    await writeBatch(database.write, context, batch);
  };
  const listed = listerOf(entries, groups);
  return {
    clock,
    database,
    fleet,
    history,
    /** What was written so far, for another history to be told the same. */
    batches,
    /** The watches list everything and are live from now on. */
    live: async (found: readonly WorkloadEntry[] = [], groupsFound: readonly WorkloadGroup[] = [], seen: World = world) => {
      sink.world(seen);
      listed(found, groupsFound);
      for (const one of [groups, entries]) one.freshness({ kind: "live", asOf: clock.now() });
      recorder.freshness(CLUSTER, "pods", "*", { kind: "live", asOf: clock.now() });
      await settle();
    },
    /** Who hears of each machine that goes unplanned. */
    onLost: (listener: LossListener) => Object.assign(losses, listener),
    /** Nobody sees anything from now on. */
    blind: (reason: string) => {
      for (const one of [groups, entries]) one.freshness({ kind: "stale", asOf: clock.now(), reason });
    },
    upsert: (...changed: WorkloadEntry[]) => {
      for (const entry of changed) entries.upsert(entry);
    },
    remove: (...gone: WorkloadEntry[]) => {
      for (const entry of gone) entries.remove(entry);
    },
    group: (group: WorkloadGroup) => groups.upsert(group),
    removeGroup: (group: WorkloadGroup) => groups.remove(group),
    /** Services and ServiceEntries are watched from the first one on. */
    select: (...values: Selecting[]) => {
      for (const value of values) selectors[value.kind].upsert(value);
      for (const { kind } of values) selectors[kind].freshness({ kind: "live", asOf: clock.now() });
    },
    unselect: (value: Selecting) => selectors[value.kind].remove(value),
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
