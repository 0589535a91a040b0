import { misplacedKeysEvidence } from "@/lib/domain/findings/evidence";
import { groupEntryLabels, labelOverlap } from "@/lib/domain/findings/group-labels";
import { findingMergePatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { valueOfLabel } from "@/lib/domain/object/label-set";
import { isLabelKey, isLabelValue } from "@/lib/domain/preview/names";

/**
 * Several groups of a namespace give their entries the same labels. No Service, ServiceEntry or policy can separate their machines, because all of them select
 * by labels (pilot/pkg/serviceregistry/serviceentry/controller.go). The first group has the finding.
 */
export const sameLabels: Rule<"group"> = {
  code: "STL206",
  name: "same-labels",
  subject: "group",
  severity: "warning",
  needs: ["workloadgroups"],
  isNamespaceLocal: true,
  noPatchBecause: "what tells two groups apart is known to whoever wrote them",
  detect: (group, world) => {
    const same = world.groupsIn(group.namespace).filter((other) => labelOverlap(group, other) === "same");
    if (same.length < 2 || same[0]?.name !== group.name) return [];
    return [{ objects: same.map((one) => findingObject("WorkloadGroup", one)), evidence: { groups: same.map(({ name }) => name) } }];
  },
};

/**
 * Other groups of the namespace have all labels of this one, and more. A selector for the labels of this group matches their machines too
 * (pkg/config/labels/instance.go, SubsetOf).
 */
export const nestedLabels: Rule<"group"> = {
  code: "STL207",
  name: "nested-labels",
  subject: "group",
  severity: "note",
  needs: ["workloadgroups"],
  isNamespaceLocal: true,
  noPatchBecause: "it is wanted as often as not: machines of a new version have the labels of the old ones and one more",
  detect: (group, world) => {
    const wider = world.groupsIn(group.namespace).filter((other) => other.name !== group.name && labelOverlap(group, other) === "within");
    if (wider.length === 0) return [];
    const labels = groupEntryLabels(group).map(([key, value]) => `${key}=${value}`);
    return [{ objects: [group, ...wider].map((one) => findingObject("WorkloadGroup", one)), evidence: { labels, groups: wider.map(({ name }) => name) } }];
  },
};

/**
 * A label has different values in `template.labels` and `spec.metadata.labels`. A bundle has the first, istiod uses the second, so machines of one group have
 * different values (istioctl/pkg/workload/workload.go; pilot/pkg/autoregistration/controller.go, mergeLabels).
 */
export const labelInBothPlaces: Rule<"group"> = {
  code: "STL208",
  name: "label-in-both-places",
  subject: "group",
  severity: "warning",
  needs: ["workloadgroups"],
  isNamespaceLocal: true,
  detect: (group, world) => {
    const { entryLabels, template } = group;
    const both = template.labels.flatMap(([key, inTemplate]) => {
      const inMetadata = valueOfLabel(entryLabels, key);
      return inMetadata === undefined || inMetadata === inTemplate ? [] : [{ key, inTemplate, inMetadata }];
    });
    if (both.length === 0) return [];
    const evidence = {
      keys: both.map(({ key }) => key),
      inTemplate: both.map(({ inTemplate }) => inTemplate),
      inMetadata: both.map(({ inMetadata }) => inMetadata),
    };
    const labels = Object.fromEntries(both.map(({ key }) => [key, null]));
    // A registered machine can have either value of the label, and a selector may need the value that the patch removes.
    const machines = world.memberCount(group);
    const patch = machines > 0 ? {} : { patch: findingMergePatch("WorkloadGroup", group, { spec: { template: { labels } } }) };
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence: { ...evidence, machines }, ...patch }];
  },
};

const LOCALITY_LABEL = "topology.istio.io/locality";

/**
 * The group gives its entries a label that the API server rejects. istiod copies it, so the entry is rejected and the machine cannot join. The group itself is
 * accepted: Istio checks neither the labels of its template nor the length of a value (pkg/config/validation/validation.go).
 */
export const labelRefused: Rule<"group"> = {
  code: "STL209",
  name: "label-refused",
  subject: "group",
  severity: "error",
  needs: ["workloadgroups"],
  isNamespaceLocal: true,
  detect: (group) => {
    const refused = groupEntryLabels(group).filter(([key, value]) => !isLabelKey(key) || !isLabelValue(value));
    if (refused.length === 0) return [];
    const evidence = { keys: refused.map(([key]) => key), values: refused.map(([, value]) => value) };
    const patch = findingMergePatch("WorkloadGroup", group, { spec: patchBody(group, refused) });
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence, patch }];
  },
};

function patchBody({ entryLabels, template }: WorkloadGroup, refused: readonly (readonly [string, string])[]): Record<string, unknown> {
  const inPlace = (labels: WorkloadGroup["entryLabels"]) =>
    Object.fromEntries(refused.filter(([key]) => valueOfLabel(labels, key) !== undefined).map(([key, value]) => [key, acceptedValue(key, value)]));
  const [metadata, inTemplate] = [inPlace(entryLabels), inPlace(template.labels)];
  return {
    ...(Object.keys(metadata).length > 0 ? { metadata: { labels: metadata } } : {}),
    ...(Object.keys(inTemplate).length > 0 ? { template: { labels: inTemplate } } : {}),
  };
}

/**
 * Returns the value that the patch writes for a rejected label: a locality with dots instead of slashes (pkg/model/proxy.go); null = the patch
 * removes the label.
 */
function acceptedValue(key: string, value: string): string | null {
  const dotted = value.replaceAll("/", ".");
  return key === LOCALITY_LABEL && isLabelValue(dotted) ? dotted : null;
}

/**
 * A label that Istio reads is written as an annotation, or the reverse, on a group, so that Istio ignores it: a key of the group itself, or one that
 * its entries get from `spec.metadata` and the template.
 */
export const misplacedKeyOfGroup: Rule<"group"> = {
  code: "STL217",
  name: "misplaced-key-of-group",
  subject: "group",
  severity: "warning",
  needs: ["workloadgroups"],
  noPatchBecause: "the value was never in use, and only its owner knows if it is still meant",
  detect: (group) => {
    const evidence = misplacedKeysEvidence(group.misplacedKeys, (path) => (path.startsWith("spec.") ? "WorkloadEntry" : "WorkloadGroup"));
    return evidence === null ? [] : [{ objects: [findingObject("WorkloadGroup", group)], evidence }];
  },
};

/** Rules about the labels that a group gives its entries. */
export const GROUP_LABEL_RULES: readonly Rule<"group">[] = [sameLabels, nestedLabels, labelInBothPlaces, labelRefused, misplacedKeyOfGroup];
