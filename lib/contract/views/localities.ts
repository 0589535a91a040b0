import type { FilterGrammar } from "@/lib/contract/url/filter-term";
import { type ListQuery, parseListQueryOf } from "@/lib/contract/url/list-query";
import type { LocalityCounts } from "@/lib/domain/localities/locality-tree";
import type { LocalitiesCounts } from "@/lib/domain/statements/localities";
import type { Facet } from "./rows";
import type { WireSelector } from "./services";

/** The facets of the list of places. */
export const LOCALITY_FACETS = ["region", "zone"] as const;
export type LocalityFacet = (typeof LOCALITY_FACETS)[number];

export const LOCALITY_FILTER: FilterGrammar<LocalityFacet> = {
  facets: LOCALITY_FACETS,
  compared: [],
  values: {},
  otherNames: new Map<string, LocalityFacet>([["az", "zone"]]),
  otherValues: new Map(),
};

/** Reads the query of a list of places. */
export function parseLocalitiesQuery(search: URLSearchParams | string): ListQuery<LocalityFacet> {
  return parseListQueryOf(LOCALITY_FILTER, search);
}

/** A region, a zone or a subzone with who is there: from the top down, each with those within it behind it. "" = not set. */
export interface LocalityRow extends LocalityCounts {
  /** `LEVEL:REGION/ZONE/SUBZONE` */
  readonly id: string;
  /** `nowhere`: no locality is said. `unseen`: Pods whose place is told by Nodes that are not visible. */
  readonly level: "region" | "zone" | "subzone" | "nowhere" | "unseen";
  readonly region: string;
  readonly zone: string;
  readonly subzone: string;
  /** Of all the weight, 0 to 1; null where there is none. */
  readonly share: number | null;
  readonly groups: number;
  readonly hosts: number;
  /** How many zones a region has, or subzones a zone, that have a name. */
  readonly within: number;
}

/** Kinds without which something of the map cannot be told. */
export const LOCALITY_SOURCES = ["workloadentries", "services", "serviceentries", "workload-pods", "nodes"] as const;

/** Head of "localities": rows are PlaceRow. Numbers are of all picked clusters and namespaces, whatever the filter. */
export interface LocalitiesHead extends LocalitiesCounts {
  readonly total: number;
  readonly matched: number;
  readonly facets: readonly Facet[];
  readonly problem: string | null;
  /** Machines without a locality; they are counted in `withoutZone` too. */
  readonly nowhere: number;
  readonly weight: number;
}

/** What may lie in one zone only. */
export type SingleZoneKind = "group" | "host";

/** A host by its name and the object that defines it. */
export interface DependentService extends WireSelector {
  readonly host: string;
}

/** A group or a host whose members are all in one zone; `pods` null = not visible, or it has none by its nature. */
export interface SingleZoneRow {
  /** `group:CLUSTER/NAMESPACE/NAME` or `host:CLUSTER/UID/HOST` */
  readonly id: string;
  readonly of: SingleZoneKind;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  /** Of a host: its name and the kind of its object. */
  readonly host: string;
  readonly kind: WireSelector["kind"] | null;
  readonly region: string;
  readonly zone: string;
  readonly machines: number;
  readonly serving: number;
  readonly doubted: number;
  readonly pods: number | null;
  readonly podsReady: number;
  readonly weight: number;
  /** Of a group: hosts that take its machines, the first few, and how many more. */
  readonly hosts: readonly DependentService[];
  readonly moreHosts: number;
  /** Of a host: groups whose machines it takes, as NAMESPACE/NAME, the first few, and how many more. */
  readonly groups: readonly string[];
  readonly moreGroups: number;
}

/** Head of "single-zone": rows are SingleZoneRow, most depended on first. */
export interface SingleZoneHead {
  readonly total: number;
  readonly matched: number;
  /** How many have members at all, and of these how many are in two zones, in more, and of how many it cannot be told. */
  readonly of: number;
  readonly two: number;
  readonly more: number;
  readonly untold: number;
}

/** What the list of those in one zone is asked by: what they are, in which clusters and namespaces. */
export function singleZoneQuery(of: SingleZoneKind, places: string): string {
  const params = new URLSearchParams(places);
  params.set("of", of);
  return params.toString();
}

/** Which of the two is asked for. */
export function singleZoneKind(query: string): SingleZoneKind {
  return new URLSearchParams(query).get("of") === "host" ? "host" : "group";
}
