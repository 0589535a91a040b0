import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { mergedLabel } from "@/lib/domain/merged-labels";
import { replicaOf } from "@/lib/domain/timing";
import { isHeldConnection } from "@/lib/domain/verdict";

/** The label by which an entry says that its proxy takes HBONE. */
const TUNNEL = "networking.istio.io/tunnel";

/**
 * In an ambient mesh the entry does not say that its machine takes HBONE: istiod writes that at the registration only, since 1.30.3, so entries of
 * before an upgrade lack it, and ambient callers do not tunnel to them (pilot/pkg/autoregistration/controller.go; istio/istio#60788).
 */
export const tunnelLabelMissing: Rule<"entry"> = {
  code: "STL123",
  name: "tunnel-label-missing",
  subject: "entry",
  severity: "note",
  needs: ["workloadentries", "istiod-pods"],
  noPatchBecause: "whether the machine's proxy takes HBONE is in its bundle, and istiod writes the label when it registers anew",
  detect: (entry, world) => {
    if (entry.registrationGroup === "" || mergedLabel(entry, TUNNEL) !== undefined) return [];
    const replica = replicaOf(entry, world.world);
    const ambient = replica === null ? undefined : world.world.meshes.get(replica.revision || "default")?.ambient;
    if (ambient === undefined || ambient.kind !== "known" || !ambient.value) return [];
    if (!isHeldConnection(world.verdict(entry).connection.kind)) return [];
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence: { group: entry.registrationGroup, revision: replica?.revision ?? "" } }];
  },
};
