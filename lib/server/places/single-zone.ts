import type { DependentService, SingleZoneHead, SingleZoneRow } from "@/lib/contract/views/localities";
import { type LocalityParts, localityPartsOf } from "@/lib/domain/localities/locality-tree";
import { type MemberCountAt, type ZoneSpread, zoneSpread } from "@/lib/domain/localities/zone-spread";
import { compareText } from "@/lib/domain/object/compare-text";
import { addToList } from "@/lib/domain/object/multimap";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader, SeenGroup } from "@/lib/server/fleet/fleet-reader";
import { groupKey } from "./group-key";
import type { PlacedHost } from "./placed-hosts";

/** So many hosts or groups stand in a row; of the rest their number. */
const FEW = 3;

/** Those that are in one zone only, most depended on first, and how many zones the others are in. */
export interface SingleZone {
  readonly counts: Pick<SingleZoneHead, "of" | "two" | "more" | "untold">;
  readonly rows: readonly SingleZoneRow[];
}

interface Spread<Of> {
  readonly of: Of;
  readonly spread: ZoneSpread;
}

/** The groups in sight whose machines are all in one zone: those first that most hosts take machines of. */
export function singleZoneGroups(fleet: FleetReader, groups: readonly SeenGroup[], hosts: readonly PlacedHost[]): SingleZone {
  const named = groups.filter(({ record, sight }) => sight.machines && record.name !== "").map(({ record }) => record);
  const spreads = named.map((group) => ({ of: group, spread: zoneSpread(membersOf(fleet, group)) }));
  const takers = takersOf(hosts);
  return {
    counts: countsOf(spreads),
    rows: inOneZone(spreads)
      .map(({ of, zone }) => groupRow(fleet, of, zone, takers.get(groupKey(of)) ?? []))
      .sort(byDependence),
  };
}

/** The hosts in sight all of whose machines and Pods are in one zone: those first that carry most weight. */
export function singleZoneHosts(hosts: readonly PlacedHost[]): SingleZone {
  const spreads = hosts.flatMap((placed) => {
    const spread = zoneSpread(membersOfHost(placed));
    return placed.hosts.map((host) => ({ of: { placed, host }, spread }));
  });
  return {
    counts: countsOf(spreads),
    rows: inOneZone(spreads)
      .map(({ of, zone }) => hostRow(of.placed, of.host, zone))
      .sort(byDependence),
  };
}

function membersOf(fleet: FleetReader, group: FleetGroup): readonly MemberCountAt[] {
  return fleet.localities(group).map(({ locality, machines }) => ({ place: localityPartsOf(locality), count: machines }));
}

/** Pods that cannot be seen may be anywhere. */
function membersOfHost({ here, pods }: PlacedHost): readonly MemberCountAt[] {
  const seen = here.map(({ place, machines, pods: count }) => ({ place, count: machines + count }));
  return pods === null ? [...seen, { place: null, count: 1 }] : seen;
}

function countsOf(spreads: readonly Spread<unknown>[]): SingleZone["counts"] {
  const having = spreads.map(({ spread }) => spread).filter(({ kind }) => kind !== "nobody");
  const two = having.filter((spread) => spread.kind === "several" && spread.zones === 2).length;
  const several = having.filter(({ kind }) => kind === "several").length;
  return { of: having.length, two, more: several - two, untold: having.filter(({ kind }) => kind === "untold").length };
}

function inOneZone<Of>(spreads: readonly Spread<Of>[]): readonly { readonly of: Of; readonly zone: LocalityParts }[] {
  return spreads.flatMap(({ of, spread }) => (spread.kind === "one" ? [{ of, zone: spread.zone }] : []));
}

function takersOf(hosts: readonly PlacedHost[]): ReadonlyMap<string, readonly PlacedHost[]> {
  const takers = new Map<string, PlacedHost[]>();
  for (const host of hosts) for (const group of host.groups.keys()) addToList(takers, group, host);
  return takers;
}

function groupRow(fleet: FleetReader, group: FleetGroup, { region, zone }: LocalityParts, takers: readonly PlacedHost[]): SingleZoneRow {
  const { cluster, namespace } = group.place;
  const hosts = takers.flatMap(({ object, hosts: names }) => names.map((host) => dependentHost(object, host))).sort((a, b) => compareText(a.host, b.host));
  const weight = fleet.localities(group).reduce((sum, here) => sum + here.weight, 0);
  return {
    ...{ id: `group:${groupKey(group)}`, of: "group", cluster, namespace, name: group.name, host: "", kind: null, region, zone },
    ...{ machines: group.members.size, serving: group.serving, doubted: group.doubted, pods: null, podsReady: 0, weight },
    ...{ hosts: hosts.slice(0, FEW), moreHosts: Math.max(0, hosts.length - FEW), groups: [], moreGroups: 0 },
  };
}

function hostRow({ object, here, groups, pods }: PlacedHost, host: string, { region, zone }: LocalityParts): SingleZoneRow {
  const { cluster, uid, selector } = object;
  const sum = (of: "machines" | "serving" | "doubted" | "pods" | "podsReady" | "weight") => here.reduce((total, members) => total + members[of], 0);
  const names = [...groups.values()].flatMap(({ place, name }) => (name === "" ? [] : [`${place.namespace}/${name}`])).sort();
  return {
    ...{ id: `host:${cluster}/${uid}/${host}`, of: "host", cluster, namespace: selector.namespace, name: selector.name, host, kind: selector.kind },
    ...{ region, zone, machines: sum("machines"), serving: sum("serving"), doubted: sum("doubted") },
    ...{ pods: pods === null ? null : sum("pods"), podsReady: sum("podsReady"), weight: sum("weight") },
    ...{ hosts: [], moreHosts: 0, groups: names.slice(0, FEW), moreGroups: Math.max(0, names.length - FEW) },
  };
}

function dependentHost({ selector: { kind, namespace, name } }: PlacedHost["object"], host: string): DependentService {
  return { kind, namespace, name, host };
}

/** By how many hosts depend on it, then by the weight that goes with it; of equal ones by place and name. */
function byDependence(a: SingleZoneRow, b: SingleZoneRow): number {
  const dependents = ({ hosts, moreHosts }: SingleZoneRow) => hosts.length + moreHosts;
  return dependents(b) - dependents(a) || b.weight - a.weight || b.machines - a.machines || compareText(a.id, b.id);
}
