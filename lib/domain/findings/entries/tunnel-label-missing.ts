import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { mergedLabel } from "@/lib/domain/merged-labels";
import { behaviourOf } from "@/lib/domain/mesh/istiod-behaviours";
import { replicaOf } from "@/lib/domain/timing";
import { isHeldConnection } from "@/lib/domain/verdict";

/** The label by which an entry says that its proxy takes HBONE. */
const TUNNEL = "networking.istio.io/tunnel";

/**
 * In an ambient mesh the entry lacks the label by which ambient callers tunnel to its machine. istiod writes it at the registration only, by its version: older
 * entries lack it (pilot/pkg/autoregistration/controller.go).
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
    const facts = replica === null ? undefined : world.world.meshes.get(replica.revision || "default");
    if (facts === undefined || facts.ambient.kind !== "known" || !facts.ambient.value) return [];
    if (!isHeldConnection(world.verdict(entry).connection.kind)) return [];
    const versions = [facts.istioVersion.kind === "denied" ? null : facts.istioVersion.value, ...facts.otherVersions];
    const writes = behaviourOf("writesTunnelLabel", versions);
    const evidence = {
      ...{ group: entry.registrationGroup, revision: replica?.revision ?? "" },
      ...{ version: versions.flatMap((version) => version || []).join(", "), writes: writes === null ? "unknown" : writes ? "yes" : "no" },
    };
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence }];
  },
};
