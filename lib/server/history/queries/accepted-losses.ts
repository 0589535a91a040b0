import type { Kysely } from "kysely";
import type { AcceptedLoss } from "@/lib/domain/history/loss-ends";
import type { HistorySchema } from "@/lib/server/history/schema";
import type { Series } from "./series-in-sight";
import type { Span } from "./spans";

/** A loss of a group that a user accepted. `superseded`: its size was set again after that. */
export interface StoredAcceptance extends AcceptedLoss {
  readonly id: number;
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
  readonly superseded: boolean;
}

/** The losses that were accepted by a moment (infinite = now), without those that were undone by then, in order of time. */
export async function acceptedUntil(database: Kysely<HistorySchema>, until: number): Promise<readonly StoredAcceptance[]> {
  const isPast = Number.isFinite(until);
  const rows = await database
    .selectFrom("accepted_loss")
    .selectAll()
    .$if(isPast, (query) => query.where("at", "<=", until))
    .where(({ or, eb }) => or([eb("undone_at", "is", null), ...(isPast ? [eb("undone_at", ">", until)] : [])]))
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows.map(({ id, cluster, namespace, group_name: group, name, lost_at: lostAt, at, who: by, superseded_at }) => ({
    ...{ id, cluster, namespace, group, name, lostAt, at, by },
    superseded: superseded_at !== null && superseded_at <= until,
  }));
}

/** The key of a group in the history. */
export function groupKey({ cluster, namespace, group }: Omit<Series, "id">): string {
  return `${cluster}\n${namespace}\n${group}`;
}

/** The periods in which an accepted loss lowers the size of its group, by group: also those that were undone or superseded later. An open one has no end. */
export async function acceptedPeriods(database: Kysely<HistorySchema>, until: number): Promise<ReadonlyMap<string, readonly Span[]>> {
  const rows = await database.selectFrom("accepted_loss").selectAll().where("at", "<=", until).execute();
  const found = new Map<string, readonly Span[]>();
  for (const { cluster, namespace, group_name: group, at, undone_at, superseded_at } of rows) {
    const key = groupKey({ cluster, namespace, group });
    const to = Math.min(undone_at ?? Number.POSITIVE_INFINITY, superseded_at ?? Number.POSITIVE_INFINITY);
    found.set(key, [...(found.get(key) ?? []), { from: at, to }]);
  }
  return found;
}
