import type { Kysely } from "kysely";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { Scope } from "@/lib/domain/source/scope";
import type { HistorySchema } from "@/lib/server/history/schema";
import { STORED_PARTS } from "@/lib/server/history/stored";
import type { LeftTraits, Traits } from "./loss-traits";
import { type PickedMachines, seriesNumbers } from "./series-in-sight";
import { EntryReader } from "./whole-entry";

/** Larger places are compared with who is there at the window's end: so many machines are not read for one answer. */
export const MOST_READ = 5_000;

interface StayedParts {
  readonly picked: PickedMachines;
  readonly scope: Scope;
  readonly at: number;
  /** By uid. */
  readonly lost: ReadonlySet<string>;
  readonly traitsOf: (entry: WorkloadEntry) => Traits;
}

/** The machines of a place that were there at a moment and are not among the lost, as they were then. */
export async function stayedTraits(database: Kysely<HistorySchema>, { picked, scope, at, lost, traitsOf }: StayedParts): Promise<LeftTraits> {
  const there = database
    .selectFrom("version")
    .innerJoin("subject", "subject.id", "version.subject_id")
    .innerJoin("shape", "shape.id", "version.shape_id")
    .select(["subject.cluster", "subject.namespace", "subject.name", "subject.uid", ...STORED_PARTS])
    .where("series_id", "in", seriesNumbers(database, picked, scope))
    .where("state", ">=", 0)
    .where("valid_from", "<=", at);
  // Those that are so still, and those that were, are two questions: each has its index.
  const [still, were] = await Promise.all([there.where("valid_to", "is", null).execute(), there.where("valid_to", ">", at).execute()]);
  const reader = new EntryReader();
  const stayed = [...still, ...were].filter(({ uid }) => !lost.has(uid));
  return countedTraits(stayed.map((row) => traitsOf(reader.read(row).entry)));
}

/** Machines by what they have. */
function countedTraits(machines: readonly Traits[]): LeftTraits {
  const counts = new Map<string, number>();
  for (const traits of machines) for (const [trait, value] of traits) counts.set(`${trait}\n${value}`, (counts.get(`${trait}\n${value}`) ?? 0) + 1);
  return { size: machines.length, count: (trait, value) => counts.get(`${trait}\n${value}`) ?? 0 };
}

/** The machines that are there now without those that were lost and are back, which have what they had; who holds them is not what it was. */
export function withoutBack(now: LeftTraits, back: readonly Traits[]): LeftTraits {
  const again = countedTraits(back);
  return {
    size: Math.max(0, now.size - again.size),
    count: (trait, value) => (trait === "replica" ? null : Math.max(0, (now.count(trait, value) ?? 0) - (again.count(trait, value) ?? 0))),
  };
}
