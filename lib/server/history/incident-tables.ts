import { type Kysely, type Migration, sql } from "kysely";
import { columnTypes, type Engine } from "./engine";

/** Column by column: `text` or `number` (whole, 64 bits); with a `?` it may be null. */
type Columns = readonly (readonly [name: string, holds: "text" | "text?" | "number" | "number?"])[];

const TABLES: Readonly<Record<string, Columns>> = {
  incident: [
    ["incident_key", "text"],
    ["cluster", "text"],
    ["began_at", "number"],
    ["not_before", "number?"],
    ["opened_at", "number"],
    ["state", "text"],
    ["state_since", "number"],
    ["ended_at", "number?"],
    ["merged_into", "text?"],
    ["version", "number"],
    ["as_of", "number"],
    ["traits", "text"],
    ["numbers", "text"],
    ["format", "number"],
    ["is_expired", "number"],
  ],
  incident_member: [
    ["incident_id", "number"],
    ["kind", "text"],
    ["member", "text"],
    ["claim", "text?"],
    ["cluster", "text"],
    ["namespace", "text"],
    ["name", "text"],
    ["group_name", "text"],
    ["zone", "text"],
    ["condition", "text"],
    ["joined_at", "number"],
    ["left_at", "number?"],
    ["how", "text"],
    ["facts", "text"],
    ["format", "number"],
  ],
  incident_version: [
    ["incident_id", "number"],
    ["version", "number"],
    ["line_key", "text"],
    ["at", "number"],
    ["body", "text"],
    ["format", "number"],
  ],
  incident_note: [
    ["incident_id", "number"],
    ["note_key", "text"],
    ["edit", "number"],
    ["at", "number"],
    ["who", "text"],
    ["note", "text"],
    ["undone_at", "number?"],
    ["undone_by", "text?"],
  ],
  incident_engine: [
    ["cluster", "text"],
    ["as_of", "number"],
    ["state", "text"],
    ["format", "number"],
  ],
};

const UNIQUE = [
  ["incident", ["incident_key"]],
  ["incident_member", ["incident_id", "kind", "member"]],
  ["incident_version", ["incident_id", "version", "line_key"]],
  ["incident_note", ["note_key", "edit"]],
  ["incident_engine", ["cluster"]],
] as const;

const INDEXES = [
  ["incident", ["opened_at"]],
  ["incident", ["state", "ended_at"]],
  // The rights of a viewer are compared with an index alone.
  ["incident_member", ["incident_id", "kind", "cluster", "namespace"]],
  ["incident_member", ["cluster", "namespace", "group_name", "incident_id"]],
  ["incident_member", ["member"]],
  ["incident_note", ["incident_id"]],
] as const;

/** Adds the incidents, with their members, frozen versions and notes, and the state of the engine that finds them. The version before ignores the tables. */
export function incidentTables(engine: Engine): Migration {
  return {
    up: async (database: Kysely<unknown>) => {
      const { text, key } = columnTypes(engine);
      const { schema } = database;
      for (const [name, columns] of Object.entries(TABLES)) {
        const table = schema.createTable(name).addColumn("id", key);
        const typed = (holds: string) => (holds.startsWith("text") ? text : sql`bigint`);
        const add = (built: typeof table, [column, holds]: Columns[number]) =>
          built.addColumn(column, typed(holds), (one) => (holds.endsWith("?") ? one : one.notNull())) as typeof table;
        await columns.reduce(add, table).execute();
      }
      for (const [table, columns] of UNIQUE)
        await schema
          .createIndex(`${table}_unique`)
          .unique()
          .on(table)
          .columns([...columns])
          .execute();
      // A machine belongs to one incident that is not over. Of two replicas that open an incident for it at the same time, one fails here.
      await schema.createIndex("incident_member_claim").unique().on("incident_member").columns(["kind", "claim"]).execute();
      for (const [table, columns] of INDEXES)
        await schema
          .createIndex(`${table}_by_${columns.join("_")}`)
          .on(table)
          .columns([...columns])
          .execute();
    },
  };
}
