import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { parseLocality } from "@/lib/domain/locality";

/**
 * One name of a zone stands under two regions: a zone is compared within its region only, so that machines of one building may be as far apart as two
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
    const first = [...ofEntries].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))[0];
    // Told once, by the first of its places.
    if (regions.length < 2 || first === undefined || orderOf(first) !== orderOf(place)) return [];
    const machines = ofEntries.reduce((sum, one) => sum + one.machines, 0);
    const objects = regions.map((region) => findingObject("Locality", { namespace: "", name: `${region}/${place.zone}` }));
    return [{ of: place.zone, objects, evidence: { zone: place.zone, regions, machines } }];
  },
};

function orderOf({
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
