import type { Kysely } from "kysely";
import type { SubjectKey } from "./history-record";
import type { OpenVersion, OpenVersionReader } from "./open-versions";
import type { HistorySchema } from "./schema";

const PAGE = 2_000;

/** What a recorder asks of the history, out of its tables. */
export function storedVersions(read: Kysely<HistorySchema>): OpenVersionReader {
  return {
    async *openVersions(cluster, kind, namespace) {
      for (let after = 0; ; ) {
        const page = await openAfter(read, { cluster, kind, namespace, after });
        yield page.map(({ open }) => open);
        const last = page.at(-1);
        if (last === undefined || page.length < PAGE) return;
        after = last.id;
      }
    },
    async lastSeen(cluster, watched, namespace) {
      const windows = read.selectFrom("watch_window").where("cluster", "=", cluster).where("kind", "=", watched);
      const those = namespace === "*" ? windows : windows.where("namespace", "in", ["*", namespace]);
      const { last } = await those.select(({ fn }) => fn.max("to_at").as("last")).executeTakeFirstOrThrow();
      return last;
    },
  };
}

interface Asked {
  readonly cluster: string;
  readonly kind: SubjectKey["kind"];
  readonly namespace: string;
  /** Number of the last version of the page before. */
  readonly after: number;
}

async function openAfter(read: Kysely<HistorySchema>, { cluster, kind, namespace, after }: Asked): Promise<{ id: number; open: OpenVersion }[]> {
  const all = read
    .selectFrom("version")
    .innerJoin("subject", "subject.id", "version.subject_id")
    .innerJoin("shape", "shape.id", "version.shape_id")
    .select(["version.id", "subject.namespace", "subject.name", "subject.uid", "version_key", "valid_from", "body", "moving", "state", "vouched", "connection"])
    .where("valid_to", "is", null)
    .where("subject.cluster", "=", cluster)
    .where("subject.kind", "=", kind)
    .where("version.id", ">", after);
  const those = namespace === "*" ? all : all.where("subject.namespace", "=", namespace);
  const rows = await those.orderBy("version.id").limit(PAGE).execute();
  return rows.map((row) => ({
    id: row.id,
    open: {
      subject: { cluster, kind, namespace: row.namespace, name: row.name, uid: row.uid },
      ...{ versionKey: row.version_key, validFrom: row.valid_from, shape: JSON.parse(row.body), moving: JSON.parse(row.moving) },
      ...{ state: row.state, vouched: row.vouched === 1, connection: row.connection },
    },
  }));
}
