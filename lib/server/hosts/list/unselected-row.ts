import type { UnselectedRow } from "@/lib/contract/views/services";
import { templateEntry } from "@/lib/domain/selection/group-entry";
import type { SelectableEntry } from "@/lib/domain/selection/objects";
import { type NearestServiceMiss, nearestServiceMiss } from "@/lib/domain/services/nearest-selector";
import type { Scope } from "@/lib/domain/source/scope";
import { reasonWords } from "@/lib/format/reason-words";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
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

interface Kept {
  readonly rests: string;
  readonly row: UnselectedRow;
}

/** The rows of unselected machines, each of which is made anew where what it rests on is another. */
export class UnselectedRows {
  #kept = new Map<string, Kept>();

  constructor(
    private readonly fleet: FleetReader,
    private readonly scope: Scope,
    /** Moves where something that selects in a group's namespace is another one. */
    private readonly placeVersion: (record: FleetGroup) => number,
  ) {}

  of(groups: readonly UnselectedGroup[]): readonly UnselectedRow[] {
    const kept = new Map<string, Kept>();
    const rows = groups.map((group) => {
      const { cluster, namespace } = group.record.place;
      const id = `${cluster}/${namespace}/${group.record.name}`;
      const { entry, ...rests } = this.#restsOf(group);
      const text = JSON.stringify(rests);
      const known = this.#kept.get(id);
      const now = known?.rests === text ? known : { rests: text, row: this.#row(id, group, entry, rests) };
      kept.set(id, now);
      return now.row;
    });
    this.#kept = kept;
    return rows;
  }

  /** One of the machines, or what the group would make, and all else that its row rests on. */
  #restsOf({ record, sight, machines }: UnselectedGroup) {
    const first = firstByName(this.fleet, machines);
    const group = objectInSight(record, sight);
    const entry = first === null ? null : this.fleet.entry(first);
    const version = entry?.resourceVersion ?? group?.resourceVersion ?? "";
    const template = entry === null && group !== null ? templateEntry(group) : null;
    const counts = { machines: machines.size, of: record.members.size };
    return { entry: entry ?? template, version, place: this.placeVersion(record), name: entry?.name ?? "", uid: entry?.uid ?? "", ...counts };
  }

  #row(id: string, { record }: UnselectedGroup, entry: SelectableEntry | null, rests: Pick<UnselectedRow, "machines" | "of" | "name" | "uid">): UnselectedRow {
    const { cluster, namespace } = record.place;
    const selecting = this.fleet.hosts.candidates(cluster, namespace).filter((host) => isHostInScope(host, this.scope));
    const { machines, of, name, uid } = rests;
    const nearest = entry === null ? null : nearestOf(this.fleet, cluster, selecting, entry);
    return { id, cluster, namespace, group: record.name, machines, of, name, uid, nearest, selectors: selecting.length };
  }
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
  const near = nearestServiceMiss(selectors, { kind: "entry", entry }, mesh);
  if (near === null) return null;
  const { kind, namespace, name } = near.selector;
  return { selector: { kind, namespace, name }, host: hostsOf(near.selector, mesh.domain)[0] ?? "", why: whyOf(near) };
}

/** Whatever keeps it out for good: what comes and goes with its state is told where the machine is. */
function whyOf({ refusals }: NearestServiceMiss): string {
  return refusals.map(({ reason }) => reasonWords(reason)).join("; ");
}

/** The first by name, so that the list says the same whatever the order in which machines came. */
function firstByName(fleet: FleetReader, machines: ReadonlySet<EntryRef>): EntryRef | null {
  let [first = null] = machines;
  for (const entry of machines) if (first !== null && fleet.nameOf(entry) < fleet.nameOf(first)) first = entry;
  return first;
}
