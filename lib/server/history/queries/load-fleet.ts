import type { Kysely } from "kysely";
import type { Since } from "@/lib/domain/since";
import { EntryOrders } from "@/lib/server/fleet/entry-orders";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { FleetStore } from "@/lib/server/fleet/fleet-store";
import type { HistorySchema } from "@/lib/server/history/schema";
import { STORED_PARTS, type StoredParts, storedGroup, storedWorld } from "@/lib/server/history/stored";
import { type KeptState, sinceOfVersions } from "./state-since";
import { versionsBefore } from "./versions-before";
import { EntryReader } from "./whole-entry";

/** So many objects are read and judged at once: some ten milliseconds, so that others get their turn, here and in the database. */
const AT_ONCE = 500;

/**
 * The fleet as it was at a moment: the versions that held then, judged at that moment by what was known of the world then.
 */
export async function loadFleet(database: Kysely<HistorySchema>, at: number, clusters: readonly string[]): Promise<FleetReader> {
  const store = new FleetStore();
  for await (const rows of versionsAt(database, at, "world")) for (const row of rows) store.setWorld(storedWorld(row.cluster, row), at);
  for await (const rows of versionsAt(database, at, "group")) for (const row of rows) store.upsertGroup(storedGroup(row, row));
  const place = placerIn(store, at);
  for await (const rows of versionsAt(database, at, "entry")) {
    const sinceOf = await sinceOfVersions(database, rows, at);
    for (const row of rows) place(row, sinceOf(row));
  }
  return readerOf(store, at, clusters);
}

/** Puts entries into a store. Of machines that have all in common but name, address and what moves, the first is a pattern for the others. */
function placerIn(store: FleetStore, at: number): (row: Row, since: Since) => void {
  const reader = new EntryReader();
  const patterns = new Map<object, number>();
  return (row, since) => {
    const { entry, common } = reader.read(row);
    const like = common === null ? undefined : patterns.get(common);
    const slot = store.placeEntry(entry, since, at, like);
    if (common !== null && like === undefined) patterns.set(common, slot);
  };
}

/** A fleet that stands still. */
export function readerOf(store: FleetStore, at: number, clusters: readonly string[]): FleetReader {
  const names = new Map(clusters.map((cluster) => [cluster, new Set<string>()]));
  for (const { place } of store.groups.ordered) names.get(place.cluster)?.add(place.namespace);
  return {
    store,
    orders: new EntryOrders(store),
    clusters,
    now: () => at,
    namespacesOf: (cluster) => ({ names: [...(names.get(cluster) ?? [])].sort(), partial: true }),
    hookNamespaces: () => () => undefined,
  };
}

interface Row extends StoredParts, KeptState {
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

function sliceAt(database: Kysely<HistorySchema>, at: number, kind: "entry" | "group" | "world", first: number): Promise<Row[]> {
  return versionsBefore(database, at)
    .select(["subject_id", "cluster", "namespace", "name", "uid", ...STORED_PARTS, "valid_from", "not_before", "state_at", "state_not_before"])
    .where("subject.id", ">=", first)
    .where("subject.id", "<", first + AT_ONCE)
    .where("kind", "=", kind)
    .where(({ or, eb }) => or([eb("valid_to", "is", null), eb("valid_to", ">", at)]))
    .execute();
}
