import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type HistoryDatabase, openDatabase } from "./open-database";

const folder = mkdtempSync(join(tmpdir(), "stolos-history-"));
const opened: HistoryDatabase[] = [];

async function open(): Promise<HistoryDatabase> {
  const database = await openDatabase({ url: null, folder });
  opened.push(database);
  return database;
}

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("a history in a file", () => {
  it("is read while a transaction writes, and shows only what was committed", async () => {
    const database = await open();
    expect(await database.prepare()).toBe("");
    const recorder = { token: "a", started_at: 1_700_000_000_000, stopped_at: null, recording_since: null };
    await database.write.transaction().execute(async (transaction) => {
      await transaction.insertInto("recorder").values(recorder).execute();
      expect(await database.read.selectFrom("recorder").selectAll().execute()).toEqual([]);
    });
    expect(await database.read.selectFrom("recorder").selectAll().execute()).toEqual([{ id: 1, ...recorder }]);
  });

  it("is still there after the process that wrote it", async () => {
    const first = await open();
    await first.prepare();
    await first.write.insertInto("recorder").values({ token: "a", started_at: 1, stopped_at: null }).execute();
    await first.close();
    const second = await open();
    await second.prepare();
    expect(await second.read.selectFrom("recorder").select("token").execute()).toEqual([{ token: "a" }]);
  });

  it("refuses to write through its reading side", async () => {
    const database = await open();
    await database.prepare();
    await expect(database.read.insertInto("recorder").values({ token: "a", started_at: 1, stopped_at: null }).execute()).rejects.toThrow(/readonly/);
  });

  it("belongs to one process at a time", async () => {
    await (await open()).prepare();
    await expect((await open()).prepare()).rejects.toMatchObject({ code: "SQLITE_BUSY" });
  });

  it.each([
    ["a table and its index", [0, 1]],
    ["a table or its index", [0]],
    ["the other of them", [1]],
  ])("in which a text of %s is no text any more is read all the same", async (_where, damaged) => {
    const database = await open();
    await database.prepare();
    await database.write.insertInto("recorder").values({ token: "unmistakable", started_at: 1, stopped_at: null }).execute();
    await database.close();
    const path = join(folder, "history.db");
    const bytes = readFileSync(path);
    const places = [bytes.indexOf("unmistakable"), bytes.lastIndexOf("unmistakable")];
    expect(new Set(places).size).toBe(2);
    for (const at of damaged) bytes[(places[at] ?? 0) + 2] = 0xed;
    writeFileSync(path, bytes);
    const again = await open();
    expect(await again.prepare()).toBe("");
    // The table stands before the index that was made after it; by its number, and by the index alone.
    const token = damaged.includes(0) ? "un\uFFFDistakable" : "unmistakable";
    expect(await again.read.selectFrom("recorder").selectAll().execute()).toEqual([{ id: 1, token, started_at: 1, stopped_at: null, recording_since: null }]);
    expect(await again.read.selectFrom("recorder").select("token").execute()).toEqual([{ token }]);
  });

  it("that is no database is set aside, and a fresh one begun with a notice", async () => {
    const database = await open();
    await database.prepare();
    await database.close();
    writeFileSync(join(folder, "history.db"), "this is not a database, however long one looks at it ".repeat(200));
    const again = await open();
    expect(await again.prepare()).toMatch(/set aside as .*history\.db\.corrupt-\d{4}-\d\d-\d\dT\d+/);
    expect(readdirSync(folder).filter((name) => name.includes(".corrupt-"))).toHaveLength(1);
    expect(await again.read.selectFrom("recorder").selectAll().execute()).toEqual([]);
  });
});
