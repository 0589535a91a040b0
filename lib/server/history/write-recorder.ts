import { formatNotObservedReason, type NotObservedReason, storableNotObservedReason } from "@/lib/domain/history/not-observed-reason";
import { unseenWords } from "@/lib/format/unseen-words";
import type { HistoryDatabase } from "./open-database";

/** Stores that a recorder begins to record, or begins again after a pause. Resolves to the id of its row; each token has one. */
export async function beginRecorder({ write }: HistoryDatabase, token: string, now: number): Promise<number> {
  await write
    .insertInto("recorder")
    .values({ token, started_at: now, stopped_at: null, recording_since: now })
    .onConflict((conflict) => conflict.column("token").doUpdateSet({ recording_since: now }))
    .execute();
  const row = await write.selectFrom("recorder").select("id").where("token", "=", token).executeTakeFirstOrThrow();
  return row.id;
}

/** Says of the windows that a pause broke off why nobody saw what came after them. */
export async function endWindows({ write }: HistoryDatabase, recorderId: number, because: NotObservedReason): Promise<void> {
  await write.updateTable("watch_window").set(endOfWindow(because)).where("recorder_id", "=", recorderId).where("ended_because", "=", "").execute();
}

/** Why a window ended, as a code with its arguments and, for the version before this one, in words. */
export function endOfWindow(because: NotObservedReason): { readonly ended_because: string; readonly facts: string } {
  return { ended_because: unseenWords(storableNotObservedReason(because)), facts: formatNotObservedReason(because) };
}

export async function endRecorder({ write }: HistoryDatabase, id: number, now: number): Promise<void> {
  await write.updateTable("recorder").set({ stopped_at: now }).where("id", "=", id).execute();
}

/** Enough to need pages of its own. */
const TRIAL_BYTES = 64_000;

/** Writes and takes back as much as a batch may need: rejects where the disk, the file or the server still refuses. */
export async function tryWrite({ write }: HistoryDatabase, token: string): Promise<void> {
  const trial = `${token} ${"x".repeat(TRIAL_BYTES)}`;
  await write
    .insertInto("shape")
    .values({ digest: `trial ${token}`, body: trial })
    .execute();
  await write.deleteFrom("shape").where("digest", "=", `trial ${token}`).execute();
}
