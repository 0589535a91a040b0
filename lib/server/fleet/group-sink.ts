import type { WorkloadGroup } from "@/lib/domain/workload-group";
import type { FleetStore } from "@/lib/server/fleet/columns/fleet-store";
import type { SourceTeller } from "@/lib/server/watch/sink";
import { HeldSink } from "./held-sink";

/** Writes the groups of one source to the store. */
export function createGroupSink(store: FleetStore, cluster: string, teller: SourceTeller): HeldSink<WorkloadGroup> {
  return new HeldSink(
    { put: (group) => store.upsertGroup(group), remove: ({ namespace, name, uid }) => store.removeGroup(cluster, namespace, name, uid) },
    teller,
  );
}
