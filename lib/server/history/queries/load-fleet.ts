import type { Kysely } from "kysely";
import type { StoredKind } from "@/lib/domain/history/stored-format";
import type { Since } from "@/lib/domain/verdict/since";
import { recordedKind } from "@/lib/server/cluster/kinds";
import { createTables, TABLE_SOURCES, type Tables, tableOf } from "@/lib/server/cluster/tables";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader, RememberingFleet } from "@/lib/server/fleet/fleet-reader";
import { StillFleet } from "@/lib/server/fleet/still-fleet";
import { unknownWorld } from "@/lib/server/fleet/unknown-world";
import type { HistorySchema } from "@/lib/server/history/schema";
import { STORED_PARTS, type StoredParts, storedGroup, storedObject, storedWorld } from "@/lib/server/history/stored";
import { supposedAs } from "@/lib/server/hosts/mesh-of";
import { recordedClusters, removedClusters } from "./clusters-then";
import { seenThen } from "./seen-then";
import { type KeptState, sinceOfVersions } from "./state-since";
import { versionsBefore } from "./versions-before";
import { EntryReader } from "./whole-entry";

/** So many objects are read and judged at once: some ten milliseconds, so that others get their turn, here and in the database. */
const AT_ONCE = 500;

/**
 * The fleet as it was at a moment, with its tables: the versions that held then, judged at that moment by what was known of the world then. It
 * tells which of its tables are whole (`sees`): Pods are not recorded, and other objects not always. istiod's version is not recorded: localities are
 * read as the istiod of now reads them (`live`).
 */
export async function loadFleet(database: Kysely<HistorySchema>, at: number, live: Pick<FleetReader, "clusters" | "worldOf">): Promise<RememberingFleet> {
  const [recorded, removed] = await Promise.all([recordedClusters(database, at), removedClusters(database, at)]);
  const clusters = [...new Set([...live.clusters, ...recorded.map(({ cluster }) => cluster)])].filter((cluster) => !removed.has(cluster));
  const isConfigured = ({ cluster }: Pick<Row, "cluster">) => !removed.has(cluster);
  const fleet = new StillFleet();
  for (const cluster of clusters) fleet.setWorld({ ...unknownWorld(cluster), ...supposedAs(live.worldOf(cluster)) }, at);
  for await (const rows of versionsAt(database, at, "world"))
    for (const row of rows.filter(isConfigured)) fleet.setWorld({ ...storedWorld(row.cluster, row), ...supposedAs(live.worldOf(row.cluster)) }, at);
  for await (const rows of versionsAt(database, at, "group")) for (const row of rows.filter(isConfigured)) fleet.putGroup(storedGroup(row, row));
  const place = placerIn(fleet, at);
  for await (const rows of versionsAt(database, at, "entry")) {
    const sinceOf = await sinceOfVersions(database, rows, at);
    for (const row of rows.filter(isConfigured)) place(row, sinceOf(row));
  }
  const tables = await tablesAt(database, at, isConfigured);
  return fleet.reader({ clusters, now: () => at, tables, sees: await seenThen(database, at, tables) });
}

/** The objects of every source that is recorded from its table. */
async function tablesAt(database: Kysely<HistorySchema>, at: number, isConfigured: (row: Row) => boolean): Promise<Tables> {
  const tables = createTables();
  for (const source of TABLE_SOURCES) {
    const recorded = recordedKind(source);
    if (recorded?.recordedBy !== "table") continue;
    const table = tableOf(tables, source);
    for await (const rows of objectsAt(database, at, recorded.subject))
      for (const row of rows.filter(isConfigured)) table.upsert(storedObject(recorded, row, row));
  }
  return tables;
}

/** Puts entries into a fleet. Of machines that have all in common but name, address and what moves, the first is a pattern for the others. */
function placerIn(fleet: StillFleet, at: number): (row: Row, since: Since) => void {
  const reader = new EntryReader();
  const patterns = new Map<object, EntryRef>();
  return (row, since) => {
    const { entry, common } = reader.read(row);
    const like = common === null ? undefined : patterns.get(common);
    const placed = fleet.putEntry(entry, since, at, like);
    if (common !== null && like === undefined) patterns.set(common, placed);
  };
}

interface Row extends StoredParts, KeptState {
  readonly subject_id: number;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** The version of each object that held at a moment, slice by slice. Asked object by object: what came later costs nothing. */
async function* versionsAt(database: Kysely<HistorySchema>, at: number, kind: "entry" | "group" | "world"): AsyncIterable<readonly Row[]> {
  const bounds = await database
    .selectFrom("subject")
    .select(({ fn }) => [fn.min("id").as("first"), fn.max("id").as("last")])
    .where("kind", "=", kind)
    .executeTakeFirst();
  const last = bounds?.last ?? 0;
  const slice = (first: number) => (first > last ? null : sliceAt(database, at, kind, first));
  let next = slice(bounds?.first ?? 1);
  for (let first = bounds?.first ?? 1; next !== null; ) {
    const rows: readonly Row[] = await next;
    first += AT_ONCE;
    // The database reads the next slice while this one is judged.
    next = slice(first);
    // Whoever stops here, by an error, has nobody left to hear of that one's.
    next?.catch(() => undefined);
    yield rows;
  }
}

/** The versions of few objects among many that held at a moment, slice by slice: found by their kind. */
async function* objectsAt(database: Kysely<HistorySchema>, at: number, kind: StoredKind): AsyncIterable<readonly Row[]> {
  for (let after = 0; ; ) {
    const rows = await heldAt(database, at, kind).where("subject.id", ">", after).orderBy("subject.id").limit(AT_ONCE).execute();
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return;
    after = last.subject_id;
  }
}

function sliceAt(database: Kysely<HistorySchema>, at: number, kind: "entry" | "group" | "world", first: number): Promise<Row[]> {
  return heldAt(database, at, kind)
    .where("subject.id", ">=", first)
    .where("subject.id", "<", first + AT_ONCE)
    .execute();
}

function heldAt(database: Kysely<HistorySchema>, at: number, kind: StoredKind) {
  return versionsBefore(database, at)
    .select(["subject_id", "cluster", "namespace", "name", "uid", ...STORED_PARTS, "valid_from", "not_before", "state_at", "state_not_before"])
    .where("kind", "=", kind)
    .where(({ or, eb }) => or([eb("valid_to", "is", null), eb("valid_to", ">", at)]));
}
