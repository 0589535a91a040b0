import type { FilterGrammar } from "@/lib/contract/url/filter-term";
import { formatListQuery, type ListQuery, parseListQueryWithGrammar } from "@/lib/contract/url/list-query";
import type { LocalityCounts } from "@/lib/domain/localities/locality-tree";
import type { LocalitiesCounts } from "@/lib/domain/statements/localities";
import type { Facet, WireServiceReference } from "./values";
import { keepClustersAndNamespaces, type ViewDeclaration } from "./view-declaration";

/** The facets of the list of localities. */
export const LOCALITY_FACETS = ["region", "zone"] as const;
export type LocalityFacet = (typeof LOCALITY_FACETS)[number];

export const LOCALITY_FILTER: FilterGrammar<LocalityFacet> = {
  facets: LOCALITY_FACETS,
  compared: [],
  values: {},
  otherNames: new Map<string, LocalityFacet>([["az", "zone"]]),
  otherValues: new Map(),
};

/** Parses the query of the list of localities. */
export function parseLocalitiesQuery(search: URLSearchParams | string): ListQuery<LocalityFacet> {
  return parseListQueryWithGrammar(LOCALITY_FILTER, search);
}

/**
 * A region, zone or subzone with the counts of its members. Each row is followed by the rows within it. "" = not set. `counts`: the number of machines by the
 * code of their state.
 */
export interface LocalityRow extends LocalityCounts {
  /** `LEVEL:REGION/ZONE/SUBZONE` */
  readonly id: string;
  /** `nowhere`: without a locality. `unseen`: Pods whose locality comes from Nodes that are not visible. */
  readonly level: "region" | "zone" | "subzone" | "nowhere" | "unseen";
  readonly region: string;
  readonly zone: string;
  readonly subzone: string;
  /** The share of the total weight, 0 to 1; null = the total weight is 0. */
  readonly share: number | null;
  readonly groups: number;
  readonly hosts: number;
  /** The number of zones of a region, or subzones of a zone, with a name. */
  readonly within: number;
}

/** The sources that the map needs to be complete. */
export const LOCALITIES_VIEW_SOURCES = ["workloadentries", "services", "serviceentries", "workload-pods", "nodes"] as const;

/** Head of "localities". Its rows are LocalityRow. The counts cover all chosen clusters and namespaces and ignore the filter. */
export interface LocalitiesHead extends LocalitiesCounts {
  readonly total: number;
  readonly matched: number;
  readonly facets: readonly Facet[];
  readonly problem: string | null;
  /** Machines without a locality. `withoutZone` includes them. */
  readonly nowhere: number;
  readonly weight: number;
}

export const LOCALITIES_VIEW: ViewDeclaration<LocalitiesHead, LocalityRow> = {
  canonicalQuery: (query) => formatListQuery({ ...parseLocalitiesQuery(query), sort: "" }),
  cost: 150,
  rows: "window",
  rowCount: "matched",
};

/** The kinds of objects that can be in one zone only. */
export type SingleZoneKind = "group" | "host";

/** A service: its host name and the object that defines it. */
export interface DependentService extends WireServiceReference {
  readonly host: string;
}

/** A group or a service whose members are all in one zone. `pods` null = not visible, or a group, which has no Pods. */
export interface SingleZoneRow {
  /** `group:CLUSTER/NAMESPACE/NAME` or `host:CLUSTER/UID/HOST` */
  readonly id: string;
  readonly of: SingleZoneKind;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  /** Set for a service: its host name, and the kind of its object. */
  readonly host: string;
  readonly kind: WireServiceReference["kind"] | null;
  readonly region: string;
  readonly zone: string;
  readonly machines: number;
  readonly serving: number;
  readonly doubted: number;
  readonly pods: number | null;
  readonly podsReady: number;
  readonly weight: number;
  /** Set for a group: the first services that select its machines, and the number of further ones. */
  readonly hosts: readonly DependentService[];
  readonly moreHosts: number;
  /** Set for a service: the first groups that it selects machines of, as NAMESPACE/NAME, and the number of further ones. */
  readonly groups: readonly string[];
  readonly moreGroups: number;
}

/** Head of "single-zone". Its rows are SingleZoneRow: groups by the number of services that select them, services by weight. */
export interface SingleZoneHead {
  readonly total: number;
  readonly matched: number;
  /** `of`: groups or services with members. `two`, `more`: those in two zones, and in more. `untold`: those with members in an unknown zone. */
  readonly of: number;
  readonly two: number;
  readonly more: number;
  readonly untold: number;
}

/** Returns the query of "single-zone" from a kind and the query of the chosen clusters and namespaces. */
export function singleZoneQuery(of: SingleZoneKind, places: string): string {
  const params = new URLSearchParams(places);
  params.set("of", of);
  return params.toString();
}

/** Returns the kind in a query of "single-zone". The default is "group". */
export function parseSingleZoneKind(query: string): SingleZoneKind {
  return new URLSearchParams(query).get("of") === "host" ? "host" : "group";
}

export const SINGLE_ZONE_VIEW: ViewDeclaration<SingleZoneHead, SingleZoneRow> = {
  canonicalQuery: (query) => singleZoneQuery(parseSingleZoneKind(query), keepClustersAndNamespaces(query)),
  cost: 50,
  rows: "window",
  rowCount: "matched",
};
