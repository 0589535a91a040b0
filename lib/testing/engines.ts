import { afterAll, describe } from "vitest";
import { postgresPrograms } from "./postgres";
import { createSharedDatabase, type DatabaseContent, dropSharedDatabases } from "./server/shared-postgres";

/** Returns the address of a new PostgreSQL database, by default with the current tables of a history; null = SQLite in memory. */
export type OwnDatabase = (content?: DatabaseContent) => Promise<string | null>;

/** Claims about a history that hold whatever keeps it: told on SQLite, and on a real PostgreSQL where one is installed. */
export function onEachEngine(claim: string, told: (ownDatabase: OwnDatabase) => void): void {
  const installed = postgresPrograms() !== null;
  describe(`${claim} (in SQLite)`, () => told(() => Promise.resolve(null)));
  describe.skipIf(!installed)(`${claim} (in PostgreSQL${installed ? "" : ", skipped: it is not installed here"})`, () => {
    const urls: string[] = [];
    afterAll(() => (urls.length > 0 ? dropSharedDatabases(urls) : undefined));
    told(async (content = "tables") => {
      const url = await createSharedDatabase(content);
      urls.push(url);
      return url;
    });
  });
}
