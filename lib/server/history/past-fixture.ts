import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Client } from "pg";
import type { Engine } from "./engine";

/** What an earlier version of the product wrote; the README there says which, and how. */
const FOLDER = join(process.cwd(), "lib/server/history/fixtures");

/** What is told of a fixture; `end` in milliseconds. */
export interface FixtureStory {
  readonly end: number;
  readonly told: object;
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
