import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Client } from "pg";
import { openPostgres } from "@/lib/server/history/postgres-database";
import { type Postgres, startPostgres } from "@/lib/testing/postgres";

/** The tables of a history, copied for each database that has them. */
const TEMPLATE = "with_tables";

let starting: Promise<Postgres> | null = null;
let addresses: Server | null = null;

/**
 * Global setup of Vitest: one PostgreSQL server for all test files of a run, because its start takes half a second of CPU time. It starts when a file requests
 * the first database.
 */
export async function setup(): Promise<void> {
  // Vitest calls this for each project of its configuration.
  if (process.env.STOLOS_POSTGRES_SOCKET !== undefined) return;
  const path = join(tmpdir(), `stolos-postgres-${process.pid}.sock`);
  // Workers inherit this.
  process.env.STOLOS_POSTGRES_SOCKET = path;
  addresses = createServer((socket) => {
    socket.on("error", () => undefined);
    starting ??= startPostgres();
    starting.then(
      ({ url }) => socket.end(url),
      (error: Error) => socket.end(`error: ${error.message}`),
    );
  }).listen(path);
  await once(addresses, "listening");
}

export async function teardown(): Promise<void> {
  addresses?.close();
  await (await starting)?.remove();
}

/** The current tables of a history, nothing, or what the database at an address contains. No connection to that database may be open. */
export type DatabaseContent = "tables" | "nothing" | { readonly copyOf: string };

/** Creates a database at the server of the run. Resolves to its address. */
export function createSharedDatabase(content: DatabaseContent): Promise<string> {
  return atServer(async (query, url) => {
    const name = `own_${randomUUID().replaceAll("-", "")}`;
    if (content === "tables") await ensureTemplate(query, url);
    const template = content === "tables" ? TEMPLATE : content === "nothing" ? "template1" : databaseName(content.copyOf);
    // The files of a small database are copied faster than a log of its pages is written.
    await query(`create database ${name} template ${template} strategy file_copy`);
    return databaseAt(url, name);
  });
}

/** Drops databases. Each takes 8 MB, and the folder of the server may be in memory. */
export function dropSharedDatabases(urls: readonly string[]): Promise<void> {
  return atServer(async (query) => {
    for (const url of urls) await query(`drop database ${databaseName(url)} with (force)`);
  });
}

type Query = (statement: string) => Promise<readonly unknown[]>;

/** One of the workers creates the template, and the others wait for it. */
async function ensureTemplate(query: Query, url: string): Promise<void> {
  const isThere = async () => (await query(`select 1 from pg_database where datname = '${TEMPLATE}'`)).length > 0;
  if (await isThere()) return;
  await query("select pg_advisory_lock(1)");
  if (await isThere()) return;
  await query(`create database ${TEMPLATE}_draft`);
  const database = openPostgres(databaseAt(url, `${TEMPLATE}_draft`));
  await database.prepare();
  await database.close();
  await query(`alter database ${TEMPLATE}_draft rename to ${TEMPLATE}`);
}

/** Runs statements over a connection, which has no transaction and releases its locks at the end. */
async function atServer<T>(work: (query: Query, url: string) => Promise<T>): Promise<T> {
  const url = await serverAddress();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (statement) => (await client.query(statement)).rows, url);
  } finally {
    await client.end();
  }
}

/** Rejects if the server did not start. */
async function serverAddress(): Promise<string> {
  const answer = await text(connect(process.env.STOLOS_POSTGRES_SOCKET ?? ""));
  if (answer.startsWith("error: ")) throw new Error(answer);
  return answer;
}

function databaseAt(url: string, name: string): string {
  return url.replace(/[^/]+$/, name);
}

function databaseName(url: string): string {
  return new URL(url).pathname.slice(1);
}
