import { type Kysely, sql } from "kysely";
import type { SubjectKey } from "./history-record";
import type { OpenVersion, OpenVersionReader } from "./open-versions";
import { openGauges } from "./queries/gauges";
import { sinceOfVersions } from "./queries/state-since";
import type { HistorySchema } from "./schema";
import { STORED_PARTS } from "./stored";

/** So many are read at once. */
const AT_ONCE = 2_000;
/** Another recorder extends its window every two seconds. If it has not done so for this time, it has stopped. */
const WINDOW_LAG_MS = 10_000;
/** A recorder stores its first windows within this time of its begin. If it has not, it was killed, or it cannot watch. */
const BEGINNING_MS = 30_000;

/** Reads the open versions. `isShared` = other processes may record in the same database. A SQLite file has one process. */
export function openVersionReader(database: Kysely<HistorySchema>, isShared: boolean): OpenVersionReader {
  return {
    openVersions: (...asked) => openVersions(database, ...asked),
    openGauges: (cluster, watched, namespace) => openGauges(database, cluster, watched, namespace),
    lastSeen: async (cluster, watched, namespace) => {
      const row = await database
        .selectFrom("watch_window")
        .select(({ fn }) => fn.max("to_at").as("last"))
        .where("cluster", "=", cluster)
        .where("kind", "=", watched)
        .$if(namespace !== "*", (query) => query.where("namespace", "in", [namespace, "*"]))
        .executeTakeFirst();
      return row?.last ?? null;
    },
    othersSeen: async (...asked) => (isShared ? ((await lastStored(database, ...asked)) ?? (await firstBegin(database, ...asked))) : null),
  };
}

type OthersAsked = Parameters<OpenVersionReader["othersSeen"]>;

/** Returns the end of the last open window of other recorders; null = none. */
async function lastStored(database: Kysely<HistorySchema>, ...[cluster, watched, namespace, token, now]: OthersAsked): Promise<number | null> {
  const row = await database
    .selectFrom("watch_window")
    .innerJoin("recorder", "recorder.id", "recorder_id")
    .select(({ fn }) => fn.max("to_at").as("last"))
    .where("token", "<>", token)
    .where("ended_because", "=", "")
    .where("to_at", ">", now - WINDOW_LAG_MS)
    .where("cluster", "=", cluster)
    .where("kind", "=", watched)
    // A window of one namespace proves nothing about the others.
    .where("namespace", "in", [namespace, "*"])
    .executeTakeFirst();
  return row?.last ?? null;
}

/**
 * Returns when the first recorder began, at its start or after a pause, that still has to store its first window; null = none. The changes that it has recorded
 * since are only in its memory. Only recorders that started before `token` count, so that two that begin together do not wait for each other.
 */
async function firstBegin(database: Kysely<HistorySchema>, ...[cluster, watched, namespace, token, now]: OthersAsked): Promise<number | null> {
  const began = sql<number>`coalesce(recorder.recording_since, recorder.started_at)`;
  const row = await database
    .selectFrom("recorder")
    .select(({ fn }) => fn.min<number | null>(began).as("at"))
    .where("stopped_at", "is", null)
    .where(began, ">", now - BEGINNING_MS)
    .where("id", "<", ({ selectFrom }) => selectFrom("recorder as own").select("own.id").where("own.token", "=", token))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("watch_window")
            .select("watch_window.id")
            .whereRef("recorder_id", "=", "recorder.id")
            .where("to_at", ">=", began)
            .where("cluster", "=", cluster)
            .where("kind", "=", watched)
            .where("namespace", "in", [namespace, "*"]),
        ),
      ),
    )
    .executeTakeFirst();
  return row?.at ?? null;
}

async function* openVersions(
  database: Kysely<HistorySchema>,
  cluster: string,
  kind: SubjectKey["kind"],
  namespace: string,
  uids: readonly string[] | null = null,
): AsyncIterable<readonly OpenVersion[]> {
  for (let after = 0; ; ) {
    const rows = await readAfter(database, cluster, kind, namespace, uids, after);
    const last = rows.at(-1);
    if (last === undefined) return;
    const sinceOf = kind === "entry" || kind === "finding" ? await sinceOfVersions(database, rows, Number.MAX_SAFE_INTEGER) : () => null;
    yield rows.map((row) => ({
      subject: { cluster, kind, namespace: row.namespace, name: row.name, uid: row.uid },
      versionKey: row.version_key,
      validFrom: row.valid_from,
      body: row.body,
      moving: row.moving,
      shapeFormat: row.shapeFormat,
      movingFormat: row.movingFormat,
      state: row.state,
      since: sinceOf(row),
      vouched: row.vouched === 1,
      connection: row.connection,
    }));
    if (rows.length < AT_ONCE) return;
    after = last.id;
  }
}

function readAfter(
  database: Kysely<HistorySchema>,
  cluster: string,
  kind: SubjectKey["kind"],
  namespace: string,
  uids: readonly string[] | null,
  after: number,
) {
  return database
    .selectFrom("version")
    .innerJoin("subject", "subject.id", "version.subject_id")
    .innerJoin("shape", "shape.id", "version.shape_id")
    .select(["subject_id", "not_before", "state_at", "state_not_before"])
    .select(["version.id", "namespace", "name", "uid", "version_key", "valid_from", ...STORED_PARTS, "state", "vouched", "connection"])
    .where("valid_to", "is", null)
    .where("version.id", ">", after)
    .where("subject.cluster", "=", cluster)
    .where("subject.kind", "=", kind)
    .$if(namespace !== "*", (query) => query.where("subject.namespace", "=", namespace))
    .$if(uids !== null, (query) => query.where("subject.uid", "in", uids ?? []))
    .orderBy("version.id")
    .limit(AT_ONCE)
    .execute();
}
