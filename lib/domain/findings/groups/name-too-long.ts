import { mergePatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { labelOf } from "@/lib/domain/label-set";

/** The longest value of a label. */
const LONGEST = 63;
const CANONICAL_NAME = "service.istio.io/canonical-name";
/** Labels that a bundle takes the canonical name from, the first one first; else it is the group's name (istioctl/pkg/workload/workload.go). */
const NAMING = [CANONICAL_NAME, "app.kubernetes.io/name", "app"];

/**
 * The group's name is longer than a label's value may be, and no label gives another: a bundle makes it the machine's label, and the API server then
 * refuses the entry (pkg/kube/labels/labels.go does not cut it).
 */
export const nameTooLong: Rule<"group"> = {
  code: "STL201",
  name: "name-too-long",
  subject: "group",
  severity: "error",
  needs: ["workloadgroups"],
  detect: (group) => {
    const { name, entryLabels, template } = group;
    if (name.length <= LONGEST || NAMING.some((key) => labelOf(entryLabels, key) !== undefined || labelOf(template.labels, key) !== undefined)) return [];
    const label = name.slice(0, LONGEST).replace(/[^a-zA-Z0-9]+$/, "");
    const patch = mergePatch("WorkloadGroup", group, { spec: { metadata: { labels: { [CANONICAL_NAME]: label } } } });
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence: { letters: name.length, label }, patch }];
  },
};
