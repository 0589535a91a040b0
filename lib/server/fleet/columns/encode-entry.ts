import { membershipOf } from "@/lib/domain/membership";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { inTurn } from "@/lib/server/built";
import { INT_AT, OWN_COLUMNS, SHARED_COLUMNS } from "./column-list";
import type { Encoded, EncodedAlike, EntryColumns } from "./entry-columns";
import type { GroupTable } from "./group-table";
import { ALIKE_TEXTS, DENSE_NUMBERS, DERIVED, hasTimes, LABELS, OWN_TEXTS, RARE_NUMBERS, SHARED_TEXTS, type TextOf, TIMES } from "./leaf-values";
import type { Places } from "./places";

/** What is looked up anew of an entry that is like another. */
const ANEW = new Set(OWN_TEXTS.map(({ at }) => at));
const BLANK_INTS = [...OWN_COLUMNS, ...SHARED_COLUMNS].map(() => 0);
const BLANK_FLOATS = [...DENSE_NUMBERS, ...RARE_NUMBERS].map(() => 0);

/** Puts a value of an entry where its column stands in the list. */
type Put = (ints: number[], columns: EntryColumns, entry: WorkloadEntry) => void;

const textPut = ({ at, textOf, is }: Pick<TextOf, "at" | "textOf" | "is">): Put => {
  return (ints, { texts, lastTexts }, entry) => {
    const last = lastTexts[at] ?? 0;
    const isLast = texts.users(last) > 0 && is(texts.text(last), entry);
    ints[at] = isLast ? texts.use(last) : texts.acquire(textOf(entry));
    lastTexts[at] = ints[at];
  };
};
const putOwnTexts = inTurn(OWN_TEXTS.map(textPut));
/** One function for each way to read localities: an argument more for each column costs time. */
const commonPut = (readsTopology: boolean) =>
  inTurn([
    ...[...ALIKE_TEXTS, ...SHARED_TEXTS].map(textPut),
    ...LABELS.map(({ at, labelsOf }): Put => {
      return (ints, { labelSets }, entry) => {
        ints[at] = labelSets.acquire(labelsOf(entry));
      };
    }),
    ...DERIVED.map(({ at, of, wordOf }): Put => {
      return (ints, { texts }, entry) => {
        ints[at] = wordOf === null ? texts.acquire(of(entry, readsTopology)) : wordOf(entry, readsTopology);
      };
    }),
  ]);
const putCommon = commonPut(true);
const putOlder = commonPut(false);
const putFloats = inTurn(
  [...DENSE_NUMBERS, ...RARE_NUMBERS].map(({ numberOf }, at) => (floats: number[], entry: WorkloadEntry) => {
    floats[at] = numberOf(entry);
  }),
);

/** The tables of a store that numbers refer to. */
export interface EncodingTables {
  readonly columns: EntryColumns;
  readonly places: Places;
  readonly groups: GroupTable;
}

/** An entry as numbers; every text and label set in it is counted as one more use, until it is written or discarded. `readsTopology`: as of `localityOf`. */
export function encodeEntry(entry: WorkloadEntry, { columns, places, groups }: EncodingTables, readsTopology: boolean): Encoded {
  const ints = BLANK_INTS.slice();
  const place = places.of(entry.cluster, entry.namespace).id;
  ints[INT_AT.place] = place;
  ints[INT_AT.group] = groups.of(place, membershipOf(entry).group).id;
  putOwnTexts(ints, columns, entry);
  if (readsTopology) putCommon(ints, columns, entry);
  else putOlder(ints, columns, entry);
  return { entry, ints, floats: floatsOf(entry), oddTimes: oddTimesOf(entry) };
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
  const ints = BLANK_INTS.slice();
  for (const [at, { column, holds }] of OWN_COLUMNS.entries()) {
    if (ANEW.has(at)) continue;
    const number = columns.int(column, like);
    ints[at] = holds === "text" ? texts.use(number) : holds === "labels" ? labelSets.use(number) : number;
  }
  putOwnTexts(ints, columns, entry);
  return { entry, like, ints, floats: floatsOf(entry), oddTimes: oddTimesOf(entry) };
}

function floatsOf(entry: WorkloadEntry): number[] {
  const floats = BLANK_FLOATS.slice();
  putFloats(floats, entry);
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
