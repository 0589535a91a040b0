import type { Transaction } from "kysely";
import type { SeriesKey, SubjectKey } from "./history-record";
import type { HistorySchema } from "./schema";
import { seriesName } from "./series-name";

type Tables = Transaction<HistorySchema>;
type Named = "subject" | "series" | "shape";

/** How many numbers of rows are remembered; forgetting costs a look-up. */
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

/** The numbers of rows that have a name of their own, remembered between batches. Another process may delete them: then `forget`. */
export class KnownIds {
  private readonly ids = { subject: new Map<string, number>(), series: new Map<string, number>(), shape: new Map<string, number>() };

  /** Makes sure that all of them have a row. In the order of their names, so that two writers never wait for each other. */
  async learnSubjects(tables: Tables, keys: readonly SubjectKey[]): Promise<void> {
    for (const missing of this.missing("subject", keys, subjectName)) {
      const rows = missing.map(({ cluster, kind, namespace, name, uid }) => ({ cluster, kind, namespace, name, uid }));
      await tables.insertInto("subject").values(rows).onConflict(nothing).execute();
      const found = await tables
        .selectFrom("subject")
        .selectAll()
        .where("cluster", "in", valuesOf(rows, "cluster"))
        .where("kind", "in", valuesOf(rows, "kind"))
        .where("uid", "in", valuesOf(rows, "uid"))
        .execute();
      for (const row of found) this.remember("subject", subjectName(row), row.id);
    }
  }

  async learnSeries(tables: Tables, keys: readonly SeriesKey[]): Promise<void> {
    for (const missing of this.missing("series", keys, seriesKey)) {
      const rows = missing.map(({ cluster, namespace, group }) => ({ cluster, namespace, group_name: seriesName(group) }));
      await tables.insertInto("series").values(rows).onConflict(nothing).execute();
      const found = await tables
        .selectFrom("series")
        .selectAll()
        .where("cluster", "in", valuesOf(rows, "cluster"))
        .where("namespace", "in", valuesOf(rows, "namespace"))
        .where("group_name", "in", valuesOf(rows, "group_name"))
        .execute();
      for (const row of found) this.remember("series", seriesKey({ ...row, group: row.group_name }), row.id);
    }
  }

  async learnShapes(tables: Tables, shapes: readonly { readonly digest: string; readonly body: string; readonly format: number }[]): Promise<void> {
    for (const missing of this.missing("shape", shapes, (shape) => shape.digest)) {
      await tables
        .insertInto("shape")
        .values([...missing])
        .onConflict(nothing)
        .execute();
      const digests = missing.map((shape) => shape.digest);
      const found = await tables.selectFrom("shape").select(["id", "digest"]).where("digest", "in", digests).execute();
      for (const row of found) this.remember("shape", row.digest, row.id);
    }
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

  private remember(of: Named, name: string, id: number): void {
    this.ids[of].set(name, id);
  }

  /** Those without a known number, each once, by name, in parts that fit into a statement. */
  private missing<Key>(of: Named, keys: readonly Key[], nameOf: (key: Key) => string): readonly (readonly Key[])[] {
    if (this.ids[of].size + keys.length > REMEMBERED[of]) this.ids[of].clear();
    const unknown = new Map<string, Key>();
    for (const key of keys) {
      const name = nameOf(key);
      if (!this.ids[of].has(name)) unknown.set(name, key);
    }
    const sorted = [...unknown].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, key]) => key);
    return Array.from({ length: Math.ceil(sorted.length / ROWS_AT_ONCE) }, (_, part) => sorted.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE));
  }
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
