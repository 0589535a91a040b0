import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { templateEntry } from "@/lib/domain/selection/group-entry";
import { reasonsAgainst, workloadOfCandidate } from "@/lib/domain/selection/matching";
import type { MeshService } from "@/lib/domain/selection/objects";
import { areAllStateReasons } from "@/lib/domain/selection/reasons";
import { missingLabels } from "@/lib/domain/selection/workload";
import type { MeshSettings } from "@/lib/domain/selection/world";
import type { Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { objectInSight, sightOf, totalOf } from "@/lib/server/fleet/group-sight";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { namespaceKey } from "@/lib/server/hosts/inhabited-places";
import { meshOf } from "@/lib/server/hosts/mesh-of";

/** A group of which machines are missing that were declared or held. */
export interface ShortGroup {
  readonly group: WorkloadGroup;
  readonly missing: number;
}

/** The groups in sight that miss machines, by their namespaces (`namespaceKey`). */
export function shortGroups(fleet: FleetReader, scope: Scope): ReadonlyMap<string, readonly ShortGroup[]> {
  const found = new Map<string, ShortGroup[]>();
  for (const record of fleet.groups()) {
    const sight = sightOf(scope, record);
    const group = objectInSight(record, sight);
    if (group === null) continue;
    const { lost, missing } = totalOf(record, sight);
    const gone = lost + missing;
    if (gone === 0) continue;
    const key = namespaceKey(record.place.cluster, record.place.namespace);
    found.set(key, [...(found.get(key) ?? []), { group, missing: gone }]);
  }
  return found;
}

/** How many machines a host lacks that its groups were declared to have, or held: Istio deletes a lost machine, and nothing in the cluster tells of it. */
export function absentOf(fleet: FleetReader, { cluster, selector }: HostObject, groups: readonly ShortGroup[]): number {
  const mesh = meshOf(fleet.worldOf(cluster)).settings;
  return groups.reduce((sum, { group, missing }) => (takesMachinesOf(selector, group, mesh) ? sum + missing : sum), 0);
}

const known = new WeakMap<MeshService, WeakMap<WorkloadGroup, { readonly mesh: MeshSettings; readonly takes: boolean }>>();

/** Would a selector take the machines that a group makes from now on? Asked once of each version of both. */
export function takesMachinesOf(selector: MeshService, group: WorkloadGroup, mesh: MeshSettings): boolean {
  const answers = known.get(selector) ?? new WeakMap<WorkloadGroup, { readonly mesh: MeshSettings; readonly takes: boolean }>();
  const answer = answers.get(group);
  if (answer?.mesh === mesh) return answer.takes;
  const candidate = { kind: "entry", entry: templateEntry(group) } as const;
  const differs = missingLabels(selector.selector ?? [], workloadOfCandidate(candidate, mesh).labels).length > 0;
  const takes = !differs && areAllStateReasons(reasonsAgainst(selector, candidate, mesh));
  known.set(selector, answers.set(group, { mesh, takes }));
  return takes;
}
