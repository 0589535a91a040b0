import type { StripHead, StripRow } from "@/lib/contract/heads";
import { knownSize } from "@/lib/domain/expected-size";
import { codedCounts } from "@/lib/domain/state-code";
import { expectedOf, missingOf } from "@/lib/server/fleet/group-sight";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import type { OpenView } from "@/lib/server/live/view-source";
import { placesOf, type VisibleGroup, visibleGroups } from "./visible-groups";
import { watchGroups } from "./watch-groups";

/** A window of ribbons: one per group that has machines or should have, as counts per state. */
export const openStrip: OpenView = ({ fleet, viewer, query, offset, limit, changed }) => {
  const picked = placesOf(query);
  const unwatch = watchGroups(fleet, viewer.scope, ({ cluster, namespace }) => pickedPlace(picked, cluster, namespace), changed);
  return {
    compute: () => {
      const ribbons = visibleGroups(fleet, picked, viewer.scope).filter(
        ({ record, sight }) => sight.machines && (record.members.size > 0 || missingOf(record, sight).missing > 0),
      );
      const head: StripHead = { total: ribbons.length, machines: ribbons.reduce((sum, { record }) => sum + record.members.size, 0) };
      return { head: { ...head }, rows: ribbons.slice(offset, offset + limit).map(ribbonOf) };
    },
    close: unwatch,
  };
};

function ribbonOf({ record, sight }: VisibleGroup): StripRow {
  const { cluster, namespace } = record.place;
  const expected = expectedOf(record, sight);
  return {
    id: `${cluster}/${namespace}/${record.name}`,
    cluster,
    namespace,
    name: record.name,
    counts: codedCounts(record.counts),
    unvouched: record.unvouched,
    total: record.members.size,
    notServing: record.members.size - record.serving - record.doubted,
    missing: missingOf(record, sight).missing,
    expected: knownSize(expected),
    expectedFrom: expected.kind,
  };
}
