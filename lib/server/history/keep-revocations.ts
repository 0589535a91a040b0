import type { HistoryStatus } from "./history-record";
import type { HistoryDatabase } from "./open-database";

/** A session that was ended before its time. */
export interface RevokedSession {
  /** The digest by which the audit names the session. */
  readonly session: string;
  /** When the session would have ended by itself, in milliseconds. Its cookie is of no use after that. */
  readonly endsAt: number;
}

/** Revoked sessions in a place that outlives the process. Both methods reject while the database gives no answer. */
export interface KeptRevocations {
  /** Stores sessions, and deletes those that have ended by themselves. */
  keep(sessions: readonly RevokedSession[], now: number): Promise<void>;
  /** Reads the sessions that were stored since the last call, by any process. A few may come again. */
  read(now: number): Promise<readonly RevokedSession[]>;
}

/** PostgreSQL may commit a row a little after one with a higher number. */
const LATE = 1_000;
/** Rows that are kept: whoever signs in and out all day pushes no history out. */
const MOST_ROWS = 100_000;
/** All rows are read again after so many calls: a restored database counts from a lower number. */
const CALLS_BETWEEN_WHOLE_READS = 20;

interface Parts {
  readonly database: HistoryDatabase;
  readonly status: () => HistoryStatus;
}

/** The table of revoked sessions in the database of the history. */
export function revocationTable({ database, status }: Parts): KeptRevocations {
  let lastId = 0;
  let calls = 0;
  const requireOpen = () => {
    if (status().kind === "starting") throw new Error("the history's database is not open yet");
  };
  return {
    keep: async (sessions, now) => {
      requireOpen();
      const newest = database.write.selectFrom("revoked_session").select(({ fn }) => fn.max("id").as("id"));
      const oldest = ((await newest.executeTakeFirst())?.id ?? 0) - MOST_ROWS;
      await database.write
        .deleteFrom("revoked_session")
        .where((row) => row.or([row("ends_at", "<=", now), row("id", "<=", oldest)]))
        .execute();
      for (const { session, endsAt } of sessions)
        await database.write
          .insertInto("revoked_session")
          .values({ session, ends_at: endsAt })
          .onConflict((conflict) => conflict.column("session").doNothing())
          .execute();
    },
    read: async (now) => {
      requireOpen();
      const after = calls++ % CALLS_BETWEEN_WHOLE_READS === 0 ? 0 : lastId - LATE;
      const rows = await database.read.selectFrom("revoked_session").selectAll().where("id", ">", after).where("ends_at", ">", now).orderBy("id").execute();
      lastId = rows.at(-1)?.id ?? lastId;
      return rows.map(({ session, ends_at: endsAt }) => ({ session, endsAt }));
    },
  };
}
