import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type KyselyPlugin, sql } from "kysely";
import { Client } from "pg";
import { expect, it, onTestFinished } from "vitest";
import type { ActivityAnswer } from "@/lib/contract/answers/history";
import { formatMoment } from "@/lib/contract/url/history-window";
import { formatQueryValues } from "@/lib/contract/url/query-values";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { postgresPrograms } from "@/lib/testing/postgres";
import {
  FIXTURES,
  fixtureStory,
  KEPT_TABLES,
  type KeptTable,
  keptRows,
  loadPostgresFixture,
  putSqliteFixture,
  type RowReader,
} from "@/lib/testing/server/past-fixture";
import { pastStory } from "@/lib/testing/server/past-story";
import { ALL_IN_SIGHT, rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { PAST_WORLD, toldPast } from "@/lib/testing/told-past";
import { answerHistory } from "./answer-history";
import { createHistory } from "./create-history";
import type { History } from "./history";
import type { AuditLine } from "./keep-audit";
import { type HistoryDatabase, openDatabase } from "./open-database";
import { openPostgres } from "./postgres-database";
import { openSqliteSession } from "./sqlite-session";

/** Where to write the same again: a folder for a new fixture. */
const WRITE_TO = process.env.WRITE_PAST;

function folderOfItsOwn(): string {
  const folder = mkdtempSync(join(tmpdir(), "stolos-past-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function opened(database: HistoryDatabase): Promise<HistoryDatabase> {
  onTestFinished(() => database.close());
  expect(await database.prepare()).toBe("");
  return database;
}

/** A fixture as that version wrote its tables, and the same fixture opened by this version. */
async function fixtureOf(version: string, own: OwnDatabase): Promise<{ readonly before: RowReader; readonly open: () => Promise<HistoryDatabase> }> {
  const url = await own("nothing");
  if (url !== null) {
    await loadPostgresFixture(version, url);
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    return { before: async (text) => (await client.query({ text, rowMode: "array" })).rows, open: () => opened(openPostgres(url)) };
  }
  const folder = folderOfItsOwn();
  putSqliteFixture(version, folder);
  const before: RowReader = (select) => {
    const session = openSqliteSession(join(folder, "history.db"), "look");
    try {
      return Promise.resolve(session.execute(select, []).rows);
    } finally {
      session.close();
    }
  };
  return { before, open: async () => opened(await openDatabase({ url: null, folder })) };
}

/** The same past, recorded by this version. */
async function playedPast(database: HistoryDatabase): Promise<number> {
  const clock = new ManualClock(NOW);
  const recorder = async (token: string, serving: number) => {
    const played = await rememberedFleet(clock, PAST_WORLD, database, token);
    played.setGauge(GAUGE, { taken: 8, serving, inDoubt: 0, weight: serving });
    return played;
  };
  const last = await toldPast(await recorder("first", 8), () => recorder("second", 7));
  await (last as Awaited<ReturnType<typeof recorder>>).stop();
  const history = historyOf(database, clock.now());
  for (const line of AUDIT_LINES) history.keepAudit(line);
  await history.end();
  return clock.now();
}

/** The machines of one Service, and two commands, which the recorded watches do not contain. */
const GAUGE = { cluster: "prod-eu", source: "workloadentries", namespace: "shop", kind: "host-machines", name: "Service/checkout" } as const;
const AUDIT_LINES: readonly AuditLine[] = [
  {
    ...{ who: "ann", command: "set-expected-size", verb: "patch", resource: "workloadgroups", seen_with: "workloadgroups", audit_id: "audit-1" },
    ...{ cluster: "prod-eu", namespace: "shop", name: "checkout", mode: "applied", fields: "metadata.annotations", result: "done", object_uid: "group-1" },
  },
  {
    ...{ who: "bob", command: "issue-token", verb: "create", resource: "serviceaccounts/token", seen_with: "workloadgroups", audit_id: "" },
    ...{ cluster: "prod-eu", namespace: "shop", name: "checkout-vm", mode: "applied", fields: "", result: "refused: forbidden" },
    ...{ token_group: "checkout", token_ends: NOW, session: "session-1", source_address: "192.0.2.7", request_id: "request-1" },
  },
];

/** What pages are told of it, as if at its end; nobody is watched any more. */
function storyOf(database: HistoryDatabase, end: number): Promise<unknown> {
  return pastStory(historyOf(database, end), database, end, ALL_IN_SIGHT);
}

function historyOf(database: HistoryDatabase, end: number): History {
  const fleet = liveFleet(["prod-eu"], () => end);
  return createHistory({ database, status: () => ({ kind: "recording", since: end, notice: "" }), fleet });
}

/** A line for each thing that is told, so that a difference can be read. */
function storyText(end: number, told: unknown): string {
  const lines = JSON.stringify({ end, told }, null, 1).split("\n");
  return `${lines
    .map((line) => (line.length - line.trimStart().length > 4 ? line.trimStart() : `\n${line}`))
    .join("")
    .trimStart()}\n`;
}

onEachEngine("a history that an earlier version wrote", (own) => {
  it.each(FIXTURES)("%s opens and shows the same as in that version", async (version) => {
    const { end, told } = fixtureStory(version);
    const { open } = await fixtureOf(version, own);
    expect(await storyOf(await open(), end)).toMatchObject(told);
  });

  it.each(FIXTURES)("%s keeps every row, moment and exact state when this version opens it", async (version) => {
    const { before, open } = await fixtureOf(version, own);
    const { tables, rows } = await fixtureRows(before);
    const { read } = await open();
    const after: RowReader = async (select) => (await sql.raw<Record<string, unknown>>(select).execute(read)).rows.map(Object.values);
    for (const table of tables) expect([table, await keptRows(after, table)]).toEqual([table, rows.get(table)]);
    expect(Math.min(...[...rows.values()].map(({ length }) => length))).toBeGreaterThan(0);
  });

  it("shows the same as a past that this version recorded", async () => {
    const url = await own();
    const database = await opened(url === null ? await openDatabase({ url, folder: folderOfItsOwn() }) : openPostgres(url));
    const end = await playedPast(database);
    const told = await storyOf(database, end);
    for (const version of FIXTURES) expect({ version, end, told }).toMatchObject({ version, ...fixtureStory(version) });
  });

  it("is told in the words of today where facts are kept, whatever words stand beside them", async () => {
    const url = await own();
    const database = await opened(url === null ? await openDatabase({ url, folder: folderOfItsOwn() }) : openPostgres(url));
    const end = await playedPast(database);
    expect(await overwriteWords(database)).toEqual(TYPES_OF_FACTS);
    expect({ end, told: await storyOf(database, end) }).toMatchObject(fixtureStory("0003"));
  });

  it("is found by what is shown of it", async () => {
    const url = await own();
    const database = await opened(url === null ? await openDatabase({ url, folder: folderOfItsOwn() }) : openPostgres(url));
    const end = await playedPast(database);
    const asked = formatQueryValues({ window: "24h", limit: 50, q: "VPC-2 → vpc-3", at: formatMoment(end) });
    const found = (await answerHistory(historyOf(database, end), "activity", new URLSearchParams(asked), ALL_IN_SIGHT)) as ActivityAnswer;
    expect(
      found.rows.map(({ type, detail }) => [type, detail.includes("spec.template.network: vpc-2 → vpc-3") || detail.includes("spec.network: vpc-2 → vpc-3")]),
    ).toEqual([
      ["group-edited", true],
      ["place", true],
    ]);
  });

  it("is told in the words that stand there where no facts are kept", async () => {
    // The first version stored no facts.
    const { open } = await fixtureOf("0003", own);
    const database = await open();
    await database.write.updateTable("transition").set({ detail: "group in words of then" }).where("type", "=", "group-edited").execute();
    await database.write.updateTable("watch_window").set({ ended_because: "gap in words of then" }).where("ended_because", "<>", "").execute();
    const { end } = fixtureStory("0003");
    const told = JSON.stringify(await storyOf(database, end));
    for (const words of ["group in words of then", "gap in words of then"]) expect(told).toContain(words);
  });
});

/** Returns the tables of a fixture with their rows. */
async function fixtureRows(read: RowReader): Promise<{ readonly tables: readonly KeptTable[]; readonly rows: ReadonlyMap<KeptTable, readonly string[]> }> {
  const rows = new Map<KeptTable, readonly string[]>();
  for (const table of KEPT_TABLES) {
    // Older fixtures do not have every table, and a read of a missing table fails.
    const found = await keptRows(read, table).catch(() => null);
    if (found !== null) rows.set(table, found);
  }
  return { tables: [...rows.keys()], rows };
}

/** What happens of which something is kept as facts, besides ends. */
const TYPES_OF_FACTS = ["blind", "group-deleted", "group-edited", "labels", "place", "replica-restarted", "service-changed", "spec"];

/** As if a version with other words had kept what is there; resolves to the types concerned. */
async function overwriteWords({ read, write }: HistoryDatabase): Promise<readonly string[]> {
  const types = await read
    .selectFrom("transition")
    .select("type")
    .distinct()
    .where("facts", "is not", null)
    .where("type", "<>", "ended")
    .orderBy("type")
    .execute();
  await write.updateTable("transition").set({ detail: "words of another version" }).where("facts", "is not", null).where("type", "<>", "ended").execute();
  await write.updateTable("watch_window").set({ ended_because: "words of another version" }).where("ended_because", "<>", "").execute();
  return types.map(({ type }) => type);
}

onEachEngine("a fixture for the versions to come", (own) => {
  it.runIf(WRITE_TO !== undefined)("is written", async () => {
    const folder = WRITE_TO ?? "";
    mkdirSync(folder, { recursive: true });
    const url = await own("nothing");
    const asked: { statement: string; parameters: readonly unknown[] }[] = [];
    const database = await opened(url === null ? await openDatabase({ url, folder }) : openPostgres(url));
    const end = await playedPast({ ...database, write: database.write.withPlugin(noting(database.write, asked)) });
    if (url === null) writeFileSync(join(folder, "story.json"), storyText(end, await storyOf(database, end)));
    writeFileSync(join(folder, `${database.engine}-statements.json.gz`), gzipSync(JSON.stringify(asked)));
    await database.close();
    if (url === null) {
      writeFileSync(join(folder, "history.db.gz"), gzipSync(readFileSync(join(folder, "history.db"))));
      for (const name of ["history.db", "history.lock"]) rmSync(join(folder, name), { force: true });
      return;
    }
    const program = join(postgresPrograms() ?? "", "pg_dump");
    const dump = execFileSync(program, ["--inserts", "--rows-per-insert=100", "--no-owner", "--no-privileges", "--no-comments", url], { encoding: "utf8" });
    writeFileSync(join(folder, "postgres.sql"), dump.replaceAll(/^(\\.*|--.*)?\n/gm, ""));
  });
});

/** Notes what is asked of a database to write; not where a transaction begins and ends. */
function noting(database: HistoryDatabase["write"], asked: { statement: string; parameters: readonly unknown[] }[]): KyselyPlugin {
  return {
    transformQuery: ({ node, queryId }) => {
      const { sql, parameters } = database.getExecutor().compileQuery(node, queryId);
      if (!/^\s*select/i.test(sql)) asked.push({ statement: sql, parameters });
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}
