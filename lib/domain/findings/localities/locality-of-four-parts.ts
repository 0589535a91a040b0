import { localityRead } from "@/lib/domain/findings/in-use";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { parseLocality } from "@/lib/domain/locality";

/** A locality has more than three parts: Istio drops the fourth and what follows, so that nothing tells these places apart (pkg/model/proxy.go ConvertLocality). */
export const localityOfFourParts: Rule<"entry"> = {
  code: "STL407",
  name: "locality-of-four-parts",
  subject: "entry",
  severity: "note",
  needs: ["workloadentries"],
  detect: (entry, world) => {
    const written = localityRead(entry, world);
    const { region, zone, subzone, dropped } = parseLocality(written);
    if (dropped === "") return [];
    const kept = `${region}/${zone}/${subzone}`;
    const { namespace, name } = entry;
    const patch = { kind: "WorkloadEntry", namespace, name, type: "merge", body: { spec: { locality: kept } } } as const;
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence: { written, kept, dropped }, patch }];
  },
};
