import type { Kysely } from "kysely";
import type { HistorySchema } from "@/lib/server/history/schema";

/** Things with the last of their versions that began until a moment, and its shape. Asked thing by thing: what came later costs nothing. */
export function versionsBefore(database: Kysely<HistorySchema>, at: number) {
  return database
    .selectFrom("subject")
    .innerJoin("version", (join) =>
      join.on("version.id", "=", ({ selectFrom }) =>
        selectFrom("version as last")
          .select("last.id")
          .whereRef("last.subject_id", "=", "subject.id")
          .where("last.valid_from", "<=", at)
          .orderBy("last.valid_from", "desc")
          .orderBy("last.id", "desc")
          .limit(1),
      ),
    )
    .innerJoin("shape", "shape.id", "version.shape_id");
}
