import { isUtf8 } from "node:buffer";
import { namedRows, type SqliteSession } from "./sqlite-session";

/** So many rows are looked at at once. */
const AT_ONCE = 2_000;
const OF_AN_INDEX_AT_ONCE = 100_000;

/**
 * Makes every text of a file one that can be read: a byte that changed on the disk may leave one that is no UTF-8, which nothing in SQLite
 * notices, and for which the binding ends the whole process. What cannot be read of it becomes U+FFFD. Answers with the number of such rows and indexes.
 */
export function mendTexts(session: SqliteSession): number {
  let mended = 0;
  const tables = namedRows(session.execute("select name from sqlite_schema where type = 'table' and name not like 'sqlite~_%' escape '~'", []));
  for (const { name } of tables) {
    const table = quoted(String(name));
    const texts = namedRows(session.execute(`pragma table_info(${table})`, [])).filter(({ type }) => /text|char/i.test(String(type)));
    const columns = texts.map((column) => quoted(String(column.name)));
    if (columns.length === 0) continue;
    mended += mendTable(session, table, columns);
    for (const index of namedRows(session.execute(`pragma index_list(${table})`, []))) {
      if (index.partial === 0) mended += mendIndex(session, table, quoted(String(index.name)), columns);
    }
  }
  return mended;
}

function mendTable(session: SqliteSession, table: string, columns: readonly string[]): number {
  const slice = `select rowid as row, ${joined(columns)} as text from ${table} where rowid > ? order by rowid limit ${AT_ONCE}`;
  let mended = 0;
  for (let after = -1; ; ) {
    const [last, bytes] = session.execute(`select max(row), cast(group_concat(text, '|') as blob) from (${slice})`, [after]).rows[0] ?? [];
    if (typeof last !== "number") return mended;
    if (!isUtf8(bytesOf(bytes))) {
      // Its indexes still have the text as it was, and SQLite refuses to change a row that its indexes do not know.
      session.execute(`reindex ${table}`, []);
      for (const [id, text] of session.execute(`select row, cast(text as blob) from (${slice})`, [after]).rows) {
        if (isUtf8(bytesOf(text))) continue;
        mendRow(session, table, columns, Number(id));
        mended++;
      }
    }
    after = last;
  }
}

/** An index holds texts of its own, and some questions are answered from it alone: one that cannot be read is made anew from its table. */
function mendIndex(session: SqliteSession, table: string, index: string, texts: readonly string[]): number {
  const indexed = namedRows(session.execute(`pragma index_info(${index})`, [])).map(({ name }) => quoted(String(name)));
  const columns = indexed.filter((column) => texts.includes(column));
  if (columns.length === 0) return 0;
  // In slices: all of an index at once may be more than a value, or a process, can hold.
  const slice = `select ${joined(columns)} as text from ${table} indexed by ${index} limit ${OF_AN_INDEX_AT_ONCE} offset ?`;
  for (let offset = 0; ; offset += OF_AN_INDEX_AT_ONCE) {
    const [count, bytes] = session.execute(`select count(*), cast(group_concat(text, '|') as blob) from (${slice})`, [offset]).rows[0] ?? [];
    if (count === 0) return 0;
    if (isUtf8(bytesOf(bytes))) continue;
    session.execute(`reindex ${index}`, []);
    return 1;
  }
}

function mendRow(session: SqliteSession, table: string, columns: readonly string[], id: number): void {
  for (const column of columns) {
    const { rows } = session.execute(`select cast(${column} as blob) from ${table} where rowid = ? and ${column} is not null`, [id]);
    const [bytes] = rows[0] ?? [];
    if (bytes === undefined || isUtf8(bytesOf(bytes))) continue;
    session.execute(`update or replace ${table} set ${column} = ? where rowid = ?`, [new TextDecoder().decode(bytesOf(bytes)), id]);
  }
}

/** Columns as one text, in which no part can run into the next. */
function joined(columns: readonly string[]): string {
  return columns.map((column) => `coalesce(${column}, '')`).join(" || '|' || ");
}

function bytesOf(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : Buffer.from(String(value));
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
