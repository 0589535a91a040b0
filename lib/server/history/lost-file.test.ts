import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import type { HistoryRecord, HistoryStatus } from "./history-record";
import { createHistoryWriter, type EndingWriter } from "./history-writer";
import { type HistoryDatabase, openDatabase } from "./open-database";

const outer = mkdtempSync(join(tmpdir(), "stolos-lost-file-"));
const folder = join(outer, "data");
const file = join(folder, "history.db");

let clock: ManualClock;
let database: HistoryDatabase;
let writer: EndingWriter;
let statuses: HistoryStatus[] = [];

beforeEach(async () => {
  clock = new ManualClock(NOW);
  database = await openDatabase({ url: null, folder });
  writer = createHistoryWriter(database, clock);
  statuses = [];
  writer.onStatus((status) => statuses.push(status));
  await until((status) => status.kind === "recording");
});
afterEach(async () => {
  await writer.stop();
  await database.close();
  rmSync(outer, { recursive: true, force: true });
});

/** Waits for a status, real time, without moving the writer's clock. */
function until(isIt: (status: HistoryStatus) => boolean): Promise<void> {
  return vi.waitFor(() => expect(writer.status()).toSatisfy(isIt), { timeout: 20_000, interval: 10 });
}

async function write(name: string): Promise<void> {
  expect(writer.append([happened(name)])).toBe(true);
  await writer.flush();
}

function happened(name: string): HistoryRecord {
  const subject = { cluster: "c", kind: "entry", namespace: "shop", name, uid: name } as const;
  return { kind: "happened", subject, series: null, versionKey: "1", transitions: [] };
}

/** What the file under the path holds, read as whoever starts next would. */
async function namesOnDisk(): Promise<string[]> {
  await writer.stop();
  await database.close();
  database = await openDatabase({ url: null, folder });
  await database.prepare();
  return (await database.read.selectFrom("subject").select("name").orderBy("id").execute()).map(({ name }) => name);
}

describe("a file that is no longer under its path", () => {
  it("because its folder was deleted is seen within five seconds, and a new one is begun with a notice", async () => {
    await write("before");
    rmSync(folder, { recursive: true });
    clock.advance(5_000);
    await until((status) => status.kind === "paused");
    expect(writer.status()).toMatchObject({ reason: "the history's file was deleted or replaced (FILE_GONE)" });
    clock.advance(1_000);
    await until((status) => status.kind === "recording");
    expect(writer.status()).toMatchObject({
      notice: expect.stringMatching(/deleted or replaced while it was written to: what was recorded until then is gone/),
    });
    await write("after");
    expect(await namesOnDisk()).toEqual(["after"]);
  });

  it("because another was put in its place is seen, and the record goes on in that one", async () => {
    await write("kept");
    await sql`pragma wal_checkpoint(truncate)`.execute(database.write);
    const copy = join(outer, "copy");
    copyFileSync(file, copy);
    await write("lost");
    for (const beside of ["-wal", "-shm"]) unlinkSync(file + beside);
    renameSync(copy, file);
    clock.advance(5_000);
    await until((status) => status.kind === "paused");
    clock.advance(1_000);
    await until((status) => status.kind === "recording");
    expect(writer.status()).toMatchObject({ notice: expect.stringMatching(/the record goes on in the file that is there now/) });
    await write("after");
    expect(await namesOnDisk()).toEqual(["kept", "after"]);
  });

  it.each(["-wal", "lock"])("is told by what SQLite keeps beside it, too: %s", async (beside) => {
    unlinkSync(beside === "lock" ? join(folder, "history.lock") : file + beside);
    clock.advance(5_000);
    await until((status) => status.kind === "paused");
    clock.advance(1_000);
    await until((status) => status.kind === "recording");
    await write("after");
    expect(await namesOnDisk()).toEqual(["after"]);
  });

  it("is waited for where no new one can be begun", async () => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "a file in the way");
    clock.advance(5_000);
    await until((status) => status.kind === "paused");
    clock.advance(1_000);
    await until((status) => status.kind === "paused" && status.reason === "the history's folder cannot be written to (EEXIST)");
    rmSync(folder);
    clock.advance(60_000);
    await until((status) => status.kind === "recording");
    expect(writer.status()).toMatchObject({ notice: expect.stringMatching(/a new file was begun/) });
  });

  it("is let go where the disk was full: its folder is deleted to make room, and the history goes on", async () => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.write);
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count ?? 0}`).execute(database.write);
    expect(writer.append(Array.from({ length: 400 }, (_, n) => happened(`${n} ${"x".repeat(900)}`)))).toBe(true);
    await writer.flush();
    expect(writer.status()).toMatchObject({ kind: "paused", reason: "the disk is full (SQLITE_FULL)" });
    clock.advance(1_000);
    rmSync(folder, { recursive: true });
    await vi.waitFor(
      () => {
        clock.advance(5_000);
        expect(writer.status().kind).toBe("recording");
      },
      { timeout: 20_000, interval: 50 },
    );
    await write("after");
    expect(await namesOnDisk()).toEqual(["after"]);
  });
});

describe("a file that is damaged while it is open", () => {
  const damages: Readonly<Record<string, () => void>> = {
    "cut to nothing": () => truncateSync(file, 0),
    "cut in half": () => truncateSync(file, Math.floor(statSync(file).size / 2 / 4096) * 4096),
    "overwritten in place": () => writeFileSync(file, "no database".repeat(10_000)),
  };

  it.each(Object.keys(damages))("is set aside within five seconds and the history goes on in a new one: %s", async (name) => {
    await write("before");
    await sql`pragma wal_checkpoint(truncate)`.execute(database.write);
    damages[name]?.();
    for (let second = 0; second < 5; second++) {
      clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until((status) => status.kind === "paused");
    expect(writer.status()).toMatchObject({ reason: expect.stringMatching(/^the history's file is damaged/) });
    clock.advance(1_000);
    await until((status) => status.kind === "recording");
    expect(writer.status()).toMatchObject({ notice: expect.stringMatching(/damaged and is set aside as .*history\.db\.corrupt-/) });
    expect(readdirSync(folder).some((one) => one.startsWith("history.db.corrupt-"))).toBe(true);
    await write("after");
    expect(await namesOnDisk()).toEqual(["after"]);
  });

  it("is set aside when SQLite refuses a read of a page with a changed byte", async () => {
    for (let n = 0; n < 400; n++) writer.append([happened(`${n} ${"x".repeat(200)}`)]);
    await writer.flush();
    await sql`pragma wal_checkpoint(truncate)`.execute(database.write);
    await writer.stop();
    await database.close();
    // Opens the database again, so that no page of the table is in a cache.
    database = await openDatabase({ url: null, folder });
    writer = createHistoryWriter(database, clock);
    await until((status) => status.kind === "recording");
    const page = Math.max(...leavesWith(readFileSync(file), "xxxxxxxxxxxxxxxx"));
    const handle = openSync(file, "r+");
    writeSync(handle, Buffer.from([0xff]), 0, 1, (page - 1) * 4096);
    closeSync(handle);
    const read = sql`select sum(length(name)) from subject not indexed`.execute(database.read);
    await expect(read).rejects.toMatchObject({ code: expect.stringMatching(/^SQLITE_CORRUPT/) });
    clock.advance(5_000);
    await until((status) => status.kind === "paused");
    clock.advance(1_000);
    await until((status) => status.kind === "recording");
    expect(readdirSync(folder).some((one) => one.startsWith("history.db.corrupt-"))).toBe(true);
    await write("after");
    expect(await namesOnDisk()).toEqual(["after"]);
  });
});

/** Returns the numbers of the table leaves that contain a text. */
function leavesWith(bytes: Buffer, text: string): number[] {
  const pages = Array.from({ length: bytes.length / 4096 }, (_, n) => n);
  return pages.filter((n) => bytes[n * 4096] === 0x0d && bytes.subarray(n * 4096, (n + 1) * 4096).includes(text)).map((n) => n + 1);
}

it("that stays where it is goes on without a word", async () => {
  for (let second = 0; second < 20; second++) {
    clock.advance(1_000);
    await write(`${second}`);
  }
  expect(statuses.map(({ kind }) => kind)).toEqual(["recording"]);
});
