import { type Kysely, type Migration, Migrator } from "kysely";
import { coverTables } from "./cover-tables";
import { createTables } from "./create-tables";
import type { Engine } from "./engine";
import { tuneTables } from "./tune-tables";

/** In the order in which they run; a name, once released, never changes. */
const MIGRATIONS: Readonly<Record<string, (engine: Engine) => Migration>> = {
  "0001-tables": createTables,
  "0002-tuned": tuneTables,
  "0003-covering": coverTables,
};

/** Brings the tables up to date. Several processes may do so at once: PostgreSQL lets one migrate while the others wait for it. */
export async function migrate<Schema>(database: Kysely<Schema>, engine: Engine): Promise<void> {
  const migrations = Object.fromEntries(Object.entries(MIGRATIONS).map(([name, of]) => [name, of(engine)]));
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableName: "history_migration",
    migrationLockTableName: "history_migration_lock",
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
