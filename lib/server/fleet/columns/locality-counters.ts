import { isSentServingClass, isUnverifiedClass } from "@/lib/domain/verdict/roll-up";
import { STATES } from "@/lib/domain/verdict/verdict";
import type { GroupLocality } from "@/lib/server/fleet/fleet-group";
import type { EntryColumns } from "./entry-columns";

/** The machines of a group at one locality, being counted. */
export type LocalityTally = { -readonly [Key in Exclude<keyof GroupLocality, "locality" | "counts">]: number } & { readonly counts: number[] };

/** Counts a machine at its locality (1), or takes it out (-1), by what its columns say. */
export function countAtLocality(columns: EntryColumns, tallies: Map<number, LocalityTally>, slot: number, one: 1 | -1): void {
  const locality = columns.int("effectiveLocality", slot);
  const tally = tallies.get(locality) ?? newTally(tallies, locality);
  const { state, servingClass, vouched } = columns.derivedBytes;
  const at = state[slot] ?? 0;
  tally.machines += one;
  tally.counts[at] = (tally.counts[at] ?? 0) + one;
  if (vouched[slot] === 0) tally.unvouched += one;
  if (servingClass[slot] === 1) tally.serving += one;
  if (isUnverifiedClass(servingClass[slot] ?? 0)) tally.doubted += one;
  if (isSentServingClass(servingClass[slot] ?? 0)) tally.weight += one * (columns.float("weight", slot) || 1);
  if (tally.machines === 0) tallies.delete(locality);
}

function newTally(tallies: Map<number, LocalityTally>, locality: number): LocalityTally {
  const tally = { machines: 0, counts: STATES.map(() => 0), unvouched: 0, serving: 0, doubted: 0, weight: 0 };
  tallies.set(locality, tally);
  return tally;
}
