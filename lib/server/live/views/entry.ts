import type { EntryHead, WireFact } from "@/lib/contract/heads";
import { labelsWithOrigin } from "@/lib/domain/effective-labels";
import { membershipOf } from "@/lib/domain/membership";
import { nextActionOf } from "@/lib/domain/next-action";
import { inScope } from "@/lib/domain/scope";
import { gracePeriodOf, maxAgeOf, replicaOf } from "@/lib/domain/timing";
import type { Fact } from "@/lib/domain/world";
import { entryRow } from "@/lib/server/fleet/entry-row";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { type OpenView, UnreadableQuery } from "@/lib/server/live/view-source";

/** One entry with its evidence. The query names it: `cluster`, `ns`, `name` and, for one incarnation, `uid`. */
export const openEntry: OpenView = ({ fleet, viewer, query, changed }) => {
  const params = new URLSearchParams(query);
  const [cluster, namespace, name, uid] = ["cluster", "ns", "name", "uid"].map((key) => params.get(key) ?? "");
  if (!cluster || !namespace || !name) throw new UnreadableQuery("An entry is named by cluster, ns and name.");
  const visible = inScope(viewer.scope, cluster, "workloadentries", namespace);
  const slotNow = () => {
    if (!visible) return -1;
    return uid ? fleet.store.slotOfUid(cluster, uid) : fleet.store.slotOfName(cluster, namespace, name);
  };
  // A world that changes, a group that comes: whatever touches this entry's place is worth a look, because one row is cheap.
  const touches = (slot: number) => fleet.store.columns.names[slot] === name && changed();
  const unhook = [fleet.store.hookEntries({ leaving: touches, entering: touches }), fleet.store.hookGroups(changed), fleet.store.hookWorlds(changed)];
  return {
    compute: () => ({ head: { ...headOf(fleet, slotNow()) }, rows: [] }),
    close: () => {
      for (const off of unhook) off();
    },
  };
};

function headOf(fleet: FleetReader, slot: number): EntryHead {
  if (slot < 0) return { found: false, row: null, detail: null };
  const now = fleet.now();
  return { found: true, row: entryRow(fleet.store, slot, now), detail: detailOf(fleet, slot, now) };
}

function detailOf(fleet: FleetReader, slot: number, now: number): EntryHead["detail"] {
  const { store } = fleet;
  const entry = store.entry(slot);
  const world = store.worldOf(entry.cluster);
  const verdict = store.verdict(slot, now);
  const replica = replicaOf(entry, world);
  return {
    resourceVersion: entry.resourceVersion,
    serviceAccount: entry.serviceAccount,
    weight: entry.weight,
    ports: entry.ports.map(([name, port]) => ({ name, port })),
    labels: labelsWithOrigin(entry).map((label) => ({ ...label })),
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
    groupExists: store.groups.at(store.columns.int("group", slot)).object !== null,
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
    },
    replicasKind: world.replicas.kind,
    maxConnectionAge: wireFact(maxAgeOf(entry, world)),
    gracePeriod: wireFact(gracePeriodOf(entry, world)),
    next: { ...nextActionOf(entry, verdict, world, now) },
  };
}

function wireFact(fact: Fact<number | null>): WireFact {
  return { kind: fact.kind, value: fact.kind === "denied" ? null : fact.value, source: fact.source };
}
