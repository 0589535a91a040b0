import type { Kysely } from "kysely";
import type { Incarnation } from "@/lib/domain/history/returned-entry";
import type { HistorySchema } from "@/lib/server/history/schema";

interface Named {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** All entries that had one of these names until a moment (milliseconds), each with its time as it stood then. */
export async function incarnationsOfNames(database: Kysely<HistorySchema>, names: readonly Named[], until: number): Promise<Incarnation[]> {
  if (names.length === 0) return [];
  const rows = await database
    .selectFrom("subject")
    .select((eb) => [
      "cluster",
      "namespace",
      "name",
      "uid",
      // Looked up at both ends: how many versions lie between costs nothing.
      eb.selectFrom("version").select("valid_from").whereRef("subject_id", "=", "subject.id").orderBy("valid_from").limit(1).as("began"),
      eb
        .selectFrom("version")
        .select("valid_to")
        .whereRef("subject_id", "=", "subject.id")
        .where("valid_from", "<=", until)
        .orderBy("valid_from", "desc")
        .orderBy("id", "desc")
        .limit(1)
        .as("ended"),
    ])
    .where("cluster", "in", distinct(names, "cluster"))
    .where("kind", "=", "entry")
    .where("namespace", "in", distinct(names, "namespace"))
    .where("name", "in", distinct(names, "name"))
    .execute();
  return rows.flatMap(({ cluster, namespace, name, uid, began, ended }) =>
    began === null || began > until
      ? []
      : [{ name: nameKey({ cluster, namespace, name }), uid, from: began, to: ended === null || ended > until ? null : ended }],
  );
}

/** A name, told apart from those of other clusters and namespaces. */
export function nameKey({ cluster, namespace, name }: Named): string {
  return `${cluster}\n${namespace}\n${name}`;
}

function distinct(names: readonly Named[], of: keyof Named): string[] {
  return [...new Set(names.map((one) => one[of]))];
}
