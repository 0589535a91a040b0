import { membershipOf } from "@/lib/domain/entry/membership";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { entryOfNewMachine } from "@/lib/domain/selection/group-entry";
import { reasonsAgainst } from "@/lib/domain/selection/matching";
import type { LabelSource } from "@/lib/domain/selection/nearest-misses";
import type { MeshService } from "@/lib/domain/selection/objects";
import type { SelectionCandidate } from "@/lib/domain/selection/reasons";
import { CLUSTER_LABEL } from "@/lib/domain/selection/workload";
import type { Scope } from "@/lib/domain/source/scope";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { objectInSight, sightOf } from "@/lib/server/fleet/group-sight";
import { countsInSight } from "./counts-in-sight";
import type { HostObject } from "./host-reader";
import { meshOf } from "./mesh-of";

/** The group of a registered machine, or the workload of a Pod; null = a hand-written machine. A group that is not visible counts as another group. */
export function entryLabelOrigin(fleet: FleetReader, scope: Scope, entry: WorkloadEntry, selector: MeshService): LabelSource | null {
  const { group } = membershipOf(entry);
  if (group === "") return null;
  const record = fleet.group(entry.cluster, entry.namespace, group);
  const object = record === null ? null : objectInSight(record, sightOf(scope, record));
  if (object === null || object.unreadable !== null) return { fits: false };
  const come: SelectionCandidate = { kind: "entry", entry: entryOfNewMachine(object) };
  const mesh = meshOf(fleet.worldOf(entry.cluster)).settings;
  return { fits: reasonsAgainst(selector, come, mesh).every(({ code }) => code !== "labels-differ") };
}

/** True if the selector matches no machine and no Pod, and both are visible. */
export function selectsNothing(fleet: FleetReader, scope: Scope, host: HostObject): boolean {
  const { machines, pods } = countsInSight(fleet.hosts.counts(host), host, scope, fleet);
  return machines !== null && pods !== null && machines.taken + pods.taken === 0;
}

/** The machines of a namespace with all labels of a selector. None where it names the cluster alone: that matches every machine. */
export function labelledLike(
  fleet: FleetReader,
  { cluster, namespace }: Pick<WorkloadEntry, "cluster" | "namespace">,
  { selector }: MeshService,
): Iterable<EntryRef> {
  const { clusterId } = meshOf(fleet.worldOf(cluster)).settings;
  const stored = (selector ?? []).filter(([key]) => key !== CLUSTER_LABEL);
  const isOfCluster = (selector ?? []).every(([key, value]) => key !== CLUSTER_LABEL || value === clusterId);
  return stored.length === 0 || !isOfCluster ? [] : fleet.labelled(cluster, namespace, stored);
}
