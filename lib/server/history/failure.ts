import { cleanText, truncateText } from "@/lib/domain/object/clean-text";
import { LATER_VERSION } from "./later-version";

/**
 * What a failed write asks for: the same again, a while of patience, a pause, opening the database anew, or going on without the record that
 * is refused. An unknown failure may be the record's or the database's.
 */
type Remedy = "again" | "patience" | "pause" | "reopen" | "set-aside" | "unknown";

/** A failure of the database, read: what to do about it, and why in words that name no address and no secret. */
export interface ReadFailure {
  readonly remedy: Remedy;
  readonly reason: string;
}

const TABLE: readonly (readonly [code: RegExp, remedy: Remedy, reason: string])[] = [
  [/^(40P01|40001|23503|SQLITE_CONSTRAINT_FOREIGNKEY)$/, "again", "another process wrote at the same time"],
  [/^(SQLITE_FULL|SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHMSIZE)|ENOSPC|53100)$/, "pause", "the disk is full"],
  [/^(SQLITE_CORRUPT.*|SQLITE_NOTADB)$/, "reopen", "the history's file is damaged"],
  [/^(THREAD_ENDED|NOT_OPEN|SQLITE_IOERR.*|SQLITE_READONLY_DBMOVED|42P01)$/, "reopen", "the history's database is gone"],
  [/^FILE_GONE$/, "reopen", "the history's file was deleted or replaced"],
  [/^SQLITE_(BUSY|LOCKED)/, "patience", "another process holds the history's file"],
  [/^(SQLITE_READONLY.*|SQLITE_CANTOPEN.*|EACCES|EROFS|EPERM|EEXIST|ENOTDIR|ENOENT)$/, "pause", "the history's folder cannot be written to"],
  // A standby that is not yet the primary returns this too.
  [/^25006$/, "patience", "the database is read-only"],
  [/^(57P0\d|08\d\d\d|ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, "patience", "PostgreSQL does not answer"],
  [/^53300$/, "patience", "PostgreSQL has no connection to spare"],
  [/^28/, "pause", "PostgreSQL refuses the account"],
  [/^3D000$/, "pause", "PostgreSQL has no such database"],
  [/^(57014|25P03|55P03)$/, "patience", "PostgreSQL took too long"],
  [/^(22\w\w\w|54000|SQLITE_(TOOBIG|MISMATCH|RANGE))$/, "set-aside", "the database does not take the record"],
  [/^ROW_NOT_FOUND$/, "set-aside", "the database holds another name than it was given"],
];

/** `code` of the error when a database cannot store every character. */
export const WRONG_ENCODING = "WRONG_ENCODING";
/** Nothing is broken: its own words say what to do. */
const IN_ITS_OWN_WORDS = new Set<string>([LATER_VERSION, WRONG_ENCODING]);

/** Failures whose text shows the cause; their code does not. */
const BY_TEXT: readonly (readonly [text: RegExp, remedy: Remedy, reason: string])[] = [
  [/server does not support SSL connections/i, "pause", "PostgreSQL offers no TLS, which the address requires (sslmode)"],
  [/no pg_hba\.conf entry.*(no encryption|SSL off)/i, "pause", "PostgreSQL requires TLS: set sslmode=verify-full in the address"],
  [/self.signed certificate|unable to (verify|get)|does not match certificate|certificate has expired/i, "pause", "PostgreSQL's certificate is not trusted"],
  [/unsupported startup parameter/i, "pause", "PgBouncer refuses a parameter of the address: remove it, or name it in ignore_startup_parameters"],
  [/no more connections allowed|query_wait_timeout/i, "patience", "PgBouncer has no connection to spare"],
  [/server login has been failing|server_login_retry|pgbouncer cannot connect to server/i, "patience", "PgBouncer does not reach PostgreSQL"],
];

/** Errors of the driver that carry no code. */
const LOST = /connection terminated|timeout|client has encountered a connection error|not queryable/i;
const UNOPENED = /unable to open connection to local database/i;

/** Reads what SQLite, PostgreSQL or the system threw. */
export function readFailure(thrown: unknown): ReadFailure {
  const { code, message } = thrown instanceof Error ? (thrown as Error & { code?: unknown }) : { code: "", message: String(thrown) };
  const named = typeof code === "string" ? code : "";
  if (IN_ITS_OWN_WORDS.has(named)) return { remedy: "pause", reason: message };
  const byText = BY_TEXT.find(([pattern]) => pattern.test(message));
  if (byText !== undefined) return { remedy: byText[1], reason: byText[2] };
  const row = TABLE.find(([pattern]) => pattern.test(named));
  if (row !== undefined) return { remedy: row[1], reason: `${row[2]} (${named})` };
  if (named === "" && LOST.test(message)) return { remedy: "patience", reason: "PostgreSQL does not answer" };
  if (UNOPENED.test(message)) return { remedy: "pause", reason: "the history's folder cannot be written to" };
  return { remedy: "unknown", reason: `the database refused: ${cleanText(truncateText(message, 200))}` };
}
