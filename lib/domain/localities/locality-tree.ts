import { compareEmptyLast } from "@/lib/domain/object/compare-text";
import { addTo } from "@/lib/domain/object/multimap";
import { parseLocality } from "./locality";

/**
 * Where a machine or a Pod is, as Istio computes it: three parts, "" = not set. What stands behind the third part is not among them (docs/istio.md#locality).
 */
export interface LocalityParts {
  readonly region: string;
  readonly zone: string;
  readonly subzone: string;
}

/** The place of whoever says none. */
export const NO_LOCALITY: LocalityParts = { region: "", zone: "", subzone: "" };

/** The place that the text of a locality stands for: two texts that differ in the fourth part only are one place (docs/istio.md#locality). */
export function localityPartsOf(locality: string): LocalityParts {
  const { region, zone, subzone } = parseLocality(locality);
  return { region, zone, subzone };
}

/** Does a locality have more than three parts? Istio drops what is behind them (docs/istio.md#locality). */
export function isMalformedLocality(locality: string): boolean {
  return parseLocality(locality).dropped !== "";
}

/** Equal places have equal keys: all three parts, with slashes, which no part can have. */
export function localityKey({ region, zone, subzone }: LocalityParts): string {
  return `${region}/${zone}/${subzone}`;
}

/** Has nobody said where this is? */
export function hasNoLocality({ region, zone, subzone }: LocalityParts): boolean {
  return region === "" && zone === "" && subzone === "";
}

/** The zone that a place is in, a place of its own; null where none is said. Zones of one name in two regions are two (docs/istio.md#failover). */
export function zoneOfLocality({ region, zone }: LocalityParts): LocalityParts | null {
  return zone === "" ? null : { region, zone, subzone: "" };
}

/** Who is at a place. `counts`: machines by state, in one order that whoever asks keeps. */
export interface LocalityCounts {
  readonly machines: number;
  readonly counts: readonly number[];
  /** How many of the healthy nobody can vouch for. */
  readonly unvouched: number;
  readonly serving: number;
  /** Istio serves them, but nobody can vouch for them. */
  readonly doubted: number;
  /** How many wrote a fourth part, which Istio drops (docs/istio.md#locality). */
  readonly odd: number;
  readonly pods: number;
  /** Those that callers are sent as healthy. */
  readonly podsReady: number;
  /** The weights of the machines that Istio sends, and 1 for each Pod that is ready. */
  readonly weight: number;
}

/** Some of those at one place: of one group, say. `place` null = not visible, as only their Nodes tell it. */
export interface LocalityShare {
  readonly place: LocalityParts | null;
  readonly counts: LocalityCounts;
  /** Groups and hosts by a key of theirs: each counts once, wherever its members are. */
  readonly groups: Iterable<string>;
  readonly hosts: Iterable<string>;
}

/** `nowhere`: no locality is said, which is a place too. `unseen`: the place is not visible. */
type LocalityLevel = "region" | "zone" | "subzone" | "nowhere" | "unseen";

/** A region with its zones, a zone with its subzones, or a place of its own. */
export interface LocalityNode {
  readonly level: LocalityLevel;
  readonly place: LocalityParts;
  readonly counts: LocalityCounts;
  readonly groups: number;
  readonly hosts: number;
  readonly children: readonly LocalityNode[];
}

/** Nobody. */
export const NO_COUNTS: LocalityCounts = { machines: 0, counts: [], unvouched: 0, serving: 0, doubted: 0, odd: 0, pods: 0, podsReady: 0, weight: 0 };

/** The sum of counts; those by state are as long as the longest. */
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
 * Regions by name, each with its zones; a zone has subzones where somebody in it says one. Whoever says a region and no zone is in a zone without a
 * name. No locality, and places that are not visible, come last.
 */
export function localityTree(shares: Iterable<LocalityShare>): readonly LocalityNode[] {
  const byLevel = new Map<string, LocalityShare[]>();
  for (const share of shares) addTo(byLevel, levelOf(share.place), share);
  const placed = grouped(byLevel.get("region") ?? [], "region").map(([region, inRegion]) => regionNode(region, inRegion));
  const apart = (["nowhere", "unseen"] as const).flatMap((level) => {
    const here = byLevel.get(level);
    return here === undefined ? [] : [nodeOf(level, { region: "", zone: "", subzone: "" }, here)];
  });
  return [...placed, ...apart];
}

/** Every node with those within it, from the top down: the order of a table. */
export function flatLocalities(nodes: readonly LocalityNode[]): readonly LocalityNode[] {
  return nodes.flatMap((node) => [node, ...flatLocalities(node.children)]);
}

/** The key of a node: equal for equal places of one level. */
export function localityNodeKey({ level, place }: Pick<LocalityNode, "level" | "place">): string {
  return `${level}:${localityKey(place)}`;
}

function levelOf(place: LocalityParts | null): "region" | "nowhere" | "unseen" {
  if (place === null) return "unseen";
  return hasNoLocality(place) ? "nowhere" : "region";
}

function regionNode(region: string, shares: readonly LocalityShare[]): LocalityNode {
  const zones = grouped(shares, "zone").map(([zone, inZone]) => {
    const place = { region, zone, subzone: "" };
    const subzones = grouped(inZone, "subzone").map(([subzone, there]) => nodeOf("subzone", { ...place, subzone }, there));
    return nodeOf("zone", place, inZone, subzones.some((node) => node.place.subzone !== "") ? subzones : []);
  });
  return nodeOf("region", { region, zone: "", subzone: "" }, shares, zones);
}

function nodeOf(level: LocalityLevel, place: LocalityParts, shares: readonly LocalityShare[], children: readonly LocalityNode[] = []): LocalityNode {
  const counts = sumLocalityCounts(shares.map((share) => share.counts));
  const groups = new Set<string>();
  const hosts = new Set<string>();
  for (const share of shares) {
    for (const group of share.groups) groups.add(group);
    for (const host of share.hosts) hosts.add(host);
  }
  return { level, place, counts, groups: groups.size, hosts: hosts.size, children };
}

/** By one part, from A to Z; those that do not say it last. */
function grouped(shares: readonly LocalityShare[], part: keyof LocalityParts): readonly (readonly [string, readonly LocalityShare[]])[] {
  const byPart = new Map<string, LocalityShare[]>();
  for (const share of shares) addTo(byPart, share.place?.[part] ?? "", share);
  return [...byPart].sort(([a], [b]) => compareEmptyLast(a, b));
}
