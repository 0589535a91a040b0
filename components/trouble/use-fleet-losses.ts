"use client";

import { useMemo } from "react";
import { useZone } from "@/components/table/use-zone";
import { useLosses } from "@/lib/client/history";
import type { Place } from "@/lib/client/remembered";
import { useFreshness } from "@/lib/client/status";
import type { LossesAnswer, LossRow } from "@/lib/contract/answers/history";
import type { GroupRow } from "@/lib/contract/views/groups";
import { type GroupLatestLosses, groupLatestLosses, groupTrouble } from "@/lib/domain/statements/group";
import { openLossesByGroup } from "@/lib/domain/statements/losses";
import { latestTroubleRise } from "@/lib/domain/verdict/tiers";
import type { Zone } from "@/lib/format/clock";
import { groupLostPhrase } from "@/lib/format/group-losses";
import { groupTroubleText } from "@/lib/format/group-sentence";
import { sentence } from "@/lib/format/text/sentence";
import type { Tense } from "@/lib/format/text/tense";

/** The losses of the last day by group, for lists of groups. */
export interface LossesByGroup {
  readonly answer: LossesAnswer | null;
  /** Returns the number of a group's recorded losses that still count. */
  readonly countOf: (row: GroupRow) => number;
  /** Returns a group's recorded losses that still count. */
  readonly lossesOf: (row: GroupRow) => readonly LossRow[];
  /** Returns the start of a group's latest series of losses, in milliseconds; null = no loss. */
  readonly sinceOf: (row: GroupRow) => number | null;
  /** Returns a sentence about a group's losses and its other trouble; "" = no loss. */
  readonly wordsOf: (row: GroupRow) => string;
  /**
   * Returns groups outside the given rows that lost machines, largest number first. They are not in trouble, for example because the machines were
   * replaced.
   */
  readonly others: (rows: readonly GroupRow[]) => readonly OtherLosses[];
  /** Returns a group's open losses as a statement; null = none of its machines is away. */
  readonly lostOf: (row: GroupRow) => GroupLatestLosses | null;
}

/** A group that lost machines and is not in trouble now. */
interface OtherLosses {
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
  readonly count: number;
}

const MOST = 200;

/** Requests the losses of all groups of a place in one request. */
export function useFleetLosses(place: Place): LossesByGroup {
  const { value: answer } = useLosses(place, "24h", MOST);
  const zone = useZone();
  const isPast = useFreshness().kind !== "live";
  return useMemo(() => lossesByGroup(answer, zone, isPast), [answer, zone, isPast]);
}

/** Groups losses by group. `zone`: the time zone of its texts, because a summary for a chat is in UTC. */
export function lossesByGroup(answer: LossesAnswer | null, zone: Zone, isPast: boolean): LossesByGroup {
  const groups = openLossesByGroup(answer?.rows ?? []);
  const awayOf = ({ rollUp }: GroupRow) => rollUp.fullTotal - rollUp.total;
  // A deleted group lost all its machines through the deletion.
  const lossesOf = (row: GroupRow) => (awayOf(row) <= 0 || row.deleted !== undefined ? [] : (groups.get(row.id) ?? []));
  const countedOf = (row: GroupRow) => lossesOf(row).slice(0, Math.max(0, awayOf(row)));
  const lostOf = (row: GroupRow) => groupLatestLosses(row, lossesOf(row));
  const tense: Tense = isPast ? { past: true, at: "when last seen", moment: null } : { past: false };
  return {
    answer,
    lostOf,
    others: (rows) => othersOf(groups, rows),
    countOf: (row) => countedOf(row).length,
    lossesOf: countedOf,
    sinceOf: (row) => latestTroubleRise(lossesOf(row).map(({ endedAt }) => endedAt))?.since ?? null,
    wordsOf: (row) => {
      const lost = lostOf(row);
      if (lost === null) return "";
      const rest = groupTroubleText(groupTrouble(withoutAbsentMachines(row)), tense);
      return [sentence(groupLostPhrase(lost, answer?.to ?? 0, zone)), rest].filter((words) => words !== "").join(" ");
    },
  };
}

/** Returns the row without lost and missing machines, for texts that state them separately. */
export function withoutAbsentMachines(row: GroupRow): GroupRow {
  return { ...row, lost: 0, missing: 0, rollUp: { ...row.rollUp, expected: null } };
}

function othersOf(groups: ReadonlyMap<string, readonly LossRow[]>, rows: readonly GroupRow[]): readonly OtherLosses[] {
  const shown = new Set(rows.map(({ id }) => id));
  return [...groups]
    .flatMap(([key, [first, ...rest]]) => (first === undefined || shown.has(key) ? [] : [{ ...placeOf(first), count: rest.length + 1 }]))
    .sort((a, b) => b.count - a.count);
}

function placeOf({ row: { cluster, namespace, group } }: LossRow): Omit<OtherLosses, "count"> {
  return { cluster, namespace, group };
}
