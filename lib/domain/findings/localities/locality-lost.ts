import type { FindingsWorld } from "@/lib/domain/findings/findings-world";
import { localityRead } from "@/lib/domain/findings/in-use";
import { mergePatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { sentLocality } from "@/lib/domain/locality";
import type { WorkloadGroup } from "@/lib/domain/workload-group";

/**
 * A group's template has a locality, and a machine of it has none: istiod takes the machine's own over the template's, an empty one too
 * (pilot/pkg/autoregistration/controller.go workloadEntryFromGroup, istio/istio#37485).
 */
export const localityLost: Rule<"entry"> = {
  code: "STL406",
  name: "locality-lost",
  subject: "entry",
  severity: "warning",
  needs: ["workloadgroups"],
  detect: (entry, world) => {
    if (localityRead(entry, world) !== "") return [];
    const group = world.groupOf(entry);
    const meant = group === null ? "" : templateLocality(group, world);
    if (group === null || meant === "") return [];
    const objects = [findingObject("WorkloadEntry", entry), findingObject("WorkloadGroup", group)];
    const evidence = { group: group.name, meant };
    // Every version of istiod reads the field, ambient too; a label counts from 1.29 (docs/istio.md#locality, #ambient).
    return [{ objects, evidence, patch: mergePatch("WorkloadEntry", entry, { spec: { locality: meant } }) }];
  },
};

/** As it is written, or as labels of the template give it, in as many parts as count. */
function templateLocality({ template, entryLabels }: WorkloadGroup, world: FindingsWorld): string {
  return sentLocality(localityRead({ locality: template.locality, specLabels: template.labels, metadataLabels: entryLabels }, world));
}
