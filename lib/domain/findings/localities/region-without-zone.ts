import type { Rule } from "@/lib/domain/findings/rule";
import { isRegionOnly, nodeRegions, regionOnlyFound } from "./shared-region-only";

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
