import { isUnverifiedClass } from "@/lib/domain/verdict/roll-up";
import { STATES } from "@/lib/domain/verdict/verdict";
import type { EntryColumns } from "./entry-columns";
import type { GroupRecord, Tally } from "./group-table";
import { countAtLocality } from "./locality-counters";
import { isHeld } from "./verdict-columns";

/** States before this one are trouble: see isTrouble. */
const TROUBLE_LIMIT = STATES.indexOf("draining");

/** Counts a machine into its group (1) or out of it (-1), by what its columns say. */
export function countInGroup(columns: EntryColumns, record: GroupRecord, slot: number, one: 1 | -1): void {
  const isTrouble = (columns.derivedBytes.state[slot] ?? 0) < TROUBLE_LIMIT;
  const trouble = isTrouble ? one : 0;
  if (one === 1) record.members.add(slot);
  else record.members.delete(slot);
  if (isTrouble && one === 1) record.trouble.add(slot);
  else if (isTrouble) record.trouble.delete(slot);
  const { state, servingClass, vouched, connection } = columns.derivedBytes;
  const at = state[slot] ?? 0;
  record.counts[at] = (record.counts[at] ?? 0) + one;
  if (servingClass[slot] === 1) record.serving += one;
  if (isUnverifiedClass(servingClass[slot] ?? 0)) record.doubted += one;
  if (vouched[slot] === 0) {
    const why = connection[slot] ?? 0;
    record.unvouched += one;
    record.unvouchedBy.set(why, (record.unvouchedBy.get(why) ?? 0) + one);
    if (record.unvouchedBy.get(why) === 0) record.unvouchedBy.delete(why);
  }
  if (isHeld(columns, slot)) record.held += one;
  tally(record.zones, columns.int("zone", slot), one, trouble);
  tally(record.networks, columns.int("network", slot), one, trouble);
  tally(record.controllers, columns.int("controller", slot), one, trouble);
  tally(record.accounts, columns.int("serviceAccount", slot), one, trouble);
  tally(record.versions, columns.int("version", slot), one, trouble);
  countAtLocality(columns, record.localities, slot, one);
}

function tally(tallies: Map<number, Tally>, value: number, one: number, trouble: number): void {
  const found = tallies.get(value);
  if (found === undefined) {
    tallies.set(value, { count: one, trouble });
    return;
  }
  found.count += one;
  found.trouble += trouble;
  if (found.count === 0) tallies.delete(value);
}
