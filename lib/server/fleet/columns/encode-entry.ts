import { membershipOf } from "@/lib/domain/entry/membership";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { INT_AT, OWN_COLUMNS, SHARED_COLUMNS } from "./column-list";
import type { Encoded, EncodedAlike, EntryColumns } from "./entry-columns";
import type { GroupTable } from "./group-table";
import { COMMON_TEXTS, DERIVED, hasTimes, LABELS, leafNumber, leafTime, leafValue, NUMBERS, OWN_TEXTS, type TextLeaf, TIMES } from "./leaf-values";
import type { Places } from "./places";

/** Columns that `encodeAlike` does not copy. */
const NOT_COPIED = new Set(OWN_TEXTS.map(({ at }) => at));
const BLANK_INTS = [...OWN_COLUMNS, ...SHARED_COLUMNS].map(() => 0);

/** The tables of a store that the numbers of an encoded entry refer to. */
export interface EncodingTables {
  readonly columns: EntryColumns;
  readonly places: Places;
  readonly groups: GroupTable;
}

/**
 * Returns an entry as numbers. It counts as a user of each text and label set until it is written or discarded. `readsTopology`: see
 * `localityOf`.
 */
export function encodeEntry(entry: WorkloadEntry, { columns, places, groups }: EncodingTables, readsTopology: boolean): Encoded {
  const ints = BLANK_INTS.slice();
  const place = places.of(entry.cluster, entry.namespace).id;
  ints[INT_AT.place] = place;
  ints[INT_AT.group] = groups.of(place, membershipOf(entry).group).id;
  for (const text of OWN_TEXTS) ints[text.at] = acquireText(columns, text, entry);
  for (const text of COMMON_TEXTS) ints[text.at] = acquireText(columns, text, entry);
  for (const { at, labelsOf } of LABELS) ints[at] = columns.labelSets.acquire(labelsOf(entry));
  for (const { at, of, wordOf } of DERIVED) ints[at] = wordOf === null ? columns.texts.acquire(of(entry, readsTopology)) : wordOf(entry, readsTopology);
  return { entry, ints, floats: floatsOf(entry), oddTimes: oddTimesOf(entry) };
}

/**
 * Encodes an entry that differs from the one in slot `like` only in name, address, age and moving fields, and copies the other numbers from there.
 * Returns null if they may differ in more.
 */
export function encodeAlike(entry: WorkloadEntry, like: number, columns: EntryColumns, places: Places): EncodedAlike | null {
  const { texts, labelSets } = columns;
  const { cluster, namespace } = places.at(columns.int("place", like));
  // The origin of an unregistered entry depends on moving fields.
  if (cluster !== entry.cluster || namespace !== entry.namespace || entry.registrationGroup === "") return null;
  const ints = BLANK_INTS.slice();
  for (const [at, { column, holds }] of OWN_COLUMNS.entries()) {
    if (NOT_COPIED.has(at)) continue;
    const number = columns.int(column, like);
    ints[at] = holds === "text" ? texts.use(number) : holds === "labels" ? labelSets.use(number) : number;
  }
  for (const text of OWN_TEXTS) ints[text.at] = acquireText(columns, text, entry);
  return { entry, like, ints, floats: floatsOf(entry), oddTimes: oddTimesOf(entry) };
}

function floatsOf(entry: WorkloadEntry): number[] {
  return NUMBERS.map((leaf) => leafNumber(entry, leaf));
}

/** Returns the number of a text and counts one more user. The previous entry often has the same text. */
function acquireText({ texts, lastTexts }: EntryColumns, leaf: TextLeaf, entry: WorkloadEntry): number {
  const { at, textOf, is } = leaf;
  const value = leafValue(entry, leaf);
  const last = lastTexts[at] ?? 0;
  const isLast = texts.users(last) > 0 && is(texts.text(last), value);
  const number = isLast ? texts.use(last) : texts.acquire(textOf(value));
  lastTexts[at] = number;
  return number;
}

/** The texts of unreadable times. */
function oddTimesOf(entry: WorkloadEntry): Encoded["oddTimes"] {
  if (hasTimes(entry)) return NO_ODD_TIMES;
  return TIMES.flatMap((leaf) => {
    const time = leafTime(entry, leaf);
    return time === null || time.ms !== null ? [] : [[leaf.column, time.text] as const];
  });
}

const NO_ODD_TIMES: Encoded["oddTimes"] = [];
