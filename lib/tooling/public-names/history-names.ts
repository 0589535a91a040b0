import { sql } from "kysely";
import { COMMAND_INPUTS } from "@/lib/contract/commands";
import { EntryRow } from "@/lib/contract/views/entry-row";
import { NOT_OBSERVED_CODES } from "@/lib/domain/history/not-observed-reason";
import { FIELD_CODES } from "@/lib/domain/history/object-changes";
import { ENDING_CAUSES, TRANSITIONS } from "@/lib/domain/history/transition";
import { TRANSITION_FACT_KINDS } from "@/lib/domain/history/transition-facts";
import { SOURCE_NAMES, SOURCES } from "@/lib/domain/source/source";
import { STATE_CODES } from "@/lib/domain/verdict/state-code";
import { openMemoryDatabase } from "@/lib/server/history/memory-database";
import type { FoundName } from "./name-list";

/** Tables with one row per completed step. The rows have the names of the migrations. */
const STEP_TABLES = ["history_migration", "history_expansion"] as const;

/** Tables, columns and migrations of a new database, and the codes in its rows. */
export async function historyNames(): Promise<readonly FoundName[]> {
  const database = await openMemoryDatabase();
  try {
    const { rows: tables } = await sql<{
      readonly name: string;
    }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`.execute(database.read);
    const names: FoundName[] = tables.map(({ name }) => ({ class: "history table", of: "", name }));
    for (const { name: table } of tables) {
      const { rows } = await sql<{ readonly name: string }>`select name from pragma_table_info(${table})`.execute(database.read);
      names.push(...rows.map(({ name }): FoundName => ({ class: "history column", of: table, name })));
    }
    for (const table of STEP_TABLES) {
      const { rows } = await sql<{ readonly name: string }>`select name from ${sql.table(table)} order by name`.execute(database.read);
      names.push(...rows.map(({ name }): FoundName => ({ class: "history migration", of: table, name })));
    }
    return [...names, ...storedCodes()];
  } finally {
    await database.close();
  }
}

/** Words and numbers in rows. Later versions must give earlier rows the same meaning. */
function storedCodes(): readonly FoundName[] {
  const subjects = new Set([...SOURCE_NAMES.flatMap((name) => SOURCES[name].subjects), "finding", "recorder"]);
  const words: Readonly<Record<string, Iterable<string>>> = {
    "transition.type": TRANSITIONS,
    "transition.to_word of ended": ENDING_CAUSES,
    "subject.kind": subjects,
    "watch_window.kind": SOURCE_NAMES,
    "watch_window.facts, code": NOT_OBSERVED_CODES,
    "audit.command": Object.keys(COMMAND_INPUTS),
    "version.connection": Object.values(EntryRow.shape.connection._zod.def.entries),
    "transition.facts, kind": TRANSITION_FACT_KINDS,
    "transition.facts, field": FIELD_CODES,
  };
  return [
    ...Object.entries(STATE_CODES).map(([name, code]): FoundName => ({ class: "history code", of: "version.state", name, value: String(code) })),
    ...Object.entries(words).flatMap(([of, codes]) => [...codes].map((name): FoundName => ({ class: "history code", of, name }))),
  ];
}
