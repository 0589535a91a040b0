import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Client } from "pg";
import type { Engine } from "@/lib/server/history/engine";

/** What an earlier version of the product wrote; the README there says which, and how. */
const FOLDER = join(process.cwd(), "lib/server/history/fixtures");

/** What is told of a fixture; `end` in milliseconds. */
export interface FixtureStory {
  readonly end: number;
  readonly told: object;
}

/** Every fixture, by its last migration, oldest first. */
export const FIXTURES: readonly string[] = readdirSync(FOLDER, { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map(({ name }) => name)
  .sort();

/** Runs a SELECT and returns its rows as arrays of values. */
export type RowReader = (select: string) => Promise<readonly (readonly unknown[])[]>;

/** The columns with the rows, moments and exact states of a history. Later versions never change them, but may add tables and columns. */
const KEPT_COLUMNS = {
  recorder: "token, started_at",
  watch_window: "recorder_id, cluster, kind, namespace, from_at, to_at",
  subject: "cluster, kind, namespace, name, uid",
  series: "cluster, namespace, group_name",
  shape: "digest",
  version: "subject_id, version_key, series_id, valid_from, valid_to, not_before, shape_id, state, vouched, connection, confirmed_at",
  transition: "subject_id, version_key, type, series_id, at, not_before, from_word",
  roll_up: "tier, series_id, at, observed_ms, total_ms, serving_ms, state_ms, state_peak, state_end, appeared, ended",
  gauge: "cluster, source, namespace, kind, name",
  gauge_value: "gauge_id, at, not_before, numbers",
  gauge_roll_up: "gauge_id, tier, at, least, least_at, last, last_at",
  audit: "line_key, at, who, command, verb, resource, cluster, namespace, name, mode, fields, result",
} as const;
export type KeptTable = keyof typeof KEPT_COLUMNS;
export const KEPT_TABLES = Object.keys(KEPT_COLUMNS) as readonly KeptTable[];

/** Returns the rows of one table in the order of their ids, as text, because the engines return numbers as different types. */
export async function keptRows(read: RowReader, table: KeptTable): Promise<readonly string[]> {
  const rows = await read(`select id, ${KEPT_COLUMNS[table]} from ${table} order by id`);
  return rows.map((row) => row.map(String).join("|"));
}

export function fixtureStory(version: string): FixtureStory {
  return JSON.parse(readFileSync(join(FOLDER, version, "story.json"), "utf8"));
}

/** Puts the SQLite file of a version into a folder, where the product looks for it. */
export function putSqliteFixture(version: string, folder: string): void {
  writeFileSync(join(folder, "history.db"), gunzipSync(readFileSync(join(FOLDER, version, "history.db.gz"))));
}

/** Loads the same past into the empty PostgreSQL database at an address. */
export async function loadPostgresFixture(version: string, url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(readFileSync(join(FOLDER, version, "postgres.sql"), "utf8"));
  await client.end();
}

/** What that version asked of its database while it recorded the past: to be asked again. */
export function writtenStatements(version: string, engine: Engine): readonly { readonly statement: string; readonly parameters: readonly unknown[] }[] {
  return JSON.parse(gunzipSync(readFileSync(join(FOLDER, version, `${engine}-statements.json.gz`))).toString("utf8"));
}
