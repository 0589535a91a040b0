import type { UnselectedRow } from "@/lib/contract/hosts";
import { type NearMiss, nearMiss } from "@/lib/domain/hosts/nearest-selector";
import { templateEntry } from "@/lib/domain/hosts/template-entry";
import type { Scope } from "@/lib/domain/scope";
import type { SelectableEntry } from "@/lib/domain/selection/objects";
import { reasonWords } from "@/lib/format/reason-words";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader, SeenGroup } from "@/lib/server/fleet/fleet-reader";
import { objectInSight } from "@/lib/server/fleet/group-sight";
import { hostsOf, isHostInScope } from "@/lib/server/hosts/host-object";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { meshOf } from "@/lib/server/hosts/mesh-of";
import { takesMachinesOf } from "./absent-machines";

/** A group, or the loose machines of a namespace, of which nobody selects some. */
export interface UnselectedGroup extends SeenGroup {
  readonly machines: ReadonlySet<EntryRef>;
}

/** How a group's unselected machines stand in the list, with the nearest miss of one of them. */
export function unselectedRow(fleet: FleetReader, { record, sight, machines }: UnselectedGroup, scope: Scope): UnselectedRow {
  const { cluster, namespace } = record.place;
  const first = firstByName(fleet, machines);
  const group = objectInSight(record, sight);
  const entry = first === null ? group && templateEntry(group) : fleet.entry(first);
  const selecting = fleet.hosts.candidates(cluster, namespace).filter((host) => isHostInScope(host, scope));
  const { name, uid } = first === null ? { name: "", uid: "" } : fleet.identityOf(first);
  return {
    ...{ id: `${cluster}/${namespace}/${record.name}`, cluster, namespace, group: record.name, name, uid },
    machines: machines.size,
    of: record.members.size,
    nearest: entry === null ? null : nearestOf(fleet, cluster, selecting, entry),
    selectors: selecting.length,
  };
}

/** Is this a group without machines whose template no selector in sight takes? */
export function isGroupUnselected(fleet: FleetReader, { record, sight }: SeenGroup, scope: Scope): boolean {
  const group = objectInSight(record, sight);
  if (group === null || group.unreadable !== null || record.members.size > 0) return false;
  const { cluster, namespace } = record.place;
  const mesh = meshOf(fleet.worldOf(cluster)).settings;
  const selecting = fleet.hosts.candidates(cluster, namespace).filter((host) => isHostInScope(host, scope));
  return !selecting.some(({ selector }) => takesMachinesOf(selector, group, mesh));
}

function nearestOf(fleet: FleetReader, cluster: string, selecting: readonly HostObject[], entry: SelectableEntry): UnselectedRow["nearest"] {
  const mesh = meshOf(fleet.worldOf(cluster)).settings;
  const selectors = selecting.map(({ selector }) => selector);
  const near = nearMiss(selectors, { kind: "entry", entry }, mesh);
  if (near === null) return null;
  const { kind, namespace, name } = near.selector;
  return { selector: { kind, namespace, name }, host: hostsOf(near.selector, mesh.domain)[0] ?? "", why: whyOf(near) };
}

/** Whatever keeps it out for good: what comes and goes with its state is told where the machine is. */
function whyOf({ refusals }: NearMiss): string {
  return refusals.map(({ reason }) => reasonWords(reason)).join("; ");
}

/** The first by name, so that the list says the same whatever the order in which machines came. */
function firstByName(fleet: FleetReader, machines: ReadonlySet<EntryRef>): EntryRef | null {
  let [first = null] = machines;
  for (const entry of machines) if (first !== null && fleet.nameOf(entry) < fleet.nameOf(first)) first = entry;
  return first;
}
