import { givenLabels } from "@/lib/domain/findings/group-labels";
import { mergePatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { labelOf } from "@/lib/domain/label-set";
import { mergedLabel } from "@/lib/domain/merged-labels";
import { NETWORK_LABEL } from "@/lib/domain/selection/machine";
import type { WorkloadGroup } from "@/lib/domain/workload-group";

/** What a machine knows better than its group. */
const ITS_OWN: ReadonlySet<string> = new Set([
  NETWORK_LABEL,
  "topology.istio.io/locality",
  "service.istio.io/canonical-name",
  "service.istio.io/canonical-revision",
]);

/**
 * A label of the group has another value on the entry: labels of the machine's bundle win over those of the group, at each registration anew
 * (autoregistration/controller.go, mergeLabels).
 */
export const bundleDrift: Rule<"entry"> = {
  code: "STL103",
  name: "bundle-drift",
  subject: "entry",
  severity: "note",
  needs: ["workloadentries", "workloadgroups"],
  detect: (entry, world) => {
    if (entry.registrationGroup === "") return [];
    const group = world.groupOf(entry);
    if (group === null) return [];
    const differing = givenLabels(group).flatMap(([key, value]) => {
      const found = mergedLabel(entry, key);
      return found === undefined || ITS_OWN.has(key) || isGiven(group, key, found) ? [] : [{ key, found, value }];
    });
    if (differing.length === 0) return [];
    const evidence = {
      group: group.name,
      // Neither was ever edited: then only the machine can have said so.
      isMachines: entry.generation === 1 && group.generation === 1 && entry.owner?.uid === group.uid,
      keys: differing.map(({ key }) => key),
      found: differing.map(({ found }) => found),
      wanted: differing.map(({ value }) => value),
    };
    const labels = Object.fromEntries(differing.map(({ key, value }) => [key, value]));
    const patch = mergePatch("WorkloadEntry", entry, { metadata: { labels }, spec: { labels } });
    return [{ objects: [findingObject("WorkloadEntry", entry), findingObject("WorkloadGroup", group)], evidence, patch }];
  },
};

/** A key that stands in both places of a group has one value in a bundle and another in istiod: either is the group's (istioctl/pkg/workload/workload.go). */
function isGiven(group: WorkloadGroup, key: string, value: string): boolean {
  return labelOf(group.entryLabels, key) === value || labelOf(group.template.labels, key) === value;
}
