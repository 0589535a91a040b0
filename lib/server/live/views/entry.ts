import type { EntryHead } from "@/lib/contract/views/entries";
import { labelsWithOrigin } from "@/lib/domain/entry/effective-labels";
import { membershipOf } from "@/lib/domain/entry/membership";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { localityDependsOnVersion, localityOf, localityWithSource } from "@/lib/domain/localities/locality";
import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import { nextIstiodActionOf } from "@/lib/domain/verdict/next-action";
import { gracePeriodOf, maxConnectionAgeOf, replicaOfEntry } from "@/lib/domain/verdict/timing";
import { replicasInSight } from "@/lib/server/control-plane/replicas-in-sight";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetPlace } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { objectInSight, sightOf } from "@/lib/server/fleet/group-sight";
import { plannedLeavesIn } from "@/lib/server/fleet/planned-gone";
import { isLocalityUnsure, readsTopology } from "@/lib/server/hosts/mesh-of";
import { type OpenView, UnreadableQuery } from "@/lib/server/live/view-source";
import { addressReachInSight } from "@/lib/server/networks/address-reach-in-sight";
import { reachMeshFor } from "@/lib/server/networks/mesh-networks";
import type { TableHook } from "@/lib/server/table/indexed-table";
import { wireFact } from "@/lib/server/wire-fact";
import { lostDrainOn } from "./lost-drain";

/** One entry with its evidence. The query names it: `cluster`, `ns`, `name` and, for one incarnation, `uid`. */
export const openEntry: OpenView<"entry"> = ({ fleet, viewer, query, changed }) => {
  const params = new URLSearchParams(query);
  const [cluster, namespace, name, uid] = ["cluster", "ns", "name", "uid"].map((key) => params.get(key) ?? "");
  if (!cluster || !namespace || !name) throw new UnreadableQuery("An entry is named by cluster, ns and name.");
  const visible = isInScope(viewer.scope, cluster, "workloadentries", namespace);
  const entryNow = () => {
    if (!visible) return null;
    return uid ? fleet.byUid(cluster, uid) : fleet.byName(cluster, namespace, name);
  };
  const isHere = (place: FleetPlace) => visible && place.cluster === cluster && place.namespace === namespace;
  const onEntry = (entry: EntryRef) => {
    if (fleet.nameOf(entry) === name && isHere(fleet.groupOf(entry).place)) changed();
  };
  // Besides the entry itself: whether a group of its namespace exists, and what is known of the replica that holds it.
  const close = fleet.subscribe({
    leaving: onEntry,
    entering: onEntry,
    group: (record) => isHere(record.place) && sightOf(viewer.scope, record).object && changed(),
    world: (where) => visible && where === cluster && changed(),
  });
  // A list may bring the new entry before it misses the one that was draining.
  const forget = fleet.entryMemory?.hook(onEntry);
  // Services of its namespace decide the answer to callers of an entry without an address.
  const isRead = (one: IndexedTableObject | null) =>
    one !== null && one.cluster === cluster && one.namespace === namespace && isInScope(viewer.scope, cluster, one.kind, namespace);
  const onService: TableHook<IndexedTableObject> = (before, after) => {
    const entry = isRead(before) || isRead(after) ? entryNow() : null;
    if (entry !== null && fleet.endpoint(entry).address === "") changed();
  };
  const unfollow = [fleet.tables.services.hook(onService), fleet.tables.serviceentries.hook(onService)];
  return {
    compute: () => ({ head: headOf(fleet, entryNow(), viewer.scope), rows: [] }),
    close: () => {
      close();
      forget?.();
      for (const stop of unfollow) stop();
    },
  };
};

function headOf(fleet: FleetReader, entry: EntryRef | null, scope: Scope): EntryHead {
  if (entry === null) return { found: false, row: null, detail: null };
  return { found: true, row: fleet.row(entry), detail: detailOf(fleet, entry, scope, fleet.now()) };
}

function detailOf(fleet: FleetReader, ref: EntryRef, scope: Scope, now: number): EntryHead["detail"] {
  const entry = fleet.entry(ref);
  const world = fleet.worldOf(entry.cluster);
  const verdict = fleet.verdict(ref);
  const replicas = replicasInSight(world, scope);
  const replica = replicaOfEntry(entry, { ...world, replicas });
  const isTopologyRead = readsTopology(world);
  return {
    resourceVersion: entry.resourceVersion,
    serviceAccount: entry.serviceAccount,
    weight: entry.weight,
    localityFrom: localityWithSource(entry, isTopologyRead).from,
    localityByVersion: localityDependsOnVersion(entry) ? { other: localityOf(entry, !isTopologyRead), isKnown: !isLocalityUnsure(world) } : null,
    ports: entry.ports.map(([name, port]) => ({ name, port })),
    labels: labelsWithOrigin(entry, isTopologyRead).map((label) => ({ ...label })),
    gate: entry.gate,
    health: entry.health && {
      status: entry.health.status,
      message: entry.health.message,
      lastProbeTime: entry.health.lastProbeTime?.text ?? null,
      lastTransitionTime: entry.health.lastTransitionTime?.text ?? null,
    },
    connectedAtText: entry.connectedAt?.text ?? null,
    disconnectedAtText: entry.disconnectedAt?.text ?? null,
    owner: entry.owner && { kind: entry.owner.kind, name: entry.owner.name, uid: entry.owner.uid },
    membership: membershipOf(entry).kind,
    groupExists: groupExists(fleet, ref, scope),
    lastWriter: entry.lastWriter && { ...entry.lastWriter },
    managedBy: entry.managedBy,
    deletingAt: entry.deletingAt,
    replica: replica && {
      name: replica.name,
      namespace: replica.namespace,
      revision: replica.revision,
      zone: replica.zone,
      runningSince: replica.runningSince,
      phase: replica.phase,
      readyReason: replica.ready.status === "true" ? "" : replica.ready.reason,
      deletingAt: replica.deletingAt,
    },
    replicasKind: replicas.kind,
    maxConnectionAge: wireFact(maxConnectionAgeOf(entry, world)),
    gracePeriod: wireFact(gracePeriodOf(entry, world)),
    next: { ...nextIstiodActionOf(entry, verdict, world, now) },
    lostDrain: lostDrainOn(fleet, ref),
    unrecorded: unrecordedSince(fleet, entry, fleet.judged(ref).since.at),
    planned: planOf(fleet, ref, scope),
    addressReach: addressReachInSight(fleet, ref, scope, () => reachMeshFor(world, scope)),
  };
}

function unrecordedSince(fleet: FleetReader, { cluster, namespace }: WorkloadEntry, since: number): NonNullable<EntryHead["detail"]>["unrecorded"] {
  const time = fleet.unrecordedIn?.(cluster, namespace) ?? null;
  return time === null || time.from < since ? null : { ...time };
}

function planOf(fleet: FleetReader, entry: EntryRef, scope: Scope): NonNullable<EntryHead["detail"]>["planned"] {
  const record = fleet.groupOf(entry);
  const group = objectInSight(record, sightOf(scope, record));
  const planned = group === null ? null : plannedLeavesIn(group);
  const leave = planned?.kind === "read" ? planned.leaves.find((one) => one.entry === fleet.nameOf(entry)) : undefined;
  return leave === undefined ? null : { ...leave };
}

/** As far as the viewer may know: a group out of sight is not there. */
function groupExists(fleet: FleetReader, entry: EntryRef, scope: Scope): boolean {
  const record = fleet.groupOf(entry);
  return objectInSight(record, sightOf(scope, record)) !== null;
}
