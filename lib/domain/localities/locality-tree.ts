import { compareEmptyLast } from "@/lib/domain/object/compare-text";
import { addToList } from "@/lib/domain/object/multimap";
import { parseLocality } from "./locality";

/** The locality of a machine or a Pod as Istio computes it: three parts, "" = not set. Istio drops further parts (docs/istio.md#locality). */
export interface LocalityParts {
  readonly region: string;
  readonly zone: string;
  readonly subzone: string;
}

/** The locality of machines and Pods without one. */
export const NO_LOCALITY: LocalityParts = { region: "", zone: "", subzone: "" };

/** Returns the three parts of a locality. Texts that differ in the fourth part only are equal (docs/istio.md#locality). */
export function localityPartsOf(locality: string): LocalityParts {
  const { region, zone, subzone } = parseLocality(locality);
  return { region, zone, subzone };
}

/** Returns true for a locality with more than three parts. Istio drops the others (docs/istio.md#locality). */
export function hasDroppedLocalityParts(locality: string): boolean {
  return parseLocality(locality).dropped !== "";
}

/** Returns the key of a locality: all three parts with slashes, which no part can have. */
export function localityKey({ region, zone, subzone }: LocalityParts): string {
  return `${region}/${zone}/${subzone}`;
}

/** Returns true if no part of a locality is set. */
export function hasNoLocality({ region, zone, subzone }: LocalityParts): boolean {
  return region === "" && zone === "" && subzone === "";
}

/** Returns the zone of a locality; null = none. Zones of the same name in two regions are two zones (docs/istio.md#failover). */
export function zoneOfLocality({ region, zone }: LocalityParts): LocalityParts | null {
  return zone === "" ? null : { region, zone, subzone: "" };
}

/** The counts of one locality. `counts`: the numbers of machines by state, in the order of the calling code. */
export interface LocalityCounts {
  readonly machines: number;
  readonly counts: readonly number[];
  /** Healthy machines that are unverified. */
  readonly unvouched: number;
  readonly serving: number;
  /** Unverified machines that istiod sends to callers. */
  readonly doubted: number;
  /** Machines with a fourth part, which Istio drops (docs/istio.md#locality). */
  readonly odd: number;
  readonly pods: number;
  /** Pods that istiod sends to callers as healthy. */
  readonly podsReady: number;
  /** The weights of the machines that istiod sends, and 1 for each ready Pod. */
  readonly weight: number;
}

/**
 * Machines and Pods of one locality, for example those of one group. `place`: null = the locality is not visible, because only hidden Nodes show it.
 */
export interface MembersOfLocality {
  readonly place: LocalityParts | null;
  readonly counts: LocalityCounts;
  /** The keys of groups and services. Each key counts once in every node of the tree. */
  readonly groups: Iterable<string>;
  readonly hosts: Iterable<string>;
}

/** The kinds of nodes. `nowhere`: machines and Pods without a locality. `unseen`: those whose locality is not visible. */
type LocalityLevel = "region" | "zone" | "subzone" | "nowhere" | "unseen";

/** A region with its zones, a zone with its subzones, or another single locality. */
export interface LocalityNode {
  readonly level: LocalityLevel;
  readonly place: LocalityParts;
  readonly counts: LocalityCounts;
  readonly groups: number;
  readonly hosts: number;
  readonly children: readonly LocalityNode[];
}

/** The counts of an empty locality. */
export const ZERO_LOCALITY_COUNTS: LocalityCounts = { machines: 0, counts: [], unvouched: 0, serving: 0, doubted: 0, odd: 0, pods: 0, podsReady: 0, weight: 0 };

/** Returns the sum of counts. The list of counts by state is as long as the longest in `all`. */
function sumLocalityCounts(all: Iterable<LocalityCounts>): LocalityCounts {
  const counts: number[] = [];
  const sum = { machines: 0, unvouched: 0, serving: 0, doubted: 0, odd: 0, pods: 0, podsReady: 0, weight: 0 };
  for (const one of all) {
    for (const [at, count] of one.counts.entries()) counts[at] = (counts[at] ?? 0) + count;
    for (const key of SUMMED) sum[key] += one[key];
  }
  return { ...sum, counts };
}

const SUMMED = ["machines", "unvouched", "serving", "doubted", "odd", "pods", "podsReady", "weight"] as const satisfies readonly (keyof LocalityCounts)[];

/**
 * Returns the regions by name, each with its zones. A zone has subzones if a machine in it has one. A machine with only a region is in a zone without
 * a name. Machines without a locality and hidden localities are last.
 */
export function localityTree(shares: Iterable<MembersOfLocality>): readonly LocalityNode[] {
  const byLevel = new Map<string, MembersOfLocality[]>();
  for (const share of shares) addToList(byLevel, levelOf(share.place), share);
  const placed = grouped(byLevel.get("region") ?? [], "region").map(([region, inRegion]) => regionNode(region, inRegion));
  const apart = (["nowhere", "unseen"] as const).flatMap((level) => {
    const here = byLevel.get(level);
    return here === undefined ? [] : [nodeOf(level, { region: "", zone: "", subzone: "" }, here)];
  });
  return [...placed, ...apart];
}

/** Returns every node of the tree before its children, which is the order of a table. */
export function flatLocalities(nodes: readonly LocalityNode[]): readonly LocalityNode[] {
  return nodes.flatMap((node) => [node, ...flatLocalities(node.children)]);
}

/** Returns the key of a node. Equal localities of one level have equal keys. */
export function localityNodeKey({ level, place }: Pick<LocalityNode, "level" | "place">): string {
  return `${level}:${localityKey(place)}`;
}

function levelOf(place: LocalityParts | null): "region" | "nowhere" | "unseen" {
  if (place === null) return "unseen";
  return hasNoLocality(place) ? "nowhere" : "region";
}

function regionNode(region: string, shares: readonly MembersOfLocality[]): LocalityNode {
  const zones = grouped(shares, "zone").map(([zone, inZone]) => {
    const place = { region, zone, subzone: "" };
    const subzones = grouped(inZone, "subzone").map(([subzone, there]) => nodeOf("subzone", { ...place, subzone }, there));
    return nodeOf("zone", place, inZone, subzones.some((node) => node.place.subzone !== "") ? subzones : []);
  });
  return nodeOf("region", { region, zone: "", subzone: "" }, shares, zones);
}

function nodeOf(level: LocalityLevel, place: LocalityParts, shares: readonly MembersOfLocality[], children: readonly LocalityNode[] = []): LocalityNode {
  const counts = sumLocalityCounts(shares.map((share) => share.counts));
  const groups = new Set<string>();
  const hosts = new Set<string>();
  for (const share of shares) {
    for (const group of share.groups) groups.add(group);
    for (const host of share.hosts) hosts.add(host);
  }
  return { level, place, counts, groups: groups.size, hosts: hosts.size, children };
}

/** Returns members by one part of their locality, from A to Z. Members without this part are last. */
function grouped(shares: readonly MembersOfLocality[], part: keyof LocalityParts): readonly (readonly [string, readonly MembersOfLocality[]])[] {
  const byPart = new Map<string, MembersOfLocality[]>();
  for (const share of shares) addToList(byPart, share.place?.[part] ?? "", share);
  return [...byPart].sort(([a], [b]) => compareEmptyLast(a, b));
}
