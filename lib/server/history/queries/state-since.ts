import type { Kysely } from "kysely";
import type { Since } from "@/lib/domain/verdict/since";
import type { HistorySchema } from "@/lib/server/history/schema";

/** A version as far as it tells when its state began; `state_at` null = it was written before that was kept. */
export interface KeptState {
  readonly subject_id: number;
  readonly valid_from: number;
  readonly not_before: number | null;
  readonly state_at: number | null;
  readonly state_not_before: number | null;
}

/** When the state of each version began: as it was kept with it, else by what is told of its subject until then. */
export async function sinceOfVersions(database: Kysely<HistorySchema>, versions: readonly KeptState[], until: number): Promise<(version: KeptState) => Since> {
  const old = versions.filter(({ state_at }) => state_at === null).map(({ subject_id }) => subject_id);
  const turns = old.length === 0 ? NONE : await lastBeginnings(database, old, until);
  return ({ subject_id, valid_from, not_before, state_at, state_not_before }) =>
    state_at === null ? (turns.get(subject_id) ?? { at: valid_from, notBefore: not_before ?? 0 }) : { at: state_at, notBefore: state_not_before };
}

const NONE: ReadonlyMap<number, Since> = new Map();

/** When the states that subjects had at a moment began: what was written while nobody looked may have turned them and back. */
async function lastBeginnings(database: Kysely<HistorySchema>, subjects: readonly number[], until: number): Promise<ReadonlyMap<number, Since>> {
  const [turns, unseen] = await Promise.all([lastTurns(database, subjects, until), lastUnseen(database, subjects, until)]);
  return new Map(
    [...turns].map(([id, turn]) => {
      const at = unseen.get(id);
      return [id, at === undefined || at <= turn.at ? turn : { at, notBefore: turn.notBefore ?? turn.at }] as const;
    }),
  );
}

/** When each subject was last found to have been written to while nobody looked. */
async function lastUnseen(database: Kysely<HistorySchema>, subjects: readonly number[], until: number): Promise<ReadonlyMap<number, number>> {
  const rows = await database
    .selectFrom("version")
    .select(["subject_id", ({ fn }) => fn.max("valid_from").as("at")])
    .where("subject_id", "in", [...subjects])
    .where("not_before", "is not", null)
    .where("valid_from", "<=", until)
    .groupBy("subject_id")
    .execute();
  return new Map(rows.map(({ subject_id, at }) => [subject_id, Number(at)]));
}

/** When each subject last turned to another state, or appeared, until a moment. */
async function lastTurns(database: Kysely<HistorySchema>, subjects: readonly number[], until: number): Promise<ReadonlyMap<number, Since>> {
  const rows = await database
    .selectFrom("subject")
    .innerJoin("transition", (join) =>
      join.on("transition.id", "=", ({ selectFrom }) =>
        selectFrom("transition as last")
          .select("last.id")
          .whereRef("last.subject_id", "=", "subject.id")
          .where("last.type", "in", ["state", "appeared"])
          .where("last.at", "<=", until)
          .orderBy("last.at", "desc")
          .orderBy("last.id", "desc")
          .limit(1),
      ),
    )
    .select(["subject.id", "transition.at", "transition.not_before"])
    .where("subject.id", "in", [...subjects])
    .execute();
  return new Map(rows.map(({ id, at, not_before }) => [id, { at, notBefore: not_before }]));
}
