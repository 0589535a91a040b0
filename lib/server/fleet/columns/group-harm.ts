import { isGarbageCollected } from "@/lib/domain/history/loss-cause";
import { compareTrouble, type FailurePace, failurePaceOf, latestTroubleRise, MACHINE_TROUBLES, type TroubleSummary } from "@/lib/domain/verdict/tiers";
import { STATES } from "@/lib/domain/verdict/verdict";
import { ReadValues } from "@/lib/server/derive/read-values";
import { deletionOf, drainingIn, isReconnecting, isShort, type Sight, servesLessThanExpected, totalOf } from "@/lib/server/fleet/group-sight";
import type { EntryColumns } from "./entry-columns";
import type { GroupRecord } from "./group-table";
import { machineHarmAt } from "./verdict-columns";

const RECONNECTING = STATES.indexOf("reconnecting");
const NOT_SERVING = MACHINE_TROUBLES.indexOf("not-serving");

/** Since when a group is as bad as it is: the start of the latest rise, how many machines that was, and how many there are in all that are as bad. */
export interface GroupRise {
  readonly since: number;
  /** Was the first of them seen so when it was first looked at? Then it may have been so for longer. */
  readonly atLeast: boolean;
  readonly count: number;
  readonly total: number;
  /** How fast they became so; null where not all of them were seen to, or there is one only. */
  readonly pace: FailurePace | null;
}

/** The harm of a group; `since` is computed on demand. */
export function groupHarm(columns: EntryColumns, record: GroupRecord, sight: Sight): TroubleSummary {
  const { serving, doubted, counts } = record;
  const size = totalOf(record, sight).total;
  return {
    notServing: Math.max(0, size - serving - doubted - drainingIn(record)),
    size,
    inDoubt: Math.max(sight.object && record.object?.unreadable ? 1 : 0, doubted + (isReconnecting(record) ? (counts[RECONNECTING] ?? 0) : 0)),
    get since() {
      return groupRise(columns, record, sight)?.since ?? null;
    },
  };
}

/** Is a machine of the group in trouble, do many reconnect at once, or is the group short? A routine reconnect is no trouble. */
function isHurt(record: GroupRecord, sight: Sight): boolean {
  if (sight.object && record.object?.unreadable) return true;
  return sight.machines && (record.trouble.size > 0 || isReconnecting(record) || isShort(record, sight));
}

/**
 * Orders groups by harm at a moment (milliseconds); those without any are equal. A group whose object cannot be read has a machine in doubt. A group
 * whose machines are not visible is the last.
 */
export function compareGroupHarm(columns: EntryColumns, a: SeenGroup, b: SeenGroup, now: number): number {
  return rankOf(a) - rankOf(b) || (a.sight.machines ? compareTrouble(groupHarm(columns, a.record, a.sight), groupHarm(columns, b.record, b.sight), now) : 0);
}

interface SeenGroup {
  readonly record: GroupRecord;
  readonly sight: Sight;
}

function rankOf({ record, sight }: SeenGroup): number {
  if (!sight.machines) return sight.object && record.object?.unreadable ? 0 : 2;
  return isHurt(record, sight) ? 0 : 1;
}

/** Rests on what the reader may see, so it is evaluated when it is read, and not with every change of the group. */
const rises = new ReadValues<GroupRecord, Sight, GroupRise | null>();

/** Of the machines that are as bad as the worst of the group, and of those that were lost. */
export function groupRise(columns: EntryColumns, record: GroupRecord, sight: Sight): GroupRise | null {
  return rises.of(record, sight, () => riseOf(columns, record, sight));
}

function riseOf(columns: EntryColumns, record: GroupRecord, sight: Sight): GroupRise | null {
  if (!sight.machines) return null;
  const { missing, lost, lostAt: ends } = totalOf(record, sight);
  const deletion = deletionOf(record, sight);
  // The deletion of a group and the ends of its entries are one event.
  const lostAt = deletion === null ? ends : ends.map((at) => (isGarbageCollected(deletion.at, at) ? deletion.at : at));
  const absent = lost + missing;
  const hurt = worstSlots(columns, record, sight, absent > 0);
  const { since, sinceNotBefore } = columns.derivedFloats;
  const begins = [...lostAt, ...hurt.map((slot) => since[slot] ?? Number.NaN).filter((at) => !Number.isNaN(at))];
  const rise = latestTroubleRise(begins);
  if (rise === null) return null;
  const allSeen = begins.length === absent + hurt.length && hurt.every((slot) => Number.isNaN(sinceNotBefore[slot]));
  const atLeast = hurt.some((slot) => since[slot] === rise.since && !Number.isNaN(sinceNotBefore[slot]));
  return { since: rise.since, atLeast, count: rise.count, total: absent + hurt.length, pace: allSeen ? failurePaceOf(begins) : null };
}

/** The machines of the worst harm in the group. Where fewer serve than should and nobody is in trouble, those that wait are what is missing. */
function worstSlots(columns: EntryColumns, record: GroupRecord, sight: Sight, some: boolean): number[] {
  let worst = some ? NOT_SERVING : MACHINE_TROUBLES.length;
  const calm = record.trouble.size === 0;
  if (calm && (some || !servesLessThanExpected(record, sight))) return [];
  const candidates = calm ? [...record.members].filter((slot) => columns.derivedBytes.servingClass[slot] === 0) : [...record.trouble];
  for (const slot of candidates) worst = Math.min(worst, machineHarmAt(columns, slot));
  return candidates.filter((slot) => machineHarmAt(columns, slot) === worst);
}
