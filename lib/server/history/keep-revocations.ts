import type { HistoryStatus } from "./history-record";
import type { HistoryDatabase } from "./open-database";

/** A session that was revoked before its end. */
export interface RevokedSession {
  /** The session's digest, as in the audit. */
  readonly session: string;
  /** The session's natural end, in milliseconds. Its cookie is useless after that. */
  readonly endsAt: number;
}

/** A store of revoked sessions that outlives the process. Both methods reject while the database is unavailable. */
export interface KeptRevocations {
  /** Stores sessions, and deletes those past their natural end. */
  keep(sessions: readonly RevokedSession[], now: number): Promise<void>;
  /** Returns the sessions that any process stored since the last call. May return a session again. */
  read(now: number): Promise<readonly RevokedSession[]>;
}

/** PostgreSQL may commit a row shortly after one with a higher number. Each read goes back this many rows. */
const LATE = 1_000;
/** Most stored rows, so that repeated sign-ins and sign-outs do not displace history. */
const MOST_ROWS = 100_000;
/** Calls between full reads: a restored database continues from a lower number. */
const CALLS_BETWEEN_WHOLE_READS = 20;

interface Parts {
  readonly database: HistoryDatabase;
  readonly status: () => HistoryStatus;
}

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
