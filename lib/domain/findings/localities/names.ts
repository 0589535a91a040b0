import type { FindingsWorld, LocalityInUse } from "@/lib/domain/findings/findings-world";
import { entryLocality } from "@/lib/domain/findings/in-use";
import { findingMergePatch } from "@/lib/domain/findings/patch";
import { type AnyRule, type DetectedFinding, findingObject, type Rule } from "@/lib/domain/findings/rule";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { localitySentByIstiod, parseLocality } from "@/lib/domain/localities/locality";

function isRegionOnly({ region, zone, subzone }: LocalityInUse): boolean {
  return region !== "" && zone === "" && subzone === "";
}

/** Returns the regions of the Nodes whose zone has this name. */
function nodeRegions(name: string, world: FindingsWorld): readonly string[] {
  const nodes = [...world.mesh.settings.nodeLocalities.values()].map(parseLocality);
  return [...new Set(nodes.filter(({ zone }) => zone === name).map(({ region }) => region))].sort();
}

function regionOnlyFound({ region, machines }: LocalityInUse, regions: readonly string[]): DetectedFinding {
  return { objects: [findingObject("Locality", { namespace: "", name: region })], evidence: { region, machines, ...(regions.length > 0 && { regions }) } };
}

/**
 * The template of a group has a locality, but a machine of the group has none. The machine's own value overrides that of the template, also if it is empty
 * (pilot/pkg/autoregistration/controller.go workloadEntryFromGroup, istio/istio#37485).
 */
export const localityLost: Rule<"entry"> = {
  code: "STL406",
  name: "locality-lost",
  subject: "entry",
  severity: "warning",
  needs: ["workloadgroups"],
  isNamespaceLocal: true,
  detect: (entry, world) => {
    if (entryLocality(entry, world) !== "") return [];
    const group = world.groupOf(entry);
    const meant = group === null ? "" : templateLocality(group, world);
    if (group === null || meant === "") return [];
    const objects = [findingObject("WorkloadEntry", entry), findingObject("WorkloadGroup", group)];
    const evidence = { group: group.name, meant };
    // Every version of istiod reads the field, in ambient mode too. The label counts since 1.29 (docs/istio.md#locality, #ambient).
    return [{ objects, evidence, patch: findingMergePatch("WorkloadEntry", entry, { spec: { locality: meant } }) }];
  },
};

/** Returns the locality that the group's template sets by its field or its labels, without parts that Istio drops. */
function templateLocality({ template, entryLabels }: WorkloadGroup, world: FindingsWorld): string {
  return localitySentByIstiod(entryLocality({ locality: template.locality, specLabels: template.labels, metadataLabels: entryLabels }, world));
}

/**
 * A locality has more than three parts. Istio drops all parts after the third, so that localities which differ only there are equal for it
 * (pkg/model/proxy.go ConvertLocality).
 */
export const localityOfFourParts: Rule<"entry"> = {
  code: "STL407",
  name: "locality-of-four-parts",
  subject: "entry",
  severity: "note",
  needs: ["workloadentries"],
  isNamespaceLocal: true,
  detect: (entry, world) => {
    const written = entryLocality(entry, world);
    const { region, zone, subzone, dropped } = parseLocality(written);
    if (dropped === "") return [];
    const kept = `${region}/${zone}/${subzone}`;
    const { namespace, name } = entry;
    const patch = { kind: "WorkloadEntry", namespace, name, type: "merge", body: { spec: { locality: kept } } } as const;
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence: { written, kept, dropped }, patch }];
  },
};

/**
 * A locality has an empty part before a written one: a subzone without a zone, or a zone without a region. Istio compares empty parts as equal, also
 * of localities that have nothing else in common (pilot/pkg/networking/util/util.go LbPriority).
 */
export const localityWithAGap: Rule<"entry"> = {
  code: "STL408",
  name: "locality-with-a-gap",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  isNamespaceLocal: true,
  noPatchBecause: "which region or zone is meant only the machine's owner knows",
  detect: (entry, world) => {
    const written = entryLocality(entry, world);
    const { region, zone, subzone } = parseLocality(written);
    const missing = region === "" && (zone !== "" || subzone !== "") ? "region" : zone === "" && subzone !== "" ? "zone" : null;
    return missing === null ? [] : [{ objects: [findingObject("WorkloadEntry", entry)], evidence: { written, missing } }];
  },
};

/**
 * One zone name exists in two regions. Istio compares zones within their region only, so that machines of one building may count as being in two
 * regions (pilot/pkg/networking/util/util.go LbPriority).
 */
export const zoneInTwoRegions: Rule<"place"> = {
  code: "STL409",
  name: "zone-in-two-regions",
  subject: "place",
  severity: "warning",
  needs: ["workloadentries"],
  betterWith: ["nodes"],
  noPatchBecause: "in which region the zone is only its owner knows",
  detect: (place, world) => {
    if (place.zone === "" || place.region === "") return [];
    const ofEntries = world.placesInUse().filter(({ zone, region }) => zone === place.zone && region !== "");
    const nodes = [...world.mesh.settings.nodeLocalities.values()].map(parseLocality).filter(({ zone, region }) => zone === place.zone && region !== "");
    const regions = [...new Set([...ofEntries, ...nodes].map(({ region }) => region))].sort();
    const first = [...ofEntries].sort((a, b) => (zoneOrder(a) < zoneOrder(b) ? -1 : 1))[0];
    // The fault is reported once, at the first locality with the zone.
    if (regions.length < 2 || first === undefined || zoneOrder(first) !== zoneOrder(place)) return [];
    const machines = ofEntries.reduce((sum, one) => sum + one.machines, 0);
    const objects = regions.map((region) => findingObject("Locality", { namespace: "", name: `${region}/${place.zone}` }));
    return [{ of: place.zone, objects, evidence: { zone: place.zone, regions, machines } }];
  },
};

function zoneOrder({
  region,
  zone,
  subzone,
  dropped,
}: {
  readonly region: string;
  readonly zone: string;
  readonly subzone: string;
  readonly dropped: string;
}): string {
  return JSON.stringify([region, zone, subzone, dropped]);
}

/** Machines have a region and no zone, as with the locality `us-east-1a`: Istio reads the first part as the region (pkg/model/proxy.go ConvertLocality). */
export const regionWithoutZone: Rule<"place"> = {
  code: "STL411",
  name: "region-without-zone",
  subject: "place",
  severity: "note",
  needs: ["workloadentries"],
  refutedBy: () => ["nodes"],
  noPatchBecause: "whether the value is a region or a zone only the machines' owner knows",
  detect: (place, world) => (isRegionOnly(place) && nodeRegions(place.region, world).length === 0 ? [regionOnlyFound(place, [])] : []),
};

/**
 * Machines have a region and no zone, and a Node has this region's name as its zone: to callers in that zone, these machines are in another region.
 */
export const zoneAsRegion: Rule<"place"> = {
  code: "STL412",
  name: "zone-as-region",
  subject: "place",
  severity: "warning",
  needs: ["workloadentries", "nodes"],
  noPatchBecause: "a locality is written in several places, and which one istiod reads differs by machine",
  detect: (place, world) => {
    const regions = isRegionOnly(place) ? nodeRegions(place.region, world) : [];
    return regions.length === 0 ? [] : [regionOnlyFound(place, regions)];
  },
};

/** Rules about the text of a locality. */
export const LOCALITY_NAME_RULES: readonly AnyRule[] = [localityLost, localityOfFourParts, localityWithAGap, zoneInTwoRegions, regionWithoutZone, zoneAsRegion];
