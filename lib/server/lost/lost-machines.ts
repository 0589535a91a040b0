import { EMPTY_FACET_VALUE } from "@/lib/contract/url/filter-term";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import type { WhatIfQuery } from "@/lib/contract/views/what-if";
import { formatLocality, localitySentByIstiod } from "@/lib/domain/localities/locality";
import type { Scope } from "@/lib/domain/source/scope";
import { isInLostParts, type LostPart } from "@/lib/domain/what-if/lost-part";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { sightOf } from "@/lib/server/fleet/group-sight";
import { pickedPlace } from "@/lib/server/fleet/picked-place";

/** The machines in sight that are lost, and what else could be. */
export interface LostMachines {
  /** By the group that they are counted in. */
  readonly byGroup: ReadonlyMap<FleetGroup, readonly EntryRef[]>;
  readonly all: ReadonlySet<EntryRef>;
  /** How many machines are in each place ("REGION/ZONE") and network. */
  readonly places: ReadonlyMap<string, number>;
  readonly networks: ReadonlyMap<string, number>;
}

/** Looks at every machine in sight once: its place and network decide, or that a filter chooses it. */
export function lostMachines(fleet: FleetReader, scope: Scope, query: WhatIfQuery): LostMachines {
  const chosen = chosenBySets(fleet, scope, query);
  const mayBe = quickTest(query.parts);
  const byGroup = new Map<FleetGroup, readonly EntryRef[]>();
  const all = new Set<EntryRef>();
  const [places, networks] = [new Map<string, number>(), new Map<string, number>()];
  for (const record of fleet.groups()) {
    if (!sightOf(scope, record).machines || !pickedPlace(query, record.place.cluster, record.place.namespace)) continue;
    const lost: EntryRef[] = [];
    for (const entry of fleet.members(record)) {
      const [region, zone, network] = [regionOf(fleet, entry), fleet.trait(entry, "zone"), fleet.trait(entry, "network")];
      count(places, `${region}/${zone}`);
      count(networks, network);
      if (chosen.has(entry) || (mayBe(region, zone, network) ?? isInPlace(fleet, entry, query.parts))) lost.push(entry);
    }
    if (lost.length > 0) byGroup.set(record, lost);
    for (const entry of lost) all.add(entry);
  }
  return { byGroup, all, places: summed(places), networks };
}

/** The locality without its subzone; "/z" = a zone without a region, "" = none. */
export function placeOfMachine(fleet: FleetReader, entry: EntryRef): string {
  return formatLocality({ region: regionOf(fleet, entry), zone: fleet.trait(entry, "zone"), subzone: "" });
}

function regionOf(fleet: FleetReader, entry: EntryRef): string {
  const region = fleet.facet(entry, "region");
  return region === EMPTY_FACET_VALUE ? "" : region;
}

/** What a fleet keeps of every machine tells most of them apart: null = only the whole entry does. */
function quickTest(parts: readonly LostPart[]): (region: string, zone: string, network: string) => boolean | null {
  const quick = (part: LostPart, region: string, zone: string, network: string): boolean | null => {
    if (part.kind === "set") return false;
    if (part.kind === "network") return part.network === network;
    // A region may be called what a fleet calls none.
    if (part.region !== region) return region === "" && part.region === EMPTY_FACET_VALUE ? null : false;
    if (part.region === "" && region === "") return null;
    if (part.kind === "region") return true;
    if (part.zone !== zone) return false;
    return part.kind === "zone" ? true : null;
  };
  return (region, zone, network) => {
    const answers = parts.map((part) => quick(part, region, zone, network));
    return answers.includes(true) || (answers.includes(null) ? null : false);
  };
}

function isInPlace(fleet: FleetReader, entry: EntryRef, parts: readonly LostPart[]): boolean {
  return isInLostParts(parts, { locality: fleet.locality(entry), network: fleet.trait(entry, "network") });
}

function chosenBySets(fleet: FleetReader, scope: Scope, { parts, clusters, namespaces }: WhatIfQuery): ReadonlySet<EntryRef> {
  const chosen = new Set<EntryRef>();
  for (const part of parts) {
    if (part.kind !== "set") continue;
    const list = fleet.list({ ...parseMachinesQuery(new URLSearchParams({ q: part.query })), clusters, namespaces }, scope);
    for (const entry of list.slice(0, list.matched)) chosen.add(entry);
    list.close();
  }
  return chosen;
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Machines by the text of their locality. */
function summed(pairs: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [pair, machines] of pairs) {
    const place = localitySentByIstiod(pair);
    places.set(place, (places.get(place) ?? 0) + machines);
  }
  return places;
}
