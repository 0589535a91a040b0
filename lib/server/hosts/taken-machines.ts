import type { LabelSet } from "@/lib/domain/object/label-set";
import { CLUSTER_LABEL } from "@/lib/domain/selection/workload";
import type { MeshSettings } from "@/lib/domain/selection/world";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { HostlessFleet } from "@/lib/server/fleet/fleet-reader";
import { addMachine, countMachine, NO_MACHINES } from "./host-counts";
import { inCluster, matchesMachine, shareOfBearing } from "./host-matching";
import type { HostRecord } from "./host-record";
import type { HostRecords } from "./host-records";
import type { ClassNumbers } from "./host-spread";
import { TakenKeys } from "./taken-keys";

export interface TakenParts {
  readonly fleet: HostlessFleet;
  readonly records: HostRecords;
  readonly meshOf: (cluster: string) => MeshSettings;
  readonly told: (record: HostRecord) => void;
  readonly classes: ClassNumbers;
}

/** Which machines are taken by whom: their keys are their references. */
export function takenMachines({ fleet, records, meshOf, told, classes }: TakenParts): TakenKeys {
  const bearingOf = (entry: EntryRef) => fleet.bearing(entry, meshOf(fleet.groupOf(entry).place.cluster));
  return new TakenKeys({
    takersOf: (key) => {
      const entry = key as EntryRef;
      if (!fleet.isThere(entry)) return [];
      const { cluster, namespace } = fleet.groupOf(entry).place;
      const anchors = records.anchorsIn(cluster, namespace);
      if (anchors === undefined) return [];
      const label = inCluster(meshOf(cluster), (name) => fleet.label(entry, name));
      const near = [...anchors.near(label)];
      if (near.length === 0) return near;
      const bearing = bearingOf(entry);
      return near.filter((record) => matchesMachine(record, bearing, label));
    },
    bitsOf: (key) => bearingOf(key as EntryRef),
    weightOf: (key) => fleet.endpoint(key as EntryRef).weight,
    sortOf: (key) => (fleet.isThere(key as EntryRef) ? classes.of(key as EntryRef) : 0),
    count: (record, { bits, weight, sort }, by) => {
      const share = shareOfBearing(record, bits, weight);
      countMachine(record.counts, share, by);
      const ours = record.classes.get(sort) ?? { ...NO_MACHINES };
      addMachine(ours, share, by);
      if (ours.taken === 0) record.classes.delete(sort);
      else record.classes.set(sort, ours);
    },
    told,
  });
}

/** The machines that a record may take: those of its namespace with its labels. */
export function machinesNear(fleet: HostlessFleet, { host, pairs, takesMachines }: HostRecord): Iterable<EntryRef> {
  const stored: LabelSet = pairs.filter(([key]) => key !== CLUSTER_LABEL);
  return takesMachines ? fleet.labelled(host.cluster, host.selector.namespace, stored) : [];
}
