import type { LocalitiesHead, LocalityRow } from "@/lib/contract/views/localities";
import { type LocalityNode, localityNodeKey } from "@/lib/domain/localities/locality-tree";
import { concentrationOf } from "@/lib/domain/localities/zone-spread";
import { codedCounts } from "@/lib/domain/verdict/state-code";
import type { PlacedHost } from "./placed-hosts";

/** A place as a list has it. `total`: all the weight there is. */
export function placeRow(node: LocalityNode, total: number): LocalityRow {
  const { level, place, counts, groups, hosts, children } = node;
  return {
    id: localityNodeKey(node),
    level,
    ...{ region: place.region, zone: place.zone, subzone: place.subzone },
    ...counts,
    counts: codedCounts(counts.counts),
    share: total > 0 ? counts.weight / total : null,
    ...{ groups, hosts, within: children.filter((child) => (level === "region" ? child.place.zone : child.place.subzone) !== "").length },
  };
}

/** What the map says as a whole. */
export function placesSummary(tree: readonly LocalityNode[], hosts: readonly PlacedHost[]): Omit<LocalitiesHead, "total" | "matched" | "facets" | "problem"> {
  const regions = tree.filter(({ level }) => level === "region");
  const zones = regions.flatMap(({ children }) => children);
  const named = zones.filter(({ place }) => place.zone !== "");
  const sum = (nodes: readonly LocalityNode[], of: "machines" | "pods" | "odd" | "weight") => nodes.reduce((total, { counts }) => total + counts[of], 0);
  const apart = (level: "nowhere" | "unseen") => tree.filter((node) => node.level === level);
  const nowhere = sum(apart("nowhere"), "machines");
  const weight = sum(tree, "weight");
  const found = concentrationOf(
    named.map(({ place, counts }) => ({ zone: place, weight: counts.weight })),
    weight,
  );
  return {
    machines: sum(tree, "machines"),
    pods: sum(tree, "pods"),
    regions: regions.length,
    zones: named.length,
    nowhere,
    withoutZone: nowhere + sum(zones, "machines") - sum(named, "machines"),
    odd: sum(tree, "odd"),
    weight,
    concentration: found && {
      kind: found.kind,
      ...{ region: found.zone.region, zone: found.zone.zone },
      ...{ share: found.share, threshold: found.threshold, zones: found.zones },
    },
    podsUnseen: hosts.filter(({ pods }) => pods === null).reduce((total, { hosts: names }) => total + names.length, 0),
    placesUnseen: sum(apart("unseen"), "pods"),
  };
}
