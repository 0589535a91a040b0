import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, type Migration, Migrator, PostgresDialect, type PostgresPool, sql } from "kysely";
import Database from "libsql";
import { Client, Pool } from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { onEachEngine } from "@/lib/testing/engines";
import { FIXTURES, fixtureStory, loadPostgresFixture, putSqliteFixture, writtenStatements } from "@/lib/testing/server/past-fixture";
import { pastStory } from "@/lib/testing/server/past-story";
import { ALL_IN_SIGHT } from "@/lib/testing/server/remembered-fleet";
import { createHistory } from "./create-history";
import { judgeEndings } from "./judge-endings";
import { migrate } from "./migrations";
import { type HistoryDatabase, openDatabase } from "./open-database";
import { openPostgres } from "./postgres-database";
import type { HistorySchema } from "./schema";
import { sqliteDialect } from "./sqlite-dialect";
import { openSqliteSession } from "./sqlite-session";

const LATER = "0099-taken-away";

function folderOfItsOwn(): string {
  const folder = mkdtempSync(join(tmpdir(), "stolos-steps-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function inFolder(folder: string): Promise<HistoryDatabase> {
  const database = await openDatabase({ url: null, folder });
  onTestFinished(() => database.close());
  return database;
}

async function atUrl(url: string): Promise<HistoryDatabase> {
  const database = openPostgres(url);
  onTestFinished(() => database.close());
  return database;
}

async function storyOf(database: HistoryDatabase): Promise<unknown> {
  const { end } = fixtureStory("0003");
  const fleet = liveFleet(["prod-eu"], () => end);
  const history = createHistory({ database, status: () => ({ kind: "recording", since: end, notice: "" }), fleet });
  return pastStory(history, database, end, ALL_IN_SIGHT);
}

/** The fixture, opened by nobody yet. */
async function fixtureIn(url: string | null): Promise<{ readonly open: () => Promise<HistoryDatabase>; readonly folder: string }> {
  const folder = folderOfItsOwn();
  if (url === null) putSqliteFixture("0003", folder);
  else await loadPostgresFixture("0003", url);
  return { open: () => (url === null ? inFolder(folder) : atUrl(url)), folder };
}

async function run(url: string, statement: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const bytesOf = (folder: string) =>
  ["history.db", "history.db-wal"].map((name) => {
    const path = join(folder, name);
    return existsSync(path) ? createHash("sha256").update(readFileSync(path)).digest("hex") : "none";
  });

const EVERYTHING = `select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2`;

onEachEngine("a history that a later version has made its own", (own) => {
  it("is refused with a sentence, and left as it is to the byte", async () => {
    const url = await own("nothing");
    const { open, folder } = await fixtureIn(url);
    const state = async () => (url === null ? bytesOf(folder) : [await run(url, EVERYTHING), await run(url, "select * from history_migration")]);
    const step = `insert into history_migration (name, timestamp) values ('${LATER}', '2027-01-01T00:00:00.000Z')`;
    if (url === null) await asLeftByAKill(folder, step);
    else await run(url, step);
    const before = await state();
    await expect((await open()).prepare()).rejects.toMatchObject({
      code: "LATER_VERSION",
      message: `The history belongs to a later version of Stolos (${LATER}), and is left as it is. Run that version, or name another folder or database.`,
    });
    expect(await state()).toEqual(before);
  });

  it("is not one to which a later version only added something", async () => {
    const url = await own("nothing");
    const { open } = await fixtureIn(url);
    const first = await open();
    await first.prepare();
    await sql`insert into history_expansion (name, timestamp) values ('0098-added', '2027-01-01T00:00:00.000Z')`.execute(first.write);
    await sql`alter table version add column unheard_of bigint`.execute(first.write);
    await first.close();
    const again = await open();
    expect(await again.prepare()).toBe("");
    expect(await storyOf(again)).toMatchObject(fixtureStory("0003").told);
  });
});

/** What a process leaves that writes something and is killed: it stands in the log, and not in the file yet. */
async function asLeftByAKill(folder: string, statement: string): Promise<void> {
  const elsewhere = folderOfItsOwn();
  copyFileSync(join(folder, "history.db"), join(elsewhere, "history.db"));
  const database = new Database(join(elsewhere, "history.db"));
  database.exec("pragma wal_autocheckpoint = 0");
  database.exec(statement);
  for (const name of ["history.db", "history.db-wal"]) copyFileSync(join(elsewhere, name), join(folder, name));
  database.close();
}

describe("a step that is killed", () => {
  it("is taken again from its beginning, whichever statement it had come to (in SQLite)", async () => {
    for (const begun of ["empty", "fixture"]) {
      const folder = folderOfItsOwn();
      if (begun === "fixture") putSqliteFixture("0003", folder);
      const path = join(folder, "history.db");
      const session = openSqliteSession(path, "write");
      const images: string[] = [];
      const sink = {
        execute: (statement: string, parameters: readonly unknown[]) => {
          const answer = session.execute(statement, parameters);
          if (/^\s*(select|pragma)/i.test(statement)) return answer;
          // What a power cut at this moment would leave on the disk.
          const image = folderOfItsOwn();
          for (const suffix of ["", "-wal"]) if (existsSync(path + suffix)) copyFileSync(path + suffix, join(image, `history.db${suffix}`));
          images.push(image);
          return answer;
        },
      };
      await migrate(new Kysely<unknown>({ dialect: sqliteDialect([sink]) }), "sqlite");
      session.close();
      expect(images.length).toBeGreaterThan(begun === "empty" ? 40 : 8);
      for (const image of images) {
        const again = openSqliteSession(join(image, "history.db"), "write");
        const tables = new Kysely<HistorySchema>({ dialect: sqliteDialect([again]) });
        await migrate(tables, "sqlite");
        expect(await tables.selectFrom("version").select(["state_at", "format"]).limit(1).execute()).toHaveLength(begun === "empty" ? 0 : 1);
        again.close();
      }
      const last = await inFolder(images.at(-3) ?? "");
      expect(await last.prepare()).toBe("");
      if (begun === "fixture") expect(await storyOf(last)).toMatchObject(fixtureStory("0003").told);
    }
  });
});

onEachEngine("a step that is killed at the server", (own) => {
  it.each([
    ["an empty database", 4],
    ["what the version before left", 3],
  ])(
    "is taken again from its beginning, in %s",
    async (begun, stride) => {
      const isFixture = begun !== "an empty database";
      const original = await own("nothing");
      // SQLite runs in the process itself: see above.
      if (original === null) return;
      if (isFixture) await loadPostgresFixture("0003", original);
      let failures = 0;
      for (let survived = 0; ; survived += stride) {
        const url = (await own({ copyOf: original })) ?? "";
        const fate = await migrateAndBeKilled(url, survived);
        const database = openPostgres(url);
        expect(await database.prepare()).toBe("");
        expect(await database.read.selectFrom("version").select(["state_at", "format"]).limit(1).execute()).toHaveLength(isFixture ? 1 : 0);
        if (isFixture && survived % 6 === 0) expect(await storyOf(database)).toMatchObject(fixtureStory("0003").told);
        await database.close();
        if (fate === "survived") break;
        failures += fate === "failed" ? 1 : 0;
      }
      expect(failures).toBeGreaterThan(3);
    },
    120_000,
  );
});

/** Migrates over a connection that the server ends after so many statements; `failed` where that was in the middle of a step. */
async function migrateAndBeKilled(url: string, after: number): Promise<"survived" | "killed" | "failed"> {
  let left = after;
  const pool = new Pool({ connectionString: url, max: 1 });
  pool.on("error", () => undefined);
  const killed = async () =>
    void (await run(url, "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"));
  const connected = {
    connect: async () => {
      const client = await pool.connect();
      client.on("error", () => undefined);
      return {
        query: async (statement: string, parameters: readonly unknown[]) => {
          const answer = await client.query(statement, [...parameters]);
          if (left-- === 0) await killed();
          return answer;
        },
        release: () => client.release(true),
      };
    },
    end: () => pool.end(),
  };
  const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: connected as unknown as PostgresPool }) });
  try {
    await migrate(database, "postgres");
    return left >= 0 ? "survived" : "killed";
  } catch {
    return "failed";
  } finally {
    await database.destroy();
  }
}

/** The steps that the version before knows; in a provider that has nothing to run. */
const STEPS_BEFORE = Object.fromEntries(["0001-tables", "0002-tuned", "0003-covering"].map((name) => [name, { up: () => Promise.resolve() } as Migration]));

onEachEngine("an earlier version", (own) => {
  it.each(FIXTURES)("accepts and writes the tables of this version: %s", async (version) => {
    const url = await own("nothing");
    const folder = folderOfItsOwn();
    const database = await (url === null ? inFolder(folder) : atUrl(url));
    await database.prepare();
    const asBefore = new Migrator({
      db: database.write,
      provider: { getMigrations: () => Promise.resolve(STEPS_BEFORE) },
      migrationTableName: "history_migration",
      migrationLockTableName: "history_migration_lock",
    });
    expect(await asBefore.migrateToLatest()).toMatchObject({ results: [] });
    await database.write.connection().execute(async (connection) => {
      for (const { statement, parameters } of writtenStatements(version, database.engine)) {
        await connection.executeQuery({
          sql: statement,
          parameters,
          query: { kind: "RawNode", sqlFragments: [statement], parameters: [] },
          queryId: { queryId: "" },
        });
      }
    });
    // As every minute.
    await judgeEndings(database.write);
    expect(await storyOf(database)).toMatchObject(fixtureStory(version).told);
  });
});
