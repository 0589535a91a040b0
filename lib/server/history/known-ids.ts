import type { Transaction } from "kysely";
import type { SeriesKey, SubjectKey } from "./history-record";
import type { HistorySchema } from "./schema";
import { seriesName } from "./series-name";

type Tables = Transaction<HistorySchema>;
type Named = "subject" | "series" | "shape";
interface ShapeRow {
  readonly digest: string;
  readonly body: string;
  readonly format: number;
}

/** How many numbers of rows are remembered from one batch to the next, some 110 bytes each; whatever is forgotten costs a look-up when it is written again. */
const REMEMBERED = { subject: 250_000, series: 20_000, shape: 100_000 };
const ROWS_AT_ONCE = 1_000;

/** A row that was inserted is not found under the name that was given to it. */
class RowNotFound extends Error {
  override readonly name = "RowNotFound";
  readonly code = "ROW_NOT_FOUND";
  constructor(of: Named) {
    super(`A ${of} is not found under the name it was written under.`);
  }
}

/** The numbers of rows that have a name of their own, those that were written last. Another process may delete the rows: then `forget`. */
export class KnownIds {
  private readonly ids = { subject: new Map<string, number>(), series: new Map<string, number>(), shape: new Map<string, number>() };

  constructor(private readonly remembered = REMEMBERED) {}

  /** A batch begins: of what is known, the oldest is forgotten, never what this batch learns. */
  beginBatch(): void {
    for (const [of, ids] of Object.entries(this.ids) as [Named, Map<string, number>][]) {
      let tooMany = ids.size - this.remembered[of];
      for (const name of ids.keys()) {
        if (tooMany-- <= 0) break;
        ids.delete(name);
      }
    }
  }

  /** Makes sure that all of them have a row. */
  learnSubjects(tables: Tables, keys: readonly SubjectKey[]): Promise<void> {
    const rowOf = ({ cluster, kind, namespace, name, uid }: SubjectKey) => ({ cluster, kind, namespace, name, uid });
    return this.learn("subject", keys, subjectName, {
      insert: (missing) => tables.insertInto("subject").values(missing.map(rowOf)).onConflict(nothing).execute(),
      find: async (missing) => {
        const found = await tables
          .selectFrom("subject")
          .selectAll()
          .where("cluster", "in", valuesOf(missing, "cluster"))
          .where("kind", "in", valuesOf(missing, "kind"))
          .where("uid", "in", valuesOf(missing, "uid"))
          .execute();
        return found.map((row) => [subjectName(row), row.id]);
      },
    });
  }

  learnSeries(tables: Tables, keys: readonly SeriesKey[]): Promise<void> {
    const rowOf = ({ cluster, namespace, group }: SeriesKey) => ({ cluster, namespace, group_name: seriesName(group) });
    return this.learn("series", keys, seriesKey, {
      insert: (missing) => tables.insertInto("series").values(missing.map(rowOf)).onConflict(nothing).execute(),
      find: async (missing) => {
        const rows = missing.map(rowOf);
        const found = await tables
          .selectFrom("series")
          .selectAll()
          .where("cluster", "in", valuesOf(rows, "cluster"))
          .where("namespace", "in", valuesOf(rows, "namespace"))
          .where("group_name", "in", valuesOf(rows, "group_name"))
          .execute();
        return found.map((row) => [seriesKey({ ...row, group: row.group_name }), row.id]);
      },
    });
  }

  learnShapes(tables: Tables, shapes: readonly ShapeRow[]): Promise<void> {
    return this.learn("shape", shapes, ({ digest }) => digest, {
      insert: (missing) =>
        tables
          .insertInto("shape")
          .values([...missing])
          .onConflict(nothing)
          .execute(),
      find: async (missing) => {
        const found = await tables.selectFrom("shape").select(["id", "digest"]).where("digest", "in", valuesOf(missing, "digest")).execute();
        return found.map((row) => [row.digest, row.id]);
      },
    });
  }

  subject(key: SubjectKey): number {
    return this.known("subject", subjectName(key));
  }

  series(key: SeriesKey | null): number | null {
    return key === null ? null : this.known("series", seriesKey(key));
  }

  shape(digest: string): number {
    return this.known("shape", digest);
  }

  forget(): void {
    for (const ids of Object.values(this.ids)) ids.clear();
  }

  private known(of: Named, name: string): number {
    const id = this.ids[of].get(name);
    if (id === undefined) throw new RowNotFound(of);
    return id;
  }

  /**
   * They are looked for first: an attempt to insert a row that is there uses up a number in PostgreSQL. They are inserted in the order of their names,
   * so that two writers never wait for each other.
   */
  private async learn<Key>(of: Named, keys: readonly Key[], nameOf: (key: Key) => string, rows: Rows<Key>): Promise<void> {
    for (const unknown of this.unknown(of, keys, nameOf)) {
      const find = async (some: readonly Key[]) => {
        for (const [name, id] of await rows.find(some)) this.ids[of].set(name, id);
      };
      await find(unknown);
      const missing = unknown.filter((key) => !this.ids[of].has(nameOf(key)));
      if (missing.length === 0) continue;
      await rows.insert(missing);
      await find(missing);
    }
  }

  /** Those without a known number, each once, by name, in parts that fit into a statement. */
  private unknown<Key>(of: Named, keys: readonly Key[], nameOf: (key: Key) => string): readonly (readonly Key[])[] {
    const unknown = new Map<string, Key>();
    for (const key of keys) {
      const name = nameOf(key);
      if (!this.ids[of].has(name)) unknown.set(name, key);
    }
    const sorted = [...unknown].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, key]) => key);
    return Array.from({ length: Math.ceil(sorted.length / ROWS_AT_ONCE) }, (_, part) => sorted.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE));
  }
}

/** Statements that look for rows, and insert them, by their names. */
interface Rows<Key> {
  insert(missing: readonly Key[]): Promise<unknown>;
  find(missing: readonly Key[]): Promise<readonly (readonly [name: string, id: number])[]>;
}

function nothing<Built>(conflict: { doNothing(): Built }): Built {
  return conflict.doNothing();
}

function valuesOf<Row, Column extends keyof Row>(rows: readonly Row[], column: Column): Row[Column][] {
  return [...new Set(rows.map((row) => row[column]))];
}

function subjectName({ cluster, kind, uid }: Pick<SubjectKey, "cluster" | "kind" | "uid">): string {
  return `${cluster}\n${kind}\n${uid}`;
}

function seriesKey({ cluster, namespace, group }: SeriesKey): string {
  return `${cluster}\n${namespace}\n${seriesName(group)}`;
}
