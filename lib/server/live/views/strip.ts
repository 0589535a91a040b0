import type { FleetStripHead, FleetStripRow } from "@/lib/contract/views/fleet";
import { sumTotals } from "@/lib/domain/group/group-total";
import { codedCounts } from "@/lib/domain/verdict/state-code";
import { totalOf } from "@/lib/server/fleet/group-sight";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import type { OpenView } from "@/lib/server/live/view-source";
import { placesOf, type VisibleGroup, visibleGroups } from "./visible-groups";
import { watchGroups } from "./watch-groups";

/** A window of ribbons: one per group that has machines or should have, as counts per state. */
export const openStrip: OpenView<"strip"> = ({ fleet, viewer, query, offset, limit, changed }) => {
  const picked = placesOf(query);
  const unwatch = watchGroups(fleet, viewer.scope, ({ cluster, namespace }) => pickedPlace(picked, cluster, namespace), changed);
  return {
    compute: () => {
      const ribbons = visibleGroups(fleet, picked, viewer.scope).filter(({ record, sight }) => sight.machines && totalOf(record, sight).total > 0);
      const head: FleetStripHead = { total: ribbons.length, machines: sumTotals(ribbons.map(({ record, sight }) => totalOf(record, sight))).total };
      return { head, rows: ribbons.slice(offset, offset + limit).map(ribbonOf) };
    },
    close: unwatch,
  };
};

function ribbonOf({ record, sight }: VisibleGroup): FleetStripRow {
  const { cluster, namespace } = record.place;
  const { lost, missing, expected, source } = totalOf(record, sight);
  return {
    id: `${cluster}/${namespace}/${record.name}`,
    cluster,
    namespace,
    name: record.name,
    counts: codedCounts(record.counts),
    unvouched: record.unvouched,
    total: record.members.size,
    notServing: record.members.size - record.serving - record.doubted,
    ...{ lost, missing, expected, expectedFrom: source },
  };
}
