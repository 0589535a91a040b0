import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { SourceTeller } from "@/lib/server/watch/sink";
import type { FleetWriter } from "./fleet-writer";
import { HeldSink } from "./held-sink";

/** Writes the groups of one source to the store. */
export function createGroupSink(store: FleetWriter, cluster: string, teller: SourceTeller): HeldSink<WorkloadGroup> {
  return new HeldSink(
    { put: (group) => store.upsertGroup(group), remove: ({ namespace, name, uid }) => store.removeGroup(cluster, namespace, name, uid) },
    teller,
  );
}
