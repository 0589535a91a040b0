import { groupEntryLabels } from "@/lib/domain/findings/group-labels";
import { findingMergePatch, metadataPatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { mayRevisionBeStarting, runningRevisions } from "@/lib/domain/findings/running-revisions";
import { valueOfLabel } from "@/lib/domain/object/label-set";
import { REVISION_LABEL } from "@/lib/domain/selection/workload";

/**
 * The group gives its entries the label of a revision that no istiod runs. istiod creates these entries and then ignores them, so it does not send the machines
 * (pkg/config/model.go LabelsInRevision, pilot/pkg/config/kube/crdclient/client.go).
 */
export const entriesOfRevisionNotRunning: Rule<"group"> = {
  code: "STL213",
  name: "entries-of-revision-not-running",
  subject: "group",
  severity: "error",
  needs: ["workloadgroups", "istiod-pods"],
  detect: (group, world) => {
    const revision = valueOfLabel(groupEntryLabels(group), REVISION_LABEL) ?? "";
    if (revision === "") return [];
    const running = runningRevisions(world.world);
    if (running === null) return { cannotTell: ["istiod-pods"] };
    if (running.length === 0 || running.includes(revision)) return [];
    const isStarting = mayRevisionBeStarting(world.world, revision);
    const labels = { [REVISION_LABEL]: null };
    const patch = findingMergePatch("WorkloadGroup", group, { spec: { metadata: { labels }, template: { labels } } });
    return [
      {
        objects: [findingObject("WorkloadGroup", group)],
        evidence: { revision, running, isStarting, machines: world.memberCount(group) },
        ...(!isStarting && { patch }),
      },
    ];
  },
};

/**
 * The group has the label of a revision that no istiod runs. No istiod reads the group, and rejects a machine that registers as if the group did not
 * exist (pkg/config/model.go LabelsInRevision; pilot/pkg/autoregistration/controller.go: "cannot find WorkloadGroup").
 */
export const groupOfRevisionNotRunning: Rule<"group"> = {
  code: "STL214",
  name: "group-of-revision-not-running",
  subject: "group",
  severity: "error",
  needs: ["workloadgroups", "istiod-pods"],
  detect: (group, world) => {
    if (group.revision === "") return [];
    const running = runningRevisions(world.world);
    if (running === null) return { cannotTell: ["istiod-pods"] };
    if (running.length === 0 || running.includes(group.revision)) return [];
    const isStarting = mayRevisionBeStarting(world.world, group.revision);
    const evidence = { revision: group.revision, running, isStarting, machines: world.memberCount(group) };
    const patch = metadataPatch("WorkloadGroup", group, { marks: "labels", key: REVISION_LABEL, value: null });
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence, ...(!isStarting && { patch }) }];
  },
};

/** Rules about the revision that a group names. */
export const GROUP_REVISION_RULES: readonly Rule<"group">[] = [entriesOfRevisionNotRunning, groupOfRevisionNotRunning];
