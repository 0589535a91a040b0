import type { FindingsWorld, PlaceInUse } from "@/lib/domain/findings/findings-world";
import { type Detected, findingObject } from "@/lib/domain/findings/rule";
import { parseLocality } from "@/lib/domain/locality";

export function isRegionOnly({ region, zone, subzone }: PlaceInUse): boolean {
  return region !== "" && zone === "" && subzone === "";
}

/** The regions of the Nodes whose zone has this name. */
export function nodeRegions(name: string, world: FindingsWorld): readonly string[] {
  const nodes = [...world.mesh.settings.nodeLocalities.values()].map(parseLocality);
  return [...new Set(nodes.filter(({ zone }) => zone === name).map(({ region }) => region))].sort();
}

export function regionOnlyFound({ region, machines }: PlaceInUse, regions: readonly string[]): Detected {
  return { objects: [findingObject("Locality", { namespace: "", name: region })], evidence: { region, machines, ...(regions.length > 0 && { regions }) } };
}
