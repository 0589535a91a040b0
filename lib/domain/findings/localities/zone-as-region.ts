import type { Rule } from "@/lib/domain/findings/rule";
import { isRegionOnly, nodeRegions, regionOnlyFound } from "./shared-region-only";

/** The same as `region-without-zone`, if a Node has the value as its zone: to callers in that zone, these machines are in another region. */
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
