import type { FleetStripHead, FleetStripRow } from "@/lib/contract/views/fleet";
import { codedCounts, noCounts } from "@/lib/domain/verdict/state-code";
import { isTrouble, STATES } from "@/lib/domain/verdict/verdict";
import { deletionOf, type SeenTotal, totalOf } from "@/lib/server/fleet/group-sight";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import type { OpenView } from "@/lib/server/live/view-source";
import { hasSharedRibbons, ribbonsOf, type SharedRibbon, type StripGroup } from "./strip-ribbons";
import { placesOf, type VisibleGroup, visibleGroups } from "./visible-groups";
import { watchGroups } from "./watch-groups";

/** The ribbons of the fleet strip, as counts per state. All of them together count each machine of the fleet's total once. */
export const openStrip: OpenView<"strip"> = ({ fleet, viewer, query, offset, limit, changed }) => {
  const picked = placesOf(query);
  const unwatch = watchGroups(fleet, viewer.scope, ({ cluster, namespace }) => pickedPlace(picked, cluster, namespace), changed);
  return {
    compute: () => {
      const groups = visibleGroups(fleet, picked, viewer.scope).flatMap(countedGroup);
      const ribbons = ribbonsOf(groups, offset + limit);
      const machines = groups.reduce((sum, group) => sum + group.machines, 0);
      const head: FleetStripHead = { total: ribbons.length, machines, isLarge: hasSharedRibbons(groups), groups: groups.length };
      return { head, rows: ribbons.slice(offset, offset + limit).map(rowOf) };
    },
    close: unwatch,
  };
};

interface CountedGroup extends StripGroup {
  readonly record: VisibleGroup["record"];
  readonly size: SeenTotal;
  readonly deletion: ReturnType<typeof deletionOf>;
}

const TROUBLE: readonly number[] = STATES.flatMap((state, index) => (isTrouble(state) ? [index] : []));

function countedGroup({ record, sight }: VisibleGroup): readonly CountedGroup[] {
  if (!sight.machines) return [];
  const size = totalOf(record, sight);
  if (size.total === 0) return [];
  const inTrouble = TROUBLE.reduce((sum, index) => sum + (record.counts[index] ?? 0), size.lost + size.missing);
  return [
    { cluster: record.place.cluster, namespace: record.place.namespace, machines: size.total, inTrouble, record, size, deletion: deletionOf(record, sight) },
  ];
}

function rowOf({ cluster, namespace, groups, shared }: SharedRibbon<CountedGroup>): FleetStripRow {
  const [only] = groups;
  const sizes = groups.map(({ size }) => size);
  const records = groups.map(({ record }) => record);
  const name = shared === null ? (only?.record.name ?? "") : "";
  return {
    // A name has no slash, so no group has the id of a shared ribbon.
    id: shared === null ? `${cluster}/${namespace}/${name}` : `${cluster}/${namespace}//${shared.isTrouble ? "trouble" : "calm"}`,
    ...{ cluster, namespace, name },
    counts: records.length === 1 && only !== undefined ? codedCounts(only.record.counts) : summedCounts(records),
    unvouched: sumOf(records, ({ unvouched }) => unvouched),
    total: sumOf(records, ({ members }) => members.size),
    notServing: sumOf(records, ({ members, serving, doubted }) => members.size - serving - doubted),
    lost: sumOf(sizes, ({ lost }) => lost),
    missing: sumOf(sizes, ({ missing }) => missing),
    expected: shared === null ? (only?.size.expected ?? null) : null,
    expectedFrom: shared === null ? (only?.size.source ?? "unknown") : "unknown",
    ...(shared !== null && { shared: { groups: groups.length, ...shared } }),
    ...(shared === null && only?.deletion && { deleted: { at: only.deletion.at } }),
  };
}

function summedCounts(records: readonly CountedGroup["record"][]): number[] {
  const all = noCounts();
  for (const { counts } of records) for (const [code, count] of codedCounts(counts).entries()) all[code] = (all[code] ?? 0) + count;
  return all;
}

function sumOf<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}
