import * as z from "zod/mini";
import type { FilterGrammar } from "./filter-term";
import { WireSelector } from "./hosts";
import { type ListQuery, parseListQueryOf } from "./list-query";
import { Facet, StateCounts } from "./rows";

/** The facets of the list of places. */
export const PLACE_FACETS = ["region", "zone"] as const;
export type PlaceFacet = (typeof PLACE_FACETS)[number];

export const PLACE_FILTER: FilterGrammar<PlaceFacet> = {
  facets: PLACE_FACETS,
  compared: [],
  values: {},
  otherNames: new Map<string, PlaceFacet>([["az", "zone"]]),
  otherValues: new Map(),
};

/** Reads the query of a list of places. */
export function parsePlacesQuery(search: URLSearchParams | string): ListQuery<PlaceFacet> {
  return parseListQueryOf(PLACE_FILTER, search);
}

const share = z.nullable(z.number());

/** A region, a zone or a subzone with who is there: from the top down, each with those within it behind it. "" = not set. */
export const PlaceRow = z.object({
  /** `LEVEL:REGION/ZONE/SUBZONE` */
  id: z.string(),
  /** `nowhere`: no locality is said. `unseen`: Pods whose place is told by Nodes that are not visible. */
  level: z.enum(["region", "zone", "subzone", "nowhere", "unseen"]),
  region: z.string(),
  zone: z.string(),
  subzone: z.string(),
  machines: z.number(),
  /** Machines by the codes of states. */
  counts: StateCounts,
  unvouched: z.number(),
  serving: z.number(),
  doubted: z.number(),
  /** Machines that wrote a fourth part, which Istio drops. */
  odd: z.number(),
  pods: z.number(),
  podsReady: z.number(),
  /** Of the machines that Istio sends and the Pods that are ready; its share of all the weight, 0 to 1, null where there is none. */
  weight: z.number(),
  share,
  groups: z.number(),
  hosts: z.number(),
  /** How many zones a region has, or subzones a zone, that have a name. */
  within: z.number(),
});
export type PlaceRow = z.infer<typeof PlaceRow>;

/** Kinds without which something of the map cannot be told. */
export const PLACE_SOURCES = ["workloadentries", "services", "serviceentries", "workload-pods", "nodes"] as const;

/** Head of "localities": rows are PlaceRow. Numbers are of all picked clusters and namespaces, whatever the filter. */
export const LocalitiesHead = z.object({
  total: z.number(),
  matched: z.number(),
  facets: z.array(Facet),
  problem: z.nullable(z.string()),
  machines: z.number(),
  /** Pods that answer for hosts which also select machines, as far as they are visible. */
  pods: z.number(),
  regions: z.number(),
  zones: z.number(),
  /** Machines without a locality, machines that say no zone (those included), and machines whose fourth part Istio drops. */
  nowhere: z.number(),
  withoutZone: z.number(),
  odd: z.number(),
  weight: z.number(),
  /** How the weight lies in zones; null = no zone carries any. */
  concentration: z.nullable(
    z.object({
      kind: z.enum(["single", "concentrated", "spread"]),
      region: z.string(),
      zone: z.string(),
      share: z.number(),
      threshold: z.number(),
      zones: z.number(),
    }),
  ),
  /** Hosts whose Pods are not visible: how many Pods answer for them, and where, is not told. */
  podsUnseen: z.number(),
  /** Pods whose place is told by Nodes that are not visible. */
  placesUnseen: z.number(),
});
export type LocalitiesHead = z.infer<typeof LocalitiesHead>;

/** What may lie in one zone only. */
const SINGLE_ZONE_KINDS = ["group", "host"] as const;
export type SingleZoneKind = (typeof SINGLE_ZONE_KINDS)[number];

/** A host by its name and the object that defines it. */
const DependentHost = z.object({ ...WireSelector.shape, host: z.string() });
export type DependentHost = z.infer<typeof DependentHost>;

/** A group or a host whose members are all in one zone; `pods` null = not visible, or it has none by its nature. */
export const SingleZoneRow = z.object({
  /** `group:CLUSTER/NAMESPACE/NAME` or `host:CLUSTER/UID/HOST` */
  id: z.string(),
  of: z.enum(SINGLE_ZONE_KINDS),
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  /** Of a host: its name and the kind of its object. */
  host: z.string(),
  kind: z.nullable(WireSelector.shape.kind),
  region: z.string(),
  zone: z.string(),
  machines: z.number(),
  serving: z.number(),
  doubted: z.number(),
  pods: z.nullable(z.number()),
  podsReady: z.number(),
  weight: z.number(),
  /** Of a group: hosts that take its machines, the first few, and how many more. */
  hosts: z.array(DependentHost),
  moreHosts: z.number(),
  /** Of a host: groups whose machines it takes, as NAMESPACE/NAME, the first few, and how many more. */
  groups: z.array(z.string()),
  moreGroups: z.number(),
});
export type SingleZoneRow = z.infer<typeof SingleZoneRow>;

/** Head of "single-zone": rows are SingleZoneRow, most depended on first. */
export const SingleZoneHead = z.object({
  total: z.number(),
  matched: z.number(),
  /** How many have members at all, and of these how many are in two zones, in more, and of how many it cannot be told. */
  of: z.number(),
  two: z.number(),
  more: z.number(),
  untold: z.number(),
});
export type SingleZoneHead = z.infer<typeof SingleZoneHead>;

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
