import type { ListQuery } from "@/lib/contract/url/list-query";
import type { WireRevisionMismatch } from "@/lib/contract/views/control-plane";
import { type MachinesByRevision, revisionDisplayName, revisionMismatchOf } from "@/lib/domain/control-plane/revision-match";
import type { World } from "@/lib/domain/mesh/world";
import { compareText } from "@/lib/domain/object/compare-text";
import { valueOfLabel } from "@/lib/domain/object/label-set";
import { type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import { isReplicaRunning } from "@/lib/domain/verdict/connection";
import type { FleetReader, SeenGroup } from "@/lib/server/fleet/fleet-reader";
import { objectInSight, sightOf } from "@/lib/server/fleet/group-sight";
import { pickedPlace } from "@/lib/server/fleet/picked-place";

const REVISION_LABEL = "istio.io/rev";

/** What of a cluster the comparison rests on, as far as a viewer may see it. */
export interface SeenRevisions {
  readonly replicas: World["replicas"];
  readonly namespaces: World["places"]["namespaces"];
}

/** What namespaces say, to whoever may see all of them: they are of no namespace themselves. */
export function namespacesInSight({ cluster, places }: World, scope: Scope): World["places"]["namespaces"] {
  if (visibleNamespacesOfSource(scope, cluster, "namespaces") === "all") return places.namespaces;
  return { kind: "denied", source: "namespaces are not in your sight" };
}

/** Groups in sight whose machines are held by another revision than they, or their namespaces, ask for; most machines first. */
export function revisionMismatches(
  fleet: FleetReader,
  picked: ListQuery,
  scope: Scope,
  seenOf: (cluster: string) => SeenRevisions,
): readonly WireRevisionMismatch[] {
  const seen = new Map(fleet.clusters.map((cluster) => [cluster, seenOf(cluster)]));
  const found = fleet.groups().flatMap((record) => {
    const sight = sightOf(scope, record);
    const revisions = seen.get(record.place.cluster);
    if (revisions === undefined || !sight.machines || !pickedPlace(picked, record.place.cluster, record.place.namespace)) return [];
    return mismatchOf(fleet, { record, sight }, revisions) ?? [];
  });
  return found.sort((a, b) => b.others - a.others || compareText(a.namespace, b.namespace) || compareText(a.group, b.group));
}

function mismatchOf(fleet: FleetReader, { record, sight }: SeenGroup, { replicas, namespaces }: SeenRevisions): WireRevisionMismatch | null {
  if (replicas.kind === "denied") return null;
  const { cluster, namespace } = record.place;
  const ofNamespace = namespaces.kind === "denied" ? null : (namespaces.value.get(namespace)?.revision ?? "");
  const object = objectInSight(record, sight);
  const ofGroup = valueOfLabel(object?.entryLabels ?? [], REVISION_LABEL) || (object?.revision ?? "");
  if (ofGroup === "" && (ofNamespace ?? "") === "") return null;
  const running = [...replicas.value.values()].filter((replica) => isReplicaRunning(replica, fleet.now()));
  const found = revisionMismatchOf(
    { group: ofGroup, namespace: ofNamespace, held: heldByRevision(fleet, record, replicas.value) },
    new Set(running.map(({ revision }) => revisionDisplayName(revision))),
  );
  return found === null ? null : { cluster, namespace, group: record.name, ...found, heldBy: [...found.heldBy] };
}

/** The machines of a group by the revision of the replica that they name; one that is gone has none. */
function heldByRevision(
  fleet: FleetReader,
  record: SeenGroup["record"],
  replicas: ReadonlyMap<string, { readonly revision: string }>,
): readonly MachinesByRevision[] {
  const counts = new Map<string, number>();
  for (const { value, count } of fleet.traits(record, "replica")) {
    const replica = replicas.get(value);
    if (replica === undefined) continue;
    const revision = revisionDisplayName(replica.revision);
    counts.set(revision, (counts.get(revision) ?? 0) + count);
  }
  return [...counts].map(([revision, count]) => ({ revision, count }));
}
