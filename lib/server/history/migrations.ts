import { type Kysely, type Migration, Migrator, sql } from "kysely";
import { acceptedLossTables } from "./accepted-loss-tables";
import { auditFactColumns } from "./audit-fact-columns";
import { auditOriginColumns } from "./audit-origin-columns";
import { auditTables } from "./audit-tables";
import { coverTables } from "./cover-tables";
import { createTables } from "./create-tables";
import type { Engine } from "./engine";
import { expandTables } from "./expand-tables";
import { gaugeRollUpTables } from "./gauge-roll-up-tables";
import { gaugeTables } from "./gauge-tables";
import { incidentTables } from "./incident-tables";
import { knownSizeTables } from "./known-size-tables";
import { type REQUIRED_STEPS, REQUIRED_TABLE, refuseLater } from "./later-version";
import { recorderSinceColumn } from "./recorder-since-column";
import { revokedSessionTables } from "./revoked-session-tables";
import { tuneTables } from "./tune-tables";

type Steps = Readonly<Record<string, (engine: Engine) => Migration>>;

/** In the order in which they run; a name, once released, never changes. A version that does not know one of them refuses the history. */
const REQUIRED: Readonly<Record<(typeof REQUIRED_STEPS)[number], (engine: Engine) => Migration>> = {
  "0001-tables": createTables,
  "0002-tuned": tuneTables,
  "0003-covering": coverTables,
};

/**
 * What only adds, and asks nothing of who writes: versions that do not know it go on, also beside one that does. What takes away, or has to be
 * filled in, comes a version later and goes above.
 */
const EXPANSIONS: Steps = {
  "0004-facts": expandTables,
  "0005-gauges": gaugeTables,
  "0006-audit": auditTables,
  "0007-gauge-roll-ups": gaugeRollUpTables,
  "0008-audit-facts": auditFactColumns,
  "0009-audit-origins": auditOriginColumns,
  "0010-revoked-sessions": revokedSessionTables,
  "0011-accepted-losses": acceptedLossTables,
  "0012-known-sizes": knownSizeTables,
  "0013-incidents": incidentTables,
  "0014-recorder-since": recorderSinceColumn,
};
const EXPANSION_TABLE = "history_expansion";

/**
 * Brings the tables up to date. Several processes may do so at once: PostgreSQL lets one migrate while the others wait for it. A process that is
 * killed meanwhile leaves nothing half done. Rejects with `LATER_VERSION`, and changes nothing, where only a later version may go on.
 */
export async function migrate<Schema>(database: Kysely<Schema>, engine: Engine): Promise<void> {
  refuseLater(await stepsIn(database, engine, REQUIRED_TABLE));
  await take(database, engine, REQUIRED_TABLE, REQUIRED);
  const taken = await stepsIn(database, engine, EXPANSION_TABLE);
  // A later version has added something: it is there, and that is all that there is to know about it.
  const unknown = taken.filter((name) => !(name in EXPANSIONS)).map((name) => [name, nothing] as const);
  await take(database, engine, EXPANSION_TABLE, { ...EXPANSIONS, ...Object.fromEntries(unknown) });
}

async function take<Schema>(database: Kysely<Schema>, engine: Engine, table: string, steps: Steps): Promise<void> {
  const migrations = Object.fromEntries(Object.entries(steps).map(([name, of]) => [name, of(engine)]));
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** The names of the steps that were taken; none where the table is not there yet. */
async function stepsIn<Schema>(database: Kysely<Schema>, engine: Engine, table: string): Promise<readonly string[]> {
  const found =
    engine === "sqlite"
      ? sql`select 1 from sqlite_schema where type = 'table' and name = ${table}`
      : sql`select 1 from information_schema.tables where table_schema = current_schema() and table_name = ${table}`;
  if ((await found.execute(database)).rows.length === 0) return [];
  const { rows } = await sql<{ readonly name: string }>`select name from ${sql.table(table)} order by name`.execute(database);
  return rows.map(({ name }) => name);
}

function nothing(): Migration {
  return { up: () => Promise.resolve() };
}
