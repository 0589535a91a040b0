import { markPatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { isRevisionStarting, runningRevisions } from "@/lib/domain/findings/running-revisions";
import { labelOf } from "@/lib/domain/label-set";
import { REVISION_LABEL } from "@/lib/domain/selection/machine";

/**
 * The entry is labelled for a revision that no istiod runs as: every istiod passes over an object whose label names another revision, so nobody is
 * sent the machine (pkg/config/model.go LabelsInRevision, pilot/pkg/config/kube/crdclient/client.go).
 */
export const revisionNotRunning: Rule<"entry"> = {
  code: "STL122",
  name: "revision-not-running",
  subject: "entry",
  severity: "error",
  needs: ["workloadentries", "istiod-pods"],
  detect: (entry, world) => {
    const revision = labelOf(entry.metadataLabels, REVISION_LABEL) ?? "";
    if (revision === "") return [];
    const running = runningRevisions(world.world);
    if (running === null) return { cannotTell: ["istiod-pods"] };
    if (running.length === 0 || running.includes(revision)) return [];
    const isStarting = isRevisionStarting(world.world, revision);
    const patch = markPatch("WorkloadEntry", entry, { marks: "labels", key: REVISION_LABEL, value: null });
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence: { revision, running, isStarting }, ...(!isStarting && { patch }) }];
  },
};
