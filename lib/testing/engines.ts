import { afterAll, describe } from "vitest";
import { type Postgres, postgresPrograms, startPostgres } from "./postgres";

/** Gives the address of an empty PostgreSQL database; null = SQLite in memory. */
export type OwnDatabase = () => Promise<string | null>;

let server: Promise<Postgres> | null = null;
let databases = 0;

afterAll(async () => {
  await (await server)?.remove();
});

/** Claims about a history that hold whatever keeps it: told on SQLite, and on a real PostgreSQL where one is installed. */
export function onEachEngine(claim: string, told: (ownDatabase: OwnDatabase) => void): void {
  const installed = postgresPrograms() !== null;
  describe(`${claim} (in SQLite)`, () => told(() => Promise.resolve(null)));
  describe.skipIf(!installed)(`${claim} (in PostgreSQL${installed ? "" : ", skipped: it is not installed here"})`, () => told(emptyPostgres));
}

async function emptyPostgres(): Promise<string> {
  server ??= startPostgres();
  const { url, query } = await server;
  const name = `own_${++databases}`;
  await query(`create database ${name}`);
  return url.replace(/[^/]+$/, name);
}
