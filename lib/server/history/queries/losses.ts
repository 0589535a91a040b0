import type { Kysely } from "kysely";
import type { LossesAnswer, LossRow } from "@/lib/contract/history";
import type { Scope } from "@/lib/domain/scope";
import type { HistorySchema } from "@/lib/server/history/schema";
import type { Coverage } from "./coverage";
import { type Ending, endings, isPlannedWord } from "./endings";
import { type LastVersion, lastVersions } from "./last-row";
import { type LeftTraits, lossTraits, traitsOf } from "./loss-traits";
import { inPlace } from "./place-filter";
import type { PickedMachines } from "./series-in-sight";
import type { Span } from "./spans";

/** So many losses are looked at; a window with more says how many there were, and traits are those of the newest. */
const READ_AT_MOST = 2_000;

export interface LossParts {
  readonly picked: PickedMachines;
  readonly span: Span;
  readonly limit: number;
  readonly scope: Scope;
  readonly coverage: Coverage;
  /** The machines of the place that are left, as they are at the window's end. */
  readonly left: LeftTraits;
}

/** Who was lost within a window, newest first, and what the unplanned losses share against those that are left. */
export async function lossesIn(database: Kysely<HistorySchema>, { picked, span, limit, scope, coverage, left }: LossParts): Promise<LossesAnswer> {
  const found = await endingsIn(database, picked, span, scope);
  const known = await lastVersions(
    database,
    found.map(({ subject_id }) => subject_id),
    span.to,
  );
  const unplanned = found.filter(({ to_word }) => !isPlannedWord(to_word));
  const lost = unplanned.flatMap(({ subject_id }) => known.get(subject_id)?.entry ?? []);
  const shown = found.slice(0, limit);
  const successors = await successorsOf(database, shown);
  return {
    ...span,
    total: unplanned.length,
    planned: found.length - unplanned.length,
    left: left.size,
    rows: shown.flatMap((ending) => lossRow(ending, known.get(ending.subject_id), successors.get(nameOf(ending)) ?? "") ?? []),
    traits: lossTraits(lost.map(traitsOf), left),
    recorded: coverage.recorded(),
  };
}

/** The endings of entries in a place within a window, newest first. */
function endingsIn(database: Kysely<HistorySchema>, picked: PickedMachines, span: Span, scope: Scope): Promise<Ending[]> {
  return endings(database, span)
    .where(inPlace("subject", "workloadentries", scope, picked))
    .$if(picked.group !== null, (query) => query.where("series.group_name", "=", picked.group ?? ""))
    .limit(READ_AT_MOST)
    .execute();
}

/** A loss as a row; null where the versions of the entry are pruned already. */
export function lossRow(ending: Ending, last: LastVersion | undefined, replacedBy: string): LossRow | null {
  if (last === undefined) return null;
  return {
    id: last.row.id,
    row: last.row,
    cause: ending.to_word,
    planned: isPlannedWord(ending.to_word),
    disconnectedAt: last.row.disconnectedAt,
    endedAt: ending.at,
    notBefore: ending.not_before,
    replacedBy: replacedBy === ending.uid ? "" : replacedBy,
  };
}

/** The uid that has each name now. */
async function successorsOf(database: Kysely<HistorySchema>, endings: readonly Ending[]): Promise<ReadonlyMap<string, string>> {
  if (endings.length === 0) return new Map();
  const rows = await database
    .selectFrom("subject")
    // Names first: few subjects had them, and many are open.
    .crossJoin("version")
    .whereRef("version.subject_id", "=", "subject.id")
    .where("version.valid_to", "is", null)
    .select(["cluster", "namespace", "name", "uid"])
    .where("cluster", "in", distinct(endings, "cluster"))
    .where("kind", "=", "entry")
    .where("namespace", "in", distinct(endings, "namespace"))
    .where("name", "in", distinct(endings, "name"))
    .execute();
  return new Map(rows.map((row) => [nameOf(row), row.uid]));
}

function distinct(endings: readonly Ending[], of: "cluster" | "namespace" | "name"): string[] {
  return [...new Set(endings.map((ending) => ending[of]))];
}

function nameOf({ cluster, namespace, name }: { readonly cluster: string; readonly namespace: string; readonly name: string }): string {
  return `${cluster}\n${namespace}\n${name}`;
}
