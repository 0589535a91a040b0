import { givenLabels } from "@/lib/domain/findings/group-labels";
import { mergePatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { labelOf } from "@/lib/domain/label-set";
import { isLabelValue, isTagKey } from "@/lib/domain/preview/names";
import type { WorkloadGroup } from "@/lib/domain/workload-group";

const PLACE_LABEL = "topology.istio.io/locality";

/**
 * The group gives its entries a label that the API server takes of no object: istiod copies it, the entry is refused, and with it the machine. The
 * group itself passes, as Istio checks neither its template's labels nor the length of a value (pkg/config/validation/validation.go).
 */
export const labelRefused: Rule<"group"> = {
  code: "STL209",
  name: "label-refused",
  subject: "group",
  severity: "error",
  needs: ["workloadgroups"],
  detect: (group) => {
    const refused = givenLabels(group).filter(([key, value]) => !isTagKey(key) || !isLabelValue(value));
    if (refused.length === 0) return [];
    const evidence = { keys: refused.map(([key]) => key), values: refused.map(([, value]) => value) };
    const patch = mergePatch("WorkloadGroup", group, { spec: bodyOf(group, refused) });
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence, patch }];
  },
};

function bodyOf({ entryLabels, template }: WorkloadGroup, refused: readonly (readonly [string, string])[]): Record<string, unknown> {
  const inPlace = (labels: WorkloadGroup["entryLabels"]) =>
    Object.fromEntries(refused.filter(([key]) => labelOf(labels, key) !== undefined).map(([key, value]) => [key, mended(key, value)]));
  const [metadata, inTemplate] = [inPlace(entryLabels), inPlace(template.labels)];
  return {
    ...(Object.keys(metadata).length > 0 ? { metadata: { labels: metadata } } : {}),
    ...(Object.keys(inTemplate).length > 0 ? { template: { labels: inTemplate } } : {}),
  };
}

/** In a label a place has dots for slashes (pkg/model/proxy.go); everything else goes. */
function mended(key: string, value: string): string | null {
  const dotted = value.replaceAll("/", ".");
  return key === PLACE_LABEL && isLabelValue(dotted) ? dotted : null;
}
