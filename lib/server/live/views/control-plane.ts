import type { ControlPlaneHead } from "@/lib/contract/views/control-plane";
import { CONNECTION_BUCKET_MS } from "@/lib/domain/control-plane/reconnect-rate";
import { clusterControlPlane } from "@/lib/server/control-plane/cluster-control-plane";
import { replicaRows } from "@/lib/server/control-plane/replica-rows";
import { replicasInSight } from "@/lib/server/control-plane/replicas-in-sight";
import { namespacesInSight, revisionMismatches } from "@/lib/server/control-plane/revision-mismatches";
import { seenTallies } from "@/lib/server/control-plane/seen-tallies";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import { sightOf } from "@/lib/server/fleet/group-sight";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import type { OpenView, ViewContext } from "@/lib/server/live/view-source";
import { atTurn } from "./at-turn";
import { placesOf } from "./visible-groups";

const MOST_MISMATCHES = 20;
/** What of a machine's change nothing here shows. */
const NOT_SHOWN = ChangedParts.of("metadata", "spec");

/** istiod's replicas with the connections of the machines in sight that each holds, and what of them nobody vouches for. */
export const openControlPlane: OpenView<"control-plane"> = (context) => {
  const { fleet, viewer, query, offset, limit } = context;
  const { scope } = viewer;
  const picked = placesOf(query);
  const turn = atTurn(fleet.now, context.changed);
  const unwatch = watched(context);
  return {
    compute: () => {
      const now = fleet.now();
      const parts = [...seenTallies(fleet, picked, scope)].map(([cluster, tallies]) => {
        const world = fleet.worldOf(cluster);
        return { world, seen: replicasInSight(world, scope), tallies, now };
      });
      const rowsOf = parts.map((part) => ({ part, rows: replicaRows(part) }));
      const rows = rowsOf.flatMap((one) => one.rows);
      const mismatches = revisionMismatches(fleet, picked, scope, (cluster) => {
        const world = fleet.worldOf(cluster);
        return { replicas: replicasInSight(world, scope), namespaces: namespacesInSight(world, scope) };
      });
      const head: ControlPlaneHead = {
        total: rows.length,
        clusters: rowsOf.map((one) => clusterControlPlane(one.part, one.rows, scope)),
        mismatches: mismatches.slice(0, MOST_MISMATCHES),
        moreMismatches: Math.max(0, mismatches.length - MOST_MISMATCHES),
      };
      // What began lately is so no more after a while, though nothing happens.
      turn.set(rows.some(({ began }) => began > 0) ? now - (now % CONNECTION_BUCKET_MS) + CONNECTION_BUCKET_MS : null);
      return { head, rows: rows.slice(offset, offset + limit) };
    },
    close: () => {
      turn.close();
      unwatch();
    },
  };
};

/** Calls whenever a machine in sight, its group, or the world of a cluster in sight is another one. */
function watched({ fleet, viewer: { scope }, query, changed }: ViewContext): () => void {
  const picked = placesOf(query);
  const isConcerned = (group: FleetGroup, of: "machines" | "object") =>
    sightOf(scope, group)[of] && pickedPlace(picked, group.place.cluster, group.place.namespace);
  const onEntry = (entry: EntryRef, parts: ChangedParts) => {
    if (!parts.isWithin(NOT_SHOWN) && isConcerned(fleet.groupOf(entry), "machines")) changed();
  };
  return fleet.subscribe({
    leaving: onEntry,
    entering: onEntry,
    group: (group) => {
      if (isConcerned(group, "object")) changed();
    },
    world: (cluster) => {
      if (scope.clusters.has(cluster)) changed();
    },
  });
}
