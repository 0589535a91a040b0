import { describe, expect, it } from "vitest";
import { readFailure } from "./failure";

const thrown = (code: string, message = "no") => Object.assign(new Error(message), { code });

describe("a failure of the database", () => {
  it.each([
    [thrown("SQLITE_FULL"), "pause", "the disk is full (SQLITE_FULL)"],
    [thrown("SQLITE_IOERR_WRITE"), "pause", "the disk is full (SQLITE_IOERR_WRITE)"],
    [thrown("53100"), "pause", "the disk is full (53100)"],
    [thrown("SQLITE_CORRUPT_INDEX"), "reopen", "the history's file is damaged (SQLITE_CORRUPT_INDEX)"],
    [thrown("THREAD_ENDED"), "reopen", "the history's database is gone (THREAD_ENDED)"],
    [thrown("SQLITE_BUSY"), "patience", "another process holds the history's file (SQLITE_BUSY)"],
    [thrown("EACCES"), "pause", "the history's folder cannot be written to (EACCES)"],
    [thrown("", 'ConnectionFailed("Unable to open connection to local database /data/history.db: 14")'), "pause", "the history's folder cannot be written to"],
    [thrown("57P01"), "patience", "PostgreSQL does not answer (57P01)"],
    [thrown("ECONNREFUSED"), "patience", "PostgreSQL does not answer (ECONNREFUSED)"],
    [new Error("Connection terminated unexpectedly"), "patience", "PostgreSQL does not answer"],
    // A standby that is not yet what the primary was.
    [thrown("25006"), "patience", "the database is read-only (25006)"],
    [new Error("The server does not support SSL connections"), "pause", "PostgreSQL offers no TLS, which the address requires (sslmode)"],
    [
      thrown("28000", 'no pg_hba.conf entry for host "127.0.0.1", user "stolos", database "stolos", no encryption'),
      ...(["pause", "PostgreSQL requires TLS: set sslmode=verify-full in the address"] as const),
    ],
    [thrown("DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate"), "pause", "PostgreSQL's certificate is not trusted"],
    [
      thrown("08P01", "unsupported startup parameter: search_path"),
      ...(["pause", "PgBouncer refuses a parameter of the address: remove it, or name it in ignore_startup_parameters"] as const),
    ],
    [thrown("08P01", "no more connections allowed (max_client_conn)"), "patience", "PgBouncer has no connection to spare"],
    [thrown("WRONG_ENCODING", "The history's database is encoded in LATIN1."), "pause", "The history's database is encoded in LATIN1."],
    [thrown("28P01"), "pause", "PostgreSQL refuses the account (28P01)"],
    [thrown("40P01"), "again", "another process wrote at the same time (40P01)"],
    [thrown("SQLITE_CONSTRAINT_FOREIGNKEY"), "again", "another process wrote at the same time (SQLITE_CONSTRAINT_FOREIGNKEY)"],
    // A NUL; an index row that is too long; a name that came back as another.
    [thrown("22021", "invalid byte sequence"), "set-aside", "the database does not take the record (22021)"],
    [thrown("54000", "index row requires 12344 bytes"), "set-aside", "the database does not take the record (54000)"],
    [thrown("SQLITE_TOOBIG"), "set-aside", "the database does not take the record (SQLITE_TOOBIG)"],
    [thrown("ROW_NOT_FOUND"), "set-aside", "the database holds another name than it was given (ROW_NOT_FOUND)"],
    [thrown("42703", "no such column"), "unknown", "the database refused: no such column"],
    ["a word", "unknown", "the database refused: a word"],
  ])("%s", (error, remedy, reason) => {
    expect(readFailure(error)).toEqual({ remedy, reason });
  });
});
