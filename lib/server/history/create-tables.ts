import { type CreateTableBuilder, type Kysely, type Migration, sql } from "kysely";
import { columnTypes, type Engine } from "./engine";

/** Column by column: `text`, `number` (whole, 64 bits); a `?` behind it may be null; `-> table` names a row there. */
type Columns = readonly (readonly [name: string, holds: string])[];

const TABLES: readonly (readonly [table: string, columns: Columns])[] = [
  [
    "recorder",
    [
      ["token", "text"],
      ["started_at", "number"],
      ["stopped_at", "number?"],
    ],
  ],
  [
    "watch_window",
    [
      ["recorder_id", "-> recorder"],
      ["cluster", "text"],
      ["kind", "text"],
      ["namespace", "text"],
      ["from_at", "number"],
      ["to_at", "number"],
      ["ended_because", "text"],
    ],
  ],
  ["subject", ["cluster", "kind", "namespace", "name", "uid"].map((name) => [name, "text"] as const)],
  ["series", ["cluster", "namespace", "group_name"].map((name) => [name, "text"] as const)],
  [
    "shape",
    [
      ["digest", "text"],
      ["body", "text"],
    ],
  ],
  [
    "version",
    [
      ["subject_id", "-> subject"],
      ["version_key", "text"],
      ["series_id", "-> series?"],
      ["valid_from", "number"],
      ["valid_to", "number?"],
      ["not_before", "number?"],
      ["shape_id", "-> shape"],
      ["moving", "text"],
      ["state", "number"],
      ["serving_class", "number"],
      ["vouched", "number"],
      ["connection", "text"],
      ["confirmed_at", "number?"],
    ],
  ],
  [
    "transition",
    [
      ["subject_id", "-> subject"],
      ["version_key", "text"],
      ["type", "text"],
      ["series_id", "-> series?"],
      ["at", "number"],
      ["not_before", "number?"],
      ["from_word", "text"],
      ["to_word", "text"],
      ["detail", "text"],
    ],
  ],
  [
    "roll_up",
    [
      ["tier", "text"],
      ["series_id", "-> series"],
      ...["at", "observed_ms", "total_ms", "serving_ms", "doubted_ms"].map((name) => [name, "number"] as const),
      ...["state_ms", "state_peak", "state_end"].map((name) => [name, "text"] as const),
      ...["serving_least", "total_least", "serving_end", "doubted_end", "total_end", "appeared", "ended"].map((name) => [name, "number"] as const),
    ],
  ],
];

const UNIQUE = [
  ["recorder", ["token"]],
  ["watch_window", ["recorder_id", "cluster", "kind", "namespace", "from_at"]],
  ["subject", ["cluster", "kind", "uid"]],
  ["series", ["cluster", "namespace", "group_name"]],
  ["shape", ["digest"]],
  ["version", ["subject_id", "version_key"]],
  ["transition", ["subject_id", "version_key", "type"]],
  ["roll_up", ["tier", "series_id", "at"]],
] as const;

/** For the questions that pages ask, and for what a deletion has to look up. */
const INDEXES = [
  ["watch_window", ["to_at"]],
  ["subject", ["cluster", "kind", "namespace", "name"]],
  ["version", ["subject_id", "valid_from"]],
  ["version", ["series_id", "valid_from"]],
  ["version", ["valid_from"]],
  ["version", ["valid_to"]],
  ["version", ["shape_id"]],
  ["transition", ["at"]],
  ["transition", ["type", "at"]],
  ["transition", ["series_id", "at"]],
  ["roll_up", ["series_id", "tier", "at"]],
  ["roll_up", ["tier", "at"]],
] as const;

/** The tables of `schema.ts`, with what makes their rows unique. */
export function createTables(engine: Engine): Migration {
  return {
    up: async (database: Kysely<unknown>) => {
      for (const [table, columns] of TABLES) await withColumns(database.schema.createTable(table).ifNotExists(), columns, engine).execute();
      for (const [table, columns] of UNIQUE)
        await database.schema
          .createIndex(`${table}_unique`)
          .ifNotExists()
          .unique()
          .on(table)
          .columns([...columns])
          .execute();
      for (const [table, columns] of INDEXES) {
        await database.schema
          .createIndex(`${table}_by_${columns.join("_")}`)
          .ifNotExists()
          .on(table)
          .columns([...columns])
          .execute();
      }
      await database.schema.createIndex("version_open").ifNotExists().on("version").column("subject_id").where(sql.ref("valid_to"), "is", null).execute();
    },
  };
}

function withColumns(table: CreateTableBuilder<string, never>, columns: Columns, engine: Engine): CreateTableBuilder<string, string> {
  const { text, key } = columnTypes(engine);
  const start: CreateTableBuilder<string, string> = table.addColumn("id", key);
  return columns.reduce((built, [name, holds]) => {
    const type = holds.startsWith("text") ? text : sql`bigint`;
    const target = /^-> (\w+)/.exec(holds)?.[1];
    return built.addColumn(name, type, (column) => {
      const checked = holds.endsWith("?") ? column : column.notNull();
      return target === undefined ? checked : checked.references(`${target}.id`);
    });
  }, start);
}
