import { createHash } from "node:crypto";
import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { ActivityRow } from "@/lib/contract/answers/history";
import { TRANSITIONS, type TransitionType } from "@/lib/domain/history/transition";
import { parseFacts } from "@/lib/domain/history/transition-facts";
import { factsWords } from "@/lib/format/facts-words";
import { sourceStoredAs } from "@/lib/server/cluster/kinds";
import type { HistorySchema } from "@/lib/server/history/schema";

/** One thing that happened, as the tables hold it. */
export interface Happened {
  readonly id: number;
  /** With the thing and the type it is unique: what made the version that says it. */
  readonly version_key: string;
  readonly at: number;
  readonly not_before: number | null;
  readonly type: string;
  readonly from_word: string;
  readonly to_word: string;
  readonly detail: string;
  /** Null of an end, whose evidence is not told here, and of what has none. */
  readonly facts: string | null;
  readonly cluster: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly group_name: string | null;
}

const FACTS_OF_ALL_BUT_ENDS = sql<string | null>`case when transition.type = 'ended' then null else transition.facts end`;

type Joined = SelectQueryBuilder<HistorySchema, "transition" | "subject" | "series", Happened>;

/**
 * The group of a transition. Earlier versions stored none with the end of an entry that was found missing: that entry's last version has it. Other
 * transitions without a group are about no machine.
 */
export const GROUP_OF_TRANSITION = sql<number | null>`coalesce(transition.series_id, case when transition.type = 'ended' then
  (select last.series_id from version as last where last.subject_id = transition.subject_id order by last.valid_from desc, last.id desc limit 1) end)`;

/** Transitions with the object and the group that each is about. */
export function transitions(database: Kysely<HistorySchema>): Joined {
  return database
    .selectFrom("transition")
    .innerJoin("subject", "subject.id", "transition.subject_id")
    .leftJoin("series", (join) => join.on("series.id", "=", GROUP_OF_TRANSITION))
    .select([
      "transition.id",
      "version_key",
      "at",
      "not_before",
      "type",
      "from_word",
      "to_word",
      "detail",
      FACTS_OF_ALL_BUT_ENDS.as("facts"),
      "subject.cluster",
      "subject.kind",
      "subject.namespace",
      "subject.name",
      "uid",
      "group_name",
    ]);
}

/** Not what was there when the record began: that was found, and did not happen. */
export const WITHIN_THE_RECORD: RawBuilder<SqlBool> = sql<SqlBool>`(transition.not_before is null or transition.not_before >= (select coalesce(min(from_at), 0) from watch_window))`;

/** The details of a thing: words that this version makes of its facts, or the text that an earlier version kept. */
export function detailOf({ facts, detail }: Pick<Happened, "facts" | "detail">): string {
  const kept = parseFacts(facts);
  return kept === null ? detail : factsWords(kept);
}

/** The first object that a finding names. */
function aboutOf({ kind, facts }: Happened): Pick<ActivityRow, "about"> {
  const kept = kind === "finding" ? parseFacts(facts) : null;
  const [about] = kept?.kind === "finding" ? kept.objects : [];
  return about === undefined ? {} : { about: { ...about } };
}

/**
 * What a page knows a thing by, as 16 characters: the same in every process that records it. The table's own numbers go on with everything that is recorded,
 * and would tell how much happens out of a reader's sight.
 */
export function publicIdOf({ cluster, kind, uid, type, version_key }: Pick<Happened, "cluster" | "kind" | "uid" | "type" | "version_key">): string {
  return createHash("sha256")
    .update(JSON.stringify([cluster, kind, uid, type, version_key]))
    .digest("base64url")
    .slice(0, 16);
}

/** One thing as the log shows it; null where this version of the product knows no such type. */
export function happenedRow(row: Happened): ActivityRow | null {
  const type = TRANSITIONS.find((one): one is TransitionType => one === row.type);
  if (type === undefined) return null;
  return {
    id: publicIdOf(row),
    at: row.at,
    notBefore: row.not_before,
    type,
    cluster: row.cluster,
    kind: row.kind,
    namespace: row.namespace,
    group: row.kind === "group" ? row.name : (row.group_name ?? ""),
    name: row.name,
    uid: row.uid,
    from: row.from_word,
    // What was not seen stands there by its stored name.
    to: type === "blind" ? (sourceStoredAs(row.to_word) ?? row.to_word) : row.to_word,
    detail: detailOf(row),
    count: 1,
    names: [row.name],
    ...aboutOf(row),
  };
}
