import { type Kysely, sql } from "kysely";
import { type EndingEvidence, type EntryVersion, endingEvidence } from "@/lib/domain/history/ending-evidence";
import { endingCauseOf } from "@/lib/domain/history/loss-cause";
import { CURRENT_EVIDENCE_PREFIX, formatEvidence, parseEvidence } from "@/lib/domain/history/read-evidence";
import type { EndingCause } from "@/lib/domain/history/transition";
import { keptWorlds, type WorldThen } from "./kept-worlds";
import { type FateThen, keptFates } from "./owner-fate-then";
import type { HistorySchema } from "./schema";
import { STORED_PARTS } from "./stored";
import { versionOfOpen } from "./version-at";

/** So many ends of entries are judged at once. */
const AT_ONCE = 200;

/**
 * Judges the ends of entries by this version's rule: by the evidence that was kept with them, or where an earlier version kept none by what the
 * record has: their last version, the world then, and what became of their group. What it called planned without evidence is called so no
 * longer. Those that were judged so already are left alone, and all up to the number `judgedTo`.
 */
export async function judgeEndings(database: Kysely<HistorySchema>, judgedTo = 0): Promise<void> {
  const worlds = keptWorlds(database);
  for (let after = judgedTo; ; ) {
    const endings = await endingsAfter(database, after);
    const last = endings.at(-1);
    if (last === undefined) return;
    const judged = await judgedOf(endings, worlds, await keptFates(database, endings));
    const changed = judged.filter(({ ending, cause, detail, facts }) => ending.to_word !== cause || ending.detail !== detail || ending.facts !== facts);
    if (changed.length > 0) await rewrite(database, changed);
    after = last.id;
    if (endings.length < AT_ONCE) return;
  }
}

type KeptEnding = Awaited<ReturnType<typeof endingsAfter>>[number];

/** Ends of entries with the last version that began before each; one that is pruned already has none. */
function endingsAfter(database: Kysely<HistorySchema>, after: number) {
  return database
    .selectFrom("transition")
    .innerJoin("subject", "subject.id", "transition.subject_id")
    .leftJoin("version", (join) =>
      join.on("version.id", "=", ({ selectFrom }) =>
        selectFrom("version as last")
          .select("last.id")
          .whereRef("last.subject_id", "=", "transition.subject_id")
          .whereRef("last.valid_from", "<=", "transition.at")
          .orderBy("last.valid_from", "desc")
          .orderBy("last.id", "desc")
          .limit(1),
      ),
    )
    .leftJoin("shape", "shape.id", "version.shape_id")
    .select([
      "transition.id",
      "transition.at",
      "transition.not_before",
      "to_word",
      "transition.detail",
      "transition.facts",
      "cluster",
      "namespace",
      "name",
      "uid",
    ])
    .select(["version.version_key", "valid_from", ...STORED_PARTS, "state", "vouched", "connection"])
    .where("transition.type", "=", "ended")
    .where("subject.kind", "=", "entry")
    .where("transition.id", ">", after)
    .where(({ or, eb }) => or([eb("transition.facts", "is", null), eb("transition.facts", "not like", `${CURRENT_EVIDENCE_PREFIX}%`)]))
    .orderBy("transition.id")
    .limit(AT_ONCE)
    .execute();
}

interface Judged {
  readonly ending: KeptEnding;
  readonly cause: EndingCause;
  readonly detail: string;
  readonly facts: string | null;
}

async function judgedOf(endings: readonly KeptEnding[], worlds: WorldThen, fates: FateThen): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const ending of endings) {
    const { evidence, detail } = await evidenceOf(ending, worlds, fates);
    const [cause, facts] = evidence === null ? (["unknown", null] as const) : ([endingCauseOf(evidence), formatEvidence(evidence)] as const);
    judged.push({ ending, cause, detail, facts });
  }
  return judged;
}

/** What was kept as evidence of an end, or is known where nothing was kept; nothing where the last version is pruned. */
async function evidenceOf(
  ending: KeptEnding,
  worlds: WorldThen,
  fates: FateThen,
): Promise<{ readonly evidence: EndingEvidence | null; readonly detail: string }> {
  const kept = parseEvidence(ending.facts);
  if (kept !== null) return { evidence: kept, detail: ending.detail };
  const version = entryVersionOf(ending);
  if (version === null) return { evidence: null, detail: "" };
  const { at, not_before } = ending;
  const world = await worlds(ending.cluster, at);
  const owner = fates(version.entry, at);
  return { evidence: endingEvidence(version, { at, notBefore: not_before }, world, owner, false), detail: version.entry.health?.message ?? "" };
}

/** The entry as it was last; null where that is pruned. */
function entryVersionOf({ cluster, namespace, name, uid, ...kept }: KeptEnding): EntryVersion | null {
  const { version_key, valid_from, body, moving, shapeFormat, movingFormat, state, vouched, connection } = kept;
  if (version_key === null || valid_from === null || body === null || moving === null || state === null || connection === null) return null;
  const subject = { cluster, kind: "entry", namespace, name, uid } as const;
  const parts = { body, moving, shapeFormat, movingFormat };
  return versionOfOpen({ subject, versionKey: version_key, validFrom: valid_from, ...parts, state, since: null, vouched: vouched === 1, connection });
}

async function rewrite(database: Kysely<HistorySchema>, judged: readonly Judged[]): Promise<void> {
  const rows = judged.map(
    ({ ending, cause, detail, facts }) => sql`(cast(${ending.id} as bigint), cast(${cause} as text), cast(${detail} as text), cast(${facts} as text))`,
  );
  await sql`update transition set to_word = judged.column2, detail = judged.column3, facts = judged.column4
    from (values ${sql.join(rows)}) as judged where transition.id = judged.column1`.execute(database);
}
