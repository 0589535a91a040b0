import { givenLabels } from "@/lib/domain/findings/group-labels";
import { mergePatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { isRevisionStarting, runningRevisions } from "@/lib/domain/findings/running-revisions";
import { labelOf } from "@/lib/domain/label-set";
import { REVISION_LABEL } from "@/lib/domain/selection/machine";

/**
 * The group labels its entries for a revision that no istiod runs as: they are made, and every istiod passes over them, so that nobody is sent these
 * machines (pkg/config/model.go LabelsInRevision, pilot/pkg/config/kube/crdclient/client.go).
 */
export const entriesOfRevisionNotRunning: Rule<"group"> = {
  code: "STL213",
  name: "entries-of-revision-not-running",
  subject: "group",
  severity: "error",
  needs: ["workloadgroups", "istiod-pods"],
  detect: (group, world) => {
    const revision = labelOf(givenLabels(group), REVISION_LABEL) ?? "";
    if (revision === "") return [];
    const running = runningRevisions(world.world);
    if (running === null) return { cannotTell: ["istiod-pods"] };
    if (running.length === 0 || running.includes(revision)) return [];
    const isStarting = isRevisionStarting(world.world, revision);
    const labels = { [REVISION_LABEL]: null };
    const patch = mergePatch("WorkloadGroup", group, { spec: { metadata: { labels }, template: { labels } } });
    return [
      {
        objects: [findingObject("WorkloadGroup", group)],
        evidence: { revision, running, isStarting, machines: world.memberCount(group) },
        ...(!isStarting && { patch }),
      },
    ];
  },
};
