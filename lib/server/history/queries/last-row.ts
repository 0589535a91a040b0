import type { Kysely } from "kysely";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { Since } from "@/lib/domain/verdict/since";
import { stateOfCode } from "@/lib/domain/verdict/state-code";
import { CONNECTIONS, type State } from "@/lib/domain/verdict/verdict";
import { verdictOf } from "@/lib/domain/verdict/verdict-of";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { StillFleet } from "@/lib/server/fleet/still-fleet";
import { unknownWorld } from "@/lib/server/fleet/unknown-world";
import type { HistorySchema } from "@/lib/server/history/schema";
import { STORED_PARTS } from "@/lib/server/history/stored";
import { supposedAs } from "@/lib/server/hosts/mesh-of";
import { sinceOfVersions } from "./state-since";
import { versionsBefore } from "./versions-before";
import { EntryReader, wholeEntry } from "./whole-entry";

/** The last that was known of an entry. */
export interface LastVersion {
  readonly entry: WorkloadEntry;
  /** `since` = when the state that it was in last began. */
  readonly row: EntryRow;
}

/** An entry as it was seen last, and how it was judged then. */
export interface LastSeen {
  readonly entry: WorkloadEntry;
  readonly state: State;
  readonly connection: EntryRow["connection"];
  /** True where that still holds. */
  readonly isThere: boolean;
}

/** The same without a row, slice by slice: many are read so. */
export async function* lastSeen(
  database: Kysely<HistorySchema>,
  subjects: readonly number[],
  before: number,
): AsyncIterable<readonly (readonly [subject: number, LastSeen])[]> {
  const reader = new EntryReader();
  for (let at = 0; at < subjects.length; at += AT_ONCE) {
    const versions = await readLast(database, subjects.slice(at, at + AT_ONCE), before);
    yield versions.map((version) => [version.subject_id, seenIn(version, reader)] as const);
  }
}

function seenIn(version: Read, reader: EntryReader): LastSeen {
  return {
    entry: reader.read(version).entry,
    state: stateOfCode(version.state) ?? "unreadable",
    connection: CONNECTIONS.find((kind) => kind === version.connection) ?? "never",
    isThere: version.valid_to === null,
  };
}

const AT_ONCE = 400;

/** The last versions of these subjects that began before a moment, by subject. `live`: its istiod decides how localities are read. */
export async function lastVersions(
  database: Kysely<HistorySchema>,
  subjects: readonly number[],
  before: number,
  live: Pick<FleetReader, "clusters" | "worldOf">,
): Promise<ReadonlyMap<number, LastVersion>> {
  const found = new Map<number, LastVersion>();
  const fleet = new StillFleet();
  for (const cluster of live.clusters) fleet.setWorld({ ...unknownWorld(cluster), ...supposedAs(live.worldOf(cluster)) }, before);
  for (let at = 0; at < subjects.length; at += AT_ONCE) {
    const versions = await readLast(database, subjects.slice(at, at + AT_ONCE), before);
    const sinceOf = await sinceOfVersions(database, versions, before);
    for (const version of versions) found.set(version.subject_id, lastOf(version, fleet, sinceOf(version)));
  }
  return found;
}

function readLast(database: Kysely<HistorySchema>, subjects: readonly number[], before: number) {
  return versionsBefore(database, before)
    .select(["subject_id", "cluster", "namespace", "name", "uid", ...STORED_PARTS, "state", "vouched", "connection", "valid_from", "valid_to"])
    .select(["not_before", "state_at", "state_not_before"])
    .where("subject.id", "in", [...subjects])
    .execute();
}

type Read = Awaited<ReturnType<typeof readLast>>[number];

/** What the row says of the verdict is what was judged then: the world of today would judge it otherwise. */
function lastOf(version: Read, fleet: StillFleet, since: Since): LastVersion {
  const entry = wholeEntry(version);
  const at = version.valid_to ?? version.valid_from;
  const row = fleet.rowAt(fleet.putEntry(entry, since, at), at);
  const connection = CONNECTIONS.find((kind) => kind === version.connection) ?? row.connection;
  const state = stateOfCode(version.state) ?? row.state;
  const { serving } = verdictOf(entry, fleet.world(entry.cluster), at);
  const message = serving.kind === "no-unhealthy" ? serving.message : row.message;
  return { entry, row: { ...row, state, connection, connectionWhy: "", vouched: version.vouched === 1, message, deadline: null } };
}
