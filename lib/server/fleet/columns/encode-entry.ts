import { membershipOf } from "@/lib/domain/membership";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { INT_AT, OWN_COLUMNS, SHARED_COLUMNS } from "./column-list";
import type { Encoded, EncodedAlike, EntryColumns } from "./entry-columns";
import type { GroupTable } from "./group-table";
import { ALIKE_TEXTS, DENSE_NUMBERS, DERIVED, hasTimes, LABELS, OWN_TEXTS, RARE_NUMBERS, SHARED_TEXTS, TIMES } from "./leaf-values";
import type { Places } from "./places";

const OWN = OWN_COLUMNS.length;
/** What is looked up anew of an entry that is like another. */
const ANEW = new Set(OWN_TEXTS.map(({ at }) => at));
const BLANK_OWN = OWN_COLUMNS.map(() => 0);
const BLANK_SHARED = SHARED_COLUMNS.map(() => 0);

/** An entry as numbers; every text and label set in it is counted as one more use, until it is written or discarded. */
export function encodeEntry(entry: WorkloadEntry, columns: EntryColumns, places: Places, groups: GroupTable): Encoded {
  const { texts, labelSets } = columns;
  const [own, shared] = [BLANK_OWN.slice(), BLANK_SHARED.slice()];
  const place = places.of(entry.cluster, entry.namespace).id;
  own[INT_AT.place] = place;
  own[INT_AT.group] = groups.of(place, membershipOf(entry).group).id;
  for (const { at, textOf } of OWN_TEXTS) own[at] = texts.acquire(textOf(entry));
  for (const { at, textOf } of ALIKE_TEXTS) own[at] = texts.acquire(textOf(entry));
  for (const { at, labelsOf } of LABELS) own[at] = labelSets.acquire(labelsOf(entry));
  for (const { at, textOf } of SHARED_TEXTS) shared[at - OWN] = texts.acquire(textOf(entry));
  for (const { at, shared: isShared, of, wordOf } of DERIVED) {
    const number = wordOf === null ? texts.acquire(of(entry)) : wordOf(entry);
    if (isShared) shared[at - OWN] = number;
    else own[at] = number;
  }
  return { entry, own, shared, floats: floatsOf(entry), oddTimes: oddTimesOf(entry) };
}

/**
 * The same for an entry that is like the one in slot `like` but for its name, address, age and what moves: what both have is not looked up
 * again. Null where there may be more to tell them apart.
 */
export function encodeAlike(entry: WorkloadEntry, like: number, columns: EntryColumns, places: Places): EncodedAlike | null {
  const { texts, labelSets } = columns;
  const { cluster, namespace } = places.at(columns.int("place", like));
  // One that nobody registered has its origin from what moves.
  if (cluster !== entry.cluster || namespace !== entry.namespace || entry.registrationGroup === "") return null;
  const own = BLANK_OWN.slice();
  for (const [at, { column, holds }] of OWN_COLUMNS.entries()) {
    if (ANEW.has(at)) continue;
    const number = columns.int(column, like);
    own[at] = holds === "text" ? texts.use(number) : holds === "labels" ? labelSets.use(number) : number;
  }
  for (const { at, textOf } of OWN_TEXTS) own[at] = texts.acquire(textOf(entry));
  return { entry, like, own, floats: floatsOf(entry), oddTimes: oddTimesOf(entry) };
}

function floatsOf(entry: WorkloadEntry): number[] {
  const floats: number[] = [];
  for (const { numberOf } of DENSE_NUMBERS) floats.push(numberOf(entry));
  for (const { numberOf } of RARE_NUMBERS) floats.push(numberOf(entry));
  return floats;
}

/** The times of an entry that are no times, verbatim. */
function oddTimesOf(entry: WorkloadEntry): Encoded["oddTimes"] {
  if (hasTimes(entry)) return NO_ODD_TIMES;
  return TIMES.flatMap(({ column, timeOf }) => {
    const time = timeOf(entry);
    return time === null || time.ms !== null ? [] : [[column, time.text] as const];
  });
}

const NO_ODD_TIMES: Encoded["oddTimes"] = [];
