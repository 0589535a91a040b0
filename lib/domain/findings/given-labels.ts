import { type LabelSet, labelSet } from "@/lib/domain/label-set";
import type { WorkloadGroup } from "@/lib/domain/workload-group";

/** The label of a machine's place, which istiod takes off the entry where a machine has labels of its own. */
const PLACE_LABEL = "istio-locality";

/** The labels that istiod gives to the entries of a group: `template.labels`, over them `spec.metadata.labels` (autoregistration/controller.go, mergeLabels). */
export function givenLabels({ entryLabels, template }: Pick<WorkloadGroup, "entryLabels" | "template">): LabelSet {
  return labelSet(new Map([...template.labels, ...entryLabels])).filter(([key]) => key !== PLACE_LABEL);
}
