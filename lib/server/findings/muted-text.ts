import type { ObjectFindingsQuery } from "@/lib/contract/views/findings";
import { MESH_SERVICE_RESOURCE_BY_KIND } from "@/lib/domain/selection/objects";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetPlace } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

/** What an object's annotation `stolos.dev/mute-findings` says, verbatim; "" = it has none, or is not there. Whether it is in sight is for the caller to ask. */
export function mutedTextOf(fleet: FleetReader, { of, cluster, namespace, name }: ObjectFindingsQuery): string {
  if (of === "WorkloadEntry") {
    const entry = fleet.byName(cluster, namespace, name);
    return entry === null ? "" : fleet.entry(entry).mutedFindings;
  }
  if (of === "WorkloadGroup") return fleet.group(cluster, namespace, name)?.object?.mutedFindings ?? "";
  const objects = fleet.tables[MESH_SERVICE_RESOURCE_BY_KIND[of]].inNamespace(cluster, namespace);
  return objects.find((object) => object.name === name)?.mutedFindings ?? "";
}

/** Tells of each change of an object that may have changed its annotation, until the returned function is called. */
export function watchMutedText(fleet: FleetReader, { of, cluster, namespace, name }: ObjectFindingsQuery, changed: () => void): () => void {
  const isHere = (place: FleetPlace) => place.cluster === cluster && place.namespace === namespace;
  if (of === "WorkloadGroup") return fleet.subscribe({ group: (group) => group.name === name && isHere(group.place) && changed() });
  if (of === "WorkloadEntry") {
    const onEntry = (entry: EntryRef) => fleet.nameOf(entry) === name && isHere(fleet.groupOf(entry).place) && changed();
    return fleet.subscribe({ leaving: onEntry, entering: onEntry });
  }
  return fleet.tables[MESH_SERVICE_RESOURCE_BY_KIND[of]].hook((before, after) => {
    const object = after ?? before;
    if (object !== null && object.name === name && isHere(object)) changed();
  });
}
