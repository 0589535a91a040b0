import type { LabelSet } from "@/lib/domain/label-set";
import type { HostlessFleet } from "@/lib/server/hosts/recount";
import { RecountedHosts } from "@/lib/server/hosts/recounted-hosts";
import type { EntryRef } from "./entry-change";
import type { FleetGroup } from "./fleet-group";
import type { FleetReader, Only } from "./fleet-reader";

/**
 * A fleet as it would be if only some of its machines were there: all but those of a zone, say. It keeps no counts of its own, so a question about
 * groups costs a step for each machine.
 */
export function onlyEntries(fleet: FleetReader, isThere: Only): FleetReader {
  const both = (only?: Only): Only => (only === undefined ? isThere : (entry) => isThere(entry) && only(entry));
  const there = (entry: EntryRef | null) => (entry !== null && isThere(entry) ? entry : null);
  const left = () => fleet.groups(isThere);
  const groupAt = ({ place, name }: Pick<FleetGroup, "place" | "name">) =>
    left().find((group) => group.name === name && group.place.cluster === place.cluster && group.place.namespace === place.namespace) ?? null;
  const sized = {
    get size() {
      let size = 0;
      for (const entry of fleet.entries()) if (isThere(entry)) size++;
      return size;
    },
  };
  const hostless: HostlessFleet = Object.assign(sized, {
    ...delegated(fleet),
    *entries() {
      for (const entry of fleet.entries()) if (isThere(entry)) yield entry;
    },
    isThere: (entry: EntryRef) => fleet.isThere(entry) && isThere(entry),
    byUid: (cluster: string, uid: string) => there(fleet.byUid(cluster, uid)),
    byName: (cluster: string, namespace: string, name: string) => there(fleet.byName(cluster, namespace, name)),
    groupOf: (entry: EntryRef) => groupAt(fleet.groupOf(entry)) ?? fleet.groupOf(entry),
    list: (...[query, scope, only]: Parameters<FleetReader["list"]>) => fleet.list(query, scope, both(only)),
    labelled: (cluster: string, namespace: string, labels: LabelSet) => [...fleet.labelled(cluster, namespace, labels)].filter(isThere),
    count: (...[query, scope, only]: Parameters<FleetReader["count"]>) => fleet.count(query, scope, both(only)),
    groups: (only?: Only) => fleet.groups(both(only)),
    group: (cluster: string, namespace: string, name: string) => groupAt({ place: { cluster, namespace }, name }),
    groupsIn: (cluster: string, namespace: string) => left().filter(({ place }) => place.cluster === cluster && place.namespace === namespace),
  });
  return Object.assign(hostless, { hosts: new RecountedHosts(hostless) });
}

/** What is the same of an entry, a group or a cluster that is there, whoever else is. */
function delegated(
  fleet: FleetReader,
): Omit<
  FleetReader,
  "size" | "hosts" | "labelled" | "entries" | "isThere" | "byUid" | "byName" | "groupOf" | "list" | "count" | "groups" | "group" | "groupsIn"
> {
  const { clusters, tables, now, catchUp, namespacesOf, isBack } = fleet;
  return {
    ...{ clusters, tables, now, catchUp, namespacesOf },
    ...(isBack === undefined ? {} : { isBack }),
    need: (...asked) => fleet.need(...asked),
    sees: (...asked) => fleet.sees(...asked),
    worldOf: (cluster) => fleet.worldOf(cluster),
    subscribe: (listener) => fleet.subscribe(listener),
    identityOf: (entry) => fleet.identityOf(entry),
    nameOf: (entry) => fleet.nameOf(entry),
    entry: (entry) => fleet.entry(entry),
    healthStatus: (entry) => fleet.healthStatus(entry),
    row: (entry) => fleet.row(entry),
    verdict: (entry) => fleet.verdict(entry),
    judged: (entry) => fleet.judged(entry),
    facet: (entry, facet) => fleet.facet(entry, facet),
    trait: (entry, trait) => fleet.trait(entry, trait),
    locality: (entry) => fleet.locality(entry),
    time: (entry, key) => fleet.time(entry, key),
    bearing: (entry, mesh) => fleet.bearing(entry, mesh),
    endpoint: (entry) => fleet.endpoint(entry),
    label: (entry, key) => fleet.label(entry, key),
    isSort: (spelled) => fleet.isSort(spelled),
    members: (group) => fleet.members(group),
    troubled: (group) => fleet.troubled(group),
    traits: (group, trait) => fleet.traits(group, trait),
    traitCount: (group, trait, value) => fleet.traitCount(group, trait, value),
    localities: (group) => fleet.localities(group),
    groupRow: (group, sight) => fleet.groupRow(group, sight),
    compareHarm: (a, b) => fleet.compareHarm(a, b),
    harm: (group) => fleet.harm(group),
  };
}
