import { markPatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { isRevisionStarting, runningRevisions } from "@/lib/domain/findings/running-revisions";
import { labelOf } from "@/lib/domain/label-set";
import { REVISION_LABEL } from "@/lib/domain/selection/machine";

/**
 * The ServiceEntry is labelled for a revision that no istiod runs as: every istiod passes over it, and its hosts exist for nobody. Of a Kubernetes
 * Service the label says nothing (pkg/config/model.go LabelsInRevision, pilot/pkg/config/kube/crdclient/client.go).
 */
export const hostOfRevisionNotRunning: Rule<"host"> = {
  code: "STL390",
  name: "host-of-revision-not-running",
  subject: "host",
  severity: "error",
  needs: ["serviceentries", "istiod-pods"],
  detect: ({ selector, hosts }, world) => {
    const revision = selector.kind === "ServiceEntry" ? (labelOf(selector.labels, REVISION_LABEL) ?? "") : "";
    if (revision === "") return [];
    const running = runningRevisions(world.world);
    if (running === null) return { cannotTell: ["istiod-pods"] };
    if (running.length === 0 || running.includes(revision)) return [];
    const isStarting = isRevisionStarting(world.world, revision);
    const patch = markPatch("ServiceEntry", selector, { marks: "labels", key: REVISION_LABEL, value: null });
    return [{ objects: [findingObject("ServiceEntry", selector)], evidence: { revision, running, isStarting, hosts }, ...(!isStarting && { patch }) }];
  },
};
