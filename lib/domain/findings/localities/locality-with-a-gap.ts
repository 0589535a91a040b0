import { localityRead } from "@/lib/domain/findings/in-use";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { parseLocality } from "@/lib/domain/locality";

/** A locality has an empty part before one that is written: a subzone without a zone, or a zone without a region. Places that have nothing else in common are equal by it (pilot/pkg/networking/util/util.go LbPriority). */
export const localityWithAGap: Rule<"entry"> = {
  code: "STL408",
  name: "locality-with-a-gap",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  noPatchBecause: "which region or zone is meant only the machine's owner knows",
  detect: (entry, world) => {
    const written = localityRead(entry, world);
    const { region, zone, subzone } = parseLocality(written);
    const missing = region === "" && (zone !== "" || subzone !== "") ? "region" : zone === "" && subzone !== "" ? "zone" : null;
    return missing === null ? [] : [{ objects: [findingObject("WorkloadEntry", entry)], evidence: { written, missing } }];
  },
};
