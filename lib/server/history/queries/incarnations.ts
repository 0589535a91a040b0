import type { Kysely } from "kysely";
import type { TimelineAnswer } from "@/lib/contract/answers/history";
import type { HistorySchema } from "@/lib/server/history/schema";
import { isPlannedWord } from "./endings";

const INCARNATIONS = 50;

/** One machine that had a name, with the numbers by which its versions are found. */
export type Incarnation = TimelineAnswer["incarnations"][number] & { readonly subject: number; readonly group: string };

interface Name {
  readonly cluster: string;
  readonly ns: string;
  readonly name: string;
}

/** All who had a name until a moment, newest first. */
export async function incarnationsOf(database: Kysely<HistorySchema>, { cluster, ns, name }: Name, until: number): Promise<Incarnation[]> {
  const rows = await database
    .selectFrom("subject")
    .innerJoin("version", "version.subject_id", "subject.id")
    .leftJoin("series", "series.id", "version.series_id")
    .select(({ fn }) => ["subject.id", "uid", fn.min("valid_from").as("began"), fn.max("valid_from").as("latest"), fn.max("group_name").as("group_name")])
    .where("subject.cluster", "=", cluster)
    .where("kind", "=", "entry")
    .where("subject.namespace", "=", ns)
    .where("name", "=", name)
    .where("valid_from", "<=", until)
    .groupBy(["subject.id", "uid"])
    .orderBy("began", "desc")
    .orderBy("subject.id", "desc")
    .limit(INCARNATIONS)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const edges = await database
    .selectFrom("transition")
    .select(["subject_id", "type", "at", "not_before", "to_word"])
    .where("subject_id", "in", ids)
    .where("type", "in", ["appeared", "ended"])
    .where("at", "<=", until)
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows.map((row) => {
    const own = edges.filter(({ subject_id }) => subject_id === row.id);
    const appeared = own.find(({ type }) => type === "appeared");
    // One that was found again after it had been missed is there.
    const ended = own.findLast(({ type, at }) => type === "ended" && at >= row.latest);
    return {
      subject: row.id,
      group: row.group_name ?? "",
      uid: row.uid,
      from: row.began,
      fromAtLeast: appeared === undefined || appeared.not_before !== null,
      endedAt: ended?.at ?? null,
      notBefore: ended?.not_before ?? null,
      cause: ended?.to_word ?? "",
      planned: ended !== undefined && isPlannedWord(ended.to_word),
    };
  });
}
