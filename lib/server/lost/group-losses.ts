import type { GroupAfterLossRow, WhatIfQuery } from "@/lib/contract/views/what-if";
import { compareText } from "@/lib/domain/object/compare-text";
import type { Scope } from "@/lib/domain/source/scope";
import { isSentServingClass, isUnverifiedClass } from "@/lib/domain/verdict/roll-up";
import { UTILIZATION_KINDS, type UtilizationAfterLoss, utilizationAfterLoss } from "@/lib/domain/what-if/capacity";
import { type EntryRemoval, isStillListed } from "@/lib/domain/what-if/leaving";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { objectInSight, sightOf, totalOf } from "@/lib/server/fleet/group-sight";
import { pickedPlace } from "@/lib/server/fleet/picked-place";

interface Lost {
  readonly byGroup: ReadonlyMap<FleetGroup, readonly EntryRef[]>;
  readonly leaving: ReadonlyMap<EntryRef, EntryRemoval>;
}

/** Every group in sight and in the picked places before and after a loss, worst first. A row costs its machines only where some of them are lost. */
export function groupLosses(fleet: FleetReader, scope: Scope, query: WhatIfQuery, lost: Lost): readonly GroupAfterLossRow[] {
  const rows: GroupAfterLossRow[] = [];
  for (const record of fleet.groups()) {
    const sight = sightOf(scope, record);
    if (!sight.machines || !pickedPlace(query, record.place.cluster, record.place.namespace)) continue;
    if (record.members.size === 0 && objectInSight(record, sight) === null) continue;
    rows.push(rowOf(fleet, scope, { record, query, lost }));
  }
  return rows.sort(worstFirst);
}

function rowOf(fleet: FleetReader, scope: Scope, { record, query, lost }: { record: FleetGroup; query: WhatIfQuery; lost: Lost }): GroupAfterLossRow {
  const { cluster, namespace } = record.place;
  const gone = lost.byGroup.get(record) ?? [];
  const counted = gone.map((entry) => ({ entry, servingClass: fleet.judged(entry).servingClass, leaving: lost.leaving.get(entry) }));
  const sent = counted.filter(({ servingClass }) => isSentServingClass(servingClass));
  const { expected, source } = totalOf(record, sightOf(scope, record));
  const weight = gone.length === 0 ? null : weightsOf(fleet, record, new Set(gone));
  const before = { serving: record.serving, doubted: record.doubted };
  return {
    ...{ id: `${cluster}/${namespace}/${record.name}`, cluster, namespace, name: record.name },
    machines: { before: record.members.size, after: record.members.size - gone.length },
    serving: { before: before.serving, after: before.serving - sent.filter(({ servingClass }) => servingClass === SERVES).length },
    doubted: { before: before.doubted, after: before.doubted - counted.filter(({ servingClass }) => isUnverifiedClass(servingClass)).length },
    ...{ weight, expected, expectedFrom: source },
    capacity: { ...capacityOfGroup(weight, record, query.headroom) },
    dead: sent.filter(({ leaving }) => leaving !== undefined && isStillListed(query.moment, leaving)).length,
    heldByLost: sent.filter(({ leaving }) => leaving?.kind === "age" && leaving.why === "died-with-replica").length,
  };
}

const SERVES = 1;

/** Of one that lost machines, none of which served, the rest carries what it carried. */
function capacityOfGroup(weight: GroupAfterLossRow["weight"], { serving, doubted }: FleetGroup, headroom: number): UtilizationAfterLoss {
  if (weight === null) return { kind: serving + doubted === 0 ? "idle" : "whole", ratio: 0 };
  const capacity = utilizationAfterLoss(weight, headroom);
  return capacity.kind === "whole" ? { ...capacity, kind: "carries" } : capacity;
}

/** The weights of those of its machines that serve, with and without those that are gone. */
function weightsOf(fleet: FleetReader, record: FleetGroup, gone: ReadonlySet<EntryRef>): NonNullable<GroupAfterLossRow["weight"]> {
  const weight = { before: 0, after: 0 };
  for (const entry of fleet.members(record)) {
    if (!isSentServingClass(fleet.judged(entry).servingClass)) continue;
    const own = fleet.endpoint(entry).weight;
    weight.before += own;
    if (!gone.has(entry)) weight.after += own;
  }
  return weight;
}

function worstFirst(a: GroupAfterLossRow, b: GroupAfterLossRow): number {
  return (
    UTILIZATION_KINDS.indexOf(a.capacity.kind) - UTILIZATION_KINDS.indexOf(b.capacity.kind) ||
    b.capacity.ratio - a.capacity.ratio ||
    compareText(a.cluster, b.cluster) ||
    compareText(a.namespace, b.namespace) ||
    compareText(a.name, b.name)
  );
}
