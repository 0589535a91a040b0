import { markPatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { isRevisionStarting, runningRevisions } from "@/lib/domain/findings/running-revisions";
import { REVISION_LABEL } from "@/lib/domain/selection/machine";

/**
 * The group itself is labelled for a revision that no istiod runs as: no istiod knows it, and a machine that registers is refused as if there were no
 * such group (pkg/config/model.go LabelsInRevision; pilot/pkg/autoregistration/controller.go: "cannot find WorkloadGroup").
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
    const isStarting = isRevisionStarting(world.world, group.revision);
    const evidence = { revision: group.revision, running, isStarting, machines: world.memberCount(group) };
    const patch = markPatch("WorkloadGroup", group, { marks: "labels", key: REVISION_LABEL, value: null });
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence, ...(!isStarting && { patch }) }];
  },
};
