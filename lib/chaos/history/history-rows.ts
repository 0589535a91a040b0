import { sql } from "kysely";
import type { HistoryDatabase } from "@/lib/server/history/open-database";

const TABLES = ["recorder", "watch_window", "subject", "series", "shape", "version", "transition", "roll_up"];

/** Every row of a history as text, by its table and number. */
export type TableRows = ReadonlyMap<string, string>;

/** Reads the tables themselves, in the order of their rows: no index has a say. */
export async function readRows({ read }: HistoryDatabase): Promise<TableRows> {
  const found = new Map<string, string>();
  for (const table of TABLES) {
    const { rows } = await sql<{ id: number }>`select * from ${sql.table(table)} not indexed order by id`.execute(read);
    for (const row of rows) {
      const name = `${table} ${row.id}`;
      found.set(name, found.has(name) ? `${name} twice` : JSON.stringify(row));
    }
  }
  return found;
}

/** How many rows say something else than before, and how many are there on one side only. */
export function rowsApart(before: TableRows, after: TableRows): { readonly altered: number; readonly missing: number } {
  let [altered, missing] = [0, 0];
  for (const [name, row] of before) {
    const now = after.get(name);
    if (now === undefined) missing++;
    else if (now !== row) altered++;
  }
  for (const name of after.keys()) if (!before.has(name)) missing++;
  return { altered, missing };
}
