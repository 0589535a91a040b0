import type { Kysely } from "kysely";
import type { LossesAnswer, LossRow } from "@/lib/contract/answers/history";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { type Incarnation, returnedEntries } from "@/lib/domain/history/returned-entry";
import type { Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { HistorySchema } from "@/lib/server/history/schema";
import { readsTopology } from "@/lib/server/hosts/mesh-of";
import type { Coverage } from "./coverage";
import { type Ending, endings, isPlannedWord } from "./endings";
import { incarnationsOfNames, nameKey } from "./incarnations-of-names";
import { type LastVersion, lastVersions } from "./last-row";
import { type LeftTraits, lossTraits, type Traits, traitsOf } from "./loss-traits";
import { inPlace } from "./place-filter";
import type { PickedMachines } from "./series-in-sight";
import type { Span } from "./spans";
import { MOST_READ, stayedTraits, withoutBack } from "./stayed-traits";

/** So many losses are looked at, the newest: counts and traits are of these. */
const READ_AT_MOST = 2_000;

export interface LossParts {
  readonly picked: PickedMachines;
  readonly span: Span;
  readonly limit: number;
  readonly scope: Scope;
  readonly coverage: Coverage;
  /** The fleet at the window's end, and the machines of the place that are there then. */
  readonly fleet: FleetReader;
  readonly left: LeftTraits;
  /** Until when a lost machine of a group counted. */
  readonly countedUntil: (machine: EntryRow, endedAt: number) => LossRow["countedUntil"];
}

/** Who was lost within a window, newest first, who of them is back, and what the unplanned losses share against the machines that stayed. */
export async function lossesIn(database: Kysely<HistorySchema>, parts: LossParts): Promise<LossesAnswer> {
  const { picked, span, limit, scope, coverage } = parts;
  const recorded = coverage.recorded();
  const found = await endingsIn(database, picked, span, scope);
  const known = await lastVersions(
    database,
    found.map(({ subject_id }) => subject_id),
    span.to,
    parts.fleet,
  );
  const back = await backOf(database, found, span.to);
  const unplanned = found.flatMap((ending) =>
    isPlannedWord(ending.to_word) ? [] : [{ ending, last: known.get(ending.subject_id), back: back.get(ending.uid) }],
  );
  const again = unplanned.flatMap((one) => one.back ?? []);
  const { stayed, at } = await stayedFrom(database, parts, unplanned, recorded.since);
  return {
    ...span,
    total: unplanned.length,
    planned: found.length - unplanned.length,
    back: again.length,
    backSince: again.length === 0 ? null : Math.max(...again.map(({ from }) => from)),
    left: stayed.size,
    leftAt: at,
    rows: found.slice(0, limit).flatMap((ending) => withCount(lossRow(ending, known.get(ending.subject_id), back.get(ending.uid)), parts) ?? []),
    traits: lossTraits(
      unplanned.flatMap(({ last }) => (last === undefined ? [] : [traitsIn(parts.fleet, last.entry)])),
      stayed,
    ),
    recorded,
  };
}

function withCount(row: LossRow | null, { countedUntil }: LossParts): LossRow | null {
  if (row === null || row.planned) return row;
  const until = countedUntil(row.row, row.endedAt);
  return until === undefined ? row : { ...row, countedUntil: until };
}

/** A loss that nobody planned. */
interface Lost {
  readonly ending: Ending;
  readonly last: LastVersion | undefined;
  readonly back: Incarnation | undefined;
}

/**
 * Whom the lost are compared with: who was there before the first of them went, as they were then. Now, those who were lost and are back would be
 * among the others, and many would be held by another replica. `at` null = of a large place, those of now without who is back.
 */
async function stayedFrom(
  database: Kysely<HistorySchema>,
  { picked, scope, left, fleet }: LossParts,
  lost: readonly Lost[],
  since: number | null,
): Promise<{ readonly stayed: LeftTraits; readonly at: number | null }> {
  if (lost.length === 0) return { stayed: left, at: null };
  if (left.size > MOST_READ) {
    const back = lost.flatMap(({ last, back: heir }) => (last === undefined || heir === undefined || heir.to !== null ? [] : [traitsIn(fleet, last.entry)]));
    return { stayed: withoutBack(left, back), at: null };
  }
  const at = Math.min(...lost.map((one) => beganAt(one, since))) - 1;
  const uids = new Set(lost.map(({ ending }) => ending.uid));
  return { stayed: await stayedTraits(database, { picked, scope, at, lost: uids, traitsOf: (entry) => traitsIn(fleet, entry) }), at };
}

/** The traits of a machine, with the locality that the istiod of a fleet reads. */
function traitsIn(fleet: FleetReader, entry: WorkloadEntry): Traits {
  return traitsOf(entry, readsTopology(fleet.worldOf(entry.cluster)));
}

/** When a loss began: as its machine disconnected, if somebody recorded that, else as its entry went. */
function beganAt({ ending, last }: Lost, since: number | null): number {
  const disconnectedAt = last?.row.disconnectedAt ?? null;
  return disconnectedAt === null || since === null || disconnectedAt <= since || disconnectedAt > ending.at ? ending.at : disconnectedAt;
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
export function lossRow(ending: Ending, last: LastVersion | undefined, back: Incarnation | undefined): LossRow | null {
  if (last === undefined) return null;
  return {
    id: last.row.id,
    row: last.row,
    cause: ending.to_word,
    planned: isPlannedWord(ending.to_word),
    disconnectedAt: last.row.disconnectedAt,
    endedAt: ending.at,
    notBefore: ending.not_before,
    replacedBy: back?.uid ?? "",
    backAt: back?.from ?? null,
  };
}

/** Who came back under each name until a moment, by the uid of the entry that ended. */
async function backOf(database: Kysely<HistorySchema>, found: readonly Ending[], until: number): Promise<ReadonlyMap<string, Incarnation>> {
  const incarnations = await incarnationsOfNames(database, found, until);
  return returnedEntries(
    found.map((ending) => ({ name: nameKey(ending), uid: ending.uid, at: ending.at })),
    incarnations,
  );
}
