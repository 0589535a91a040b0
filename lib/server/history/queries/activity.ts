import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { ActivityAnswer } from "@/lib/contract/answers/history";
import type { ActivityQuery } from "@/lib/contract/url/history-query";
import { TRANSITIONS } from "@/lib/domain/history/transition";
import type { Scope } from "@/lib/domain/source/scope";
import type { HistorySchema } from "@/lib/server/history/schema";
import { Refusal } from "@/lib/server/http/problem";
import { findingsInSight } from "./findings-in-sight";
import { Fold } from "./fold-happened";
import { type Happened, happenedRow, publicIdOf, transitions, WITHIN_THE_RECORD } from "./happened";
import { withIncidents } from "./incident-markers";
import type { Span } from "./spans";
import { thingsInSight } from "./things-in-sight";

/** So many things are read for one page of the log, folded or not: a page costs the same however busy the window was. */
const READ_AT_ONCE = 500;
const READ_AT_MOST = 5_000;
/** The types of at most so many things, the newest, are counted. */
const COUNTED_AT_MOST = 50_000;

type Filters = Pick<ActivityQuery, "cluster" | "ns" | "group" | "name" | "uid" | "type" | "q">;

/** Who asks, and (`recorder`) what the server itself sees: findings are recorded as it sees the fleet. */
export interface Sight {
  readonly scope: Scope;
  readonly recorder: Scope | null;
}

/** A page of the log: newest first, equal things of a moment on one line. The cursor names the last thing read, so that what happens meanwhile moves nothing. */
export async function activityPage(
  database: Kysely<HistorySchema>,
  query: ActivityQuery,
  span: Span,
  sight: Sight,
): Promise<Pick<ActivityAnswer, "rows" | "next" | "types">> {
  const { rows, next } = await readPage(database, query, span, sight);
  return { rows: await withIncidents(database, rows), next, types: await typesIn(database, query, span, sight) };
}

async function readPage(database: Kysely<HistorySchema>, query: ActivityQuery, span: Span, sight: Sight): Promise<Pick<ActivityAnswer, "rows" | "next">> {
  const fold = new Fold(query.limit);
  let cursor = await placeOf(database, query, sight, cursorOf(query.before));
  let more = true;
  for (let read = 0; more && read < READ_AT_MOST; read += READ_AT_ONCE) {
    const things = await thingsBefore(database, query, span, sight, cursor);
    more = things.length === READ_AT_ONCE;
    const isTold = notSaidTwice(things);
    for (const thing of things) {
      const row = isTold(thing) ? happenedRow(thing) : null;
      if (row !== null && !fold.take(row)) return { rows: fold.lines, next: spell(cursor) };
      cursor = { at: thing.at, id: thing.id, named: publicIdOf(thing) };
    }
  }
  return { rows: fold.lines, next: more ? spell(cursor) : null };
}

/** A report that turned, or a machine that came, says by itself that the word of the machine changed. */
function notSaidTwice(things: readonly Happened[]): (thing: Happened) => boolean {
  const when = ({ cluster, uid, at }: Happened) => `${cluster}\n${uid}\n${at}`;
  const said = new Set(things.filter(({ type }) => type === "health" || type === "appeared").map(when));
  return (thing) => thing.type !== "state" || !said.has(when(thing));
}

/** The last thing that was read, as a page names it: nothing in it tells of what is out of sight. */
interface Cursor {
  readonly at: number;
  readonly named: string;
}

/** The same with the table's number of it. */
interface Place extends Cursor {
  readonly id: number;
}

function cursorOf(before: string): Cursor | null {
  if (before === "") return null;
  const [, at, named] = /^(\d{1,16})\.([\w-]{16})$/.exec(before) ?? [];
  if (at === undefined || named === undefined) throw new Refusal(400, "Not understood", "Pass `next` of the page before as it came.", "before");
  return { at: Number(at), named };
}

function spell(cursor: Cursor | null): string | null {
  return cursor === null ? null : `${cursor.at}.${cursor.named}`;
}

/** Where a cursor stands in the table: it is looked for among what was told of its moment. Where it is not there any more, that moment is over. */
async function placeOf(database: Kysely<HistorySchema>, filters: Filters, sight: Sight, cursor: Cursor | null): Promise<Place | null> {
  if (cursor === null) return null;
  const moment = await transitions(database)
    .clearSelect()
    .select(["transition.id", "version_key", "type", "subject.cluster", "subject.kind", "uid"])
    .where("at", "=", cursor.at)
    .where(matching(filters, sight))
    .limit(COUNTED_AT_MOST)
    .execute();
  return { ...cursor, id: moment.find((thing) => publicIdOf(thing) === cursor.named)?.id ?? 0 };
}

function thingsBefore(database: Kysely<HistorySchema>, filters: Filters, { from, to }: Span, sight: Sight, cursor: Place | null): Promise<Happened[]> {
  return transitions(database)
    .where("at", ">=", from)
    .where("at", "<=", to)
    .where(matching(filters, sight))
    .$if(filters.type.length > 0, (query) => query.where("type", "in", filters.type))
    .$if(cursor !== null, (query) =>
      query.where("at", "<=", cursor?.at ?? 0).where(({ or, eb }) => or([eb("at", "<", cursor?.at ?? 0), eb("transition.id", "<", cursor?.id ?? 0)])),
    )
    .orderBy("at", "desc")
    .orderBy("transition.id", "desc")
    .limit(READ_AT_ONCE)
    .execute();
}

async function typesIn(database: Kysely<HistorySchema>, filters: Filters, { from, to }: Span, sight: Sight): Promise<ActivityAnswer["types"]> {
  const rows = await database
    .selectFrom(
      transitions(database)
        .clearSelect()
        .select("type")
        .where("at", ">=", from)
        .where("at", "<=", to)
        .where(matching(filters, sight))
        .orderBy("at", "desc")
        .orderBy("transition.id", "desc")
        .limit(COUNTED_AT_MOST)
        .as("newest"),
    )
    .select(["type", ({ fn }) => fn.countAll<number>().as("count")])
    .groupBy("type")
    .execute();
  const counts = new Map(rows.map(({ type, count }) => [type, Number(count)]));
  return TRANSITIONS.flatMap((type) => (counts.has(type) ? [{ type, count: counts.get(type) ?? 0 }] : []));
}

/** Everything that a filter says but the types. */
function matching({ cluster, ns, group, name, uid, q }: Filters, { scope, recorder }: Sight): RawBuilder<SqlBool> {
  const picked = { clusters: cluster, namespaces: ns };
  const sides = [sql<SqlBool>`(${thingsInSight(scope, picked)} or ${findingsInSight(scope, recorder, picked)})`, WITHIN_THE_RECORD];
  // By the group's number, whose things are found without reading those of others. A group's own things have it too.
  if (group !== null) sides.push(sql<SqlBool>`transition.series_id in (select id from series where group_name = ${group})`);
  if (name !== "") sides.push(sql<SqlBool>`subject.name = ${name}`);
  if (uid !== "") sides.push(sql<SqlBool>`subject.uid = ${uid}`);
  if (q.trim() !== "") sides.push(containing(q.trim()));
  return sql<SqlBool>`(${sql.join(sides, sql` and `)})`;
}

function containing(text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const columns = ["subject.name", "subject.namespace", "transition.from_word", "transition.to_word", "transition.detail"];
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`),
    sql` or `,
  )})`;
}
