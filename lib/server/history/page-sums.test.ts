import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCheckedSession } from "./checked-session";
import { openPageSums } from "./page-sums";
import { openSqliteSession } from "./sqlite-session";

const folder = mkdtempSync(join(tmpdir(), "stolos-sums-"));
const path = join(folder, "file.db");
beforeEach(() => void mkdirSync(folder, { recursive: true }));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A closed file with a table of words. */
function written(): void {
  const session = openCheckedSession(path, 100_000);
  session.execute("create table word(text text)", []);
  for (let at = 0; at < 200; at++) session.execute("insert into word values (?)", [`word ${at}`]);
  session.close();
}

function change(file: string, word: string, into: string): void {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(word);
  expect(at).toBeGreaterThan(0);
  bytes.write(into, at);
  writeFileSync(file, bytes);
}

function words(): number {
  const session = openCheckedSession(path, 100_000);
  const { rows } = session.execute("select count(*) as n from word where text like 'word %'", []);
  session.close();
  return Number(rows[0]?.n);
}

describe("the sums of a file's pages", () => {
  it("let a file be opened again, as often as one likes", () => {
    written();
    expect([words(), words()]).toEqual([200, 200]);
  });

  it("know of pages that were given and taken back, and of a file that became shorter", () => {
    written();
    for (let round = 0; round < 3; round++) {
      const session = openCheckedSession(path, 100_000);
      session.execute("create table if not exists large(text text)", []);
      session.execute("insert into large values (?), (?)", ["x".repeat(200_000), "y".repeat(100_000)]);
      session.execute("delete from large where text like 'x%'", []);
      if (round === 1) session.execute("delete from large", []);
      session.execute("pragma incremental_vacuum(30)", []);
      session.close();
    }
    expect(words()).toBe(200);
  });

  it("know of pages that were folded in as an older reader needed them", () => {
    written();
    const session = openCheckedSession(path, 1e9);
    session.execute("update word set text = 'word a' || text where rowid < 50", []);
    const reader = openSqliteSession(path, "read");
    reader.execute("begin", []);
    reader.execute("select count(*) as n from word", []);
    session.execute("update word set text = 'word b' || text where rowid < 50", []);
    session.close();
    const isSound = openPageSums(path).verify();
    reader.close();
    expect(isSound).toBe("sound");
  });

  it("tell a letter that became another, which SQLite itself takes for good", () => {
    written();
    change(path, "word 77", "wurd 77");
    expect(() => openCheckedSession(path, 100_000)).toThrow(expect.objectContaining({ code: "SQLITE_CORRUPT" }));
  });

  it("that are damaged themselves, or gone, are no reason to give up a file that fits together", () => {
    written();
    const sums = `${path}-sums`;
    const bytes = readFileSync(sums);
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    writeFileSync(sums, bytes);
    expect(words()).toBe(200);
    rmSync(sums);
    expect(words()).toBe(200);
    expect(existsSync(sums)).toBe(true);
  });

  it("whose last lines were cut off by a power cut are those before them", () => {
    written();
    appendFileSync(`${path}-sums`, readFileSync(`${path}-sums`).subarray(0, 21));
    expect(words()).toBe(200);
  });
});
