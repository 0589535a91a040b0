import { mergePatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { labelOf } from "@/lib/domain/label-set";

/**
 * One label stands in `template.labels` and in `spec.metadata.labels` with different values: a bundle takes the first, istiod the second, so machines
 * of one group have the one or the other (istioctl/pkg/workload/workload.go; pilot/pkg/autoregistration/controller.go, mergeLabels).
 */
export const labelInBothPlaces: Rule<"group"> = {
  code: "STL208",
  name: "label-in-both-places",
  subject: "group",
  severity: "warning",
  needs: ["workloadgroups"],
  detect: (group, world) => {
    const { entryLabels, template } = group;
    const both = template.labels.flatMap(([key, inTemplate]) => {
      const inMetadata = labelOf(entryLabels, key);
      return inMetadata === undefined || inMetadata === inTemplate ? [] : [{ key, inTemplate, inMetadata }];
    });
    if (both.length === 0) return [];
    const evidence = {
      keys: both.map(({ key }) => key),
      inTemplate: both.map(({ inTemplate }) => inTemplate),
      inMetadata: both.map(({ inMetadata }) => inMetadata),
    };
    const labels = Object.fromEntries(both.map(({ key }) => [key, null]));
    // A registered machine can have either value, and the selectors may ask for the one that the patch takes away.
    const machines = world.memberCount(group);
    const patch = machines > 0 ? {} : { patch: mergePatch("WorkloadGroup", group, { spec: { template: { labels } } }) };
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence: { ...evidence, machines }, ...patch }];
  },
};
