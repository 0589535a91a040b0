import type { Kysely } from "kysely";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { EventTime, OwnerStateAtEnd } from "@/lib/domain/history/ending-evidence";
import { ALL_NAMESPACES } from "@/lib/domain/source/source";
import type { Span } from "./queries/spans";
import type { HistorySchema } from "./schema";

/** What the record knows of the group that owned an entry, at a moment. */
export type FateThen = (entry: WorkloadEntry, at: number) => OwnerStateAtEnd;

interface Kept {
  readonly gone: EventTime | null;
}

/** Reads what became of the groups of these clusters, and when groups were watched around the ends. */
export async function keptFates(database: Kysely<HistorySchema>, endings: readonly { readonly cluster: string; readonly at: number }[]): Promise<FateThen> {
  const clusters = [...new Set(endings.map(({ cluster }) => cluster))];
  const groups = await groupsOf(database, clusters);
  const windows = await windowsOf(database, clusters, endings);
  return ({ cluster, namespace, owner }, at) => {
    if (owner === null) return { kind: "none" };
    if (owner.kind !== "WorkloadGroup") return { kind: "other" };
    const group = groups.get(`${cluster}\n${owner.uid}`);
    if (group?.gone) return { kind: "gone", ...group.gone };
    const watched = [ALL_NAMESPACES, namespace].some((one) => windows.get(`${cluster}\n${one}`)?.some(({ from, to }) => from <= at && at <= to) === true);
    if (!watched) return { kind: "unseen" };
    return { kind: group === undefined ? "absent" : "there" };
  };
}

async function groupsOf(database: Kysely<HistorySchema>, clusters: readonly string[]): Promise<ReadonlyMap<string, Kept>> {
  const rows = await database
    .selectFrom("subject")
    .leftJoin("transition", (join) => join.onRef("transition.subject_id", "=", "subject.id").on("transition.type", "=", "group-deleted"))
    .select(["cluster", "uid", "at", "not_before"])
    .where("kind", "=", "group")
    .where("cluster", "in", clusters)
    .orderBy("at")
    .execute();
  return new Map(rows.map(({ cluster, uid, at, not_before }) => [`${cluster}\n${uid}`, { gone: at === null ? null : { at, notBefore: not_before } }]));
}

async function windowsOf(database: Kysely<HistorySchema>, clusters: readonly string[], endings: readonly { readonly at: number }[]) {
  const times = endings.map(({ at }) => at);
  const rows = await database
    .selectFrom("watch_window")
    .select(["cluster", "namespace", "from_at", "to_at"])
    .where("kind", "=", "workloadgroups")
    .where("cluster", "in", clusters)
    .where("from_at", "<=", Math.max(...times))
    .where("to_at", ">=", Math.min(...times))
    .execute();
  const found = new Map<string, Span[]>();
  for (const { cluster, namespace, from_at, to_at } of rows) {
    const key = `${cluster}\n${namespace}`;
    found.set(key, [...(found.get(key) ?? []), { from: from_at, to: to_at }]);
  }
  return found;
}
