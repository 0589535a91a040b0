import { splitMisplacedKeyPath } from "@/lib/domain/entry/istio-keys";
import { parseIstiodStatus } from "@/lib/domain/entry/istiod-status";
import { mergedLabel } from "@/lib/domain/entry/workload-entry";
import { conditionEvidence, findIstiodCondition, misplacedKeysEvidence, reportAgeEvidence } from "@/lib/domain/findings/evidence";
import { metadataPatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { mayRevisionBeStarting, runningRevisions } from "@/lib/domain/findings/running-revisions";
import { hasBehaviourInVersions } from "@/lib/domain/mesh/istiod-behaviours";
import { valueOfLabel } from "@/lib/domain/object/label-set";
import { REVISION_LABEL } from "@/lib/domain/selection/workload";
import { replicaOfEntry } from "@/lib/domain/verdict/timing";
import { isOpenConnection } from "@/lib/domain/verdict/verdict";

/**
 * The entry has the label of a revision that no istiod runs. istiod ignores an object whose label names another revision, so it does not send the machine
 * (pkg/config/model.go LabelsInRevision, pilot/pkg/config/kube/crdclient/client.go).
 */
export const revisionNotRunning: Rule<"entry"> = {
  code: "STL122",
  name: "revision-not-running",
  subject: "entry",
  severity: "error",
  needs: ["workloadentries", "istiod-pods"],
  detect: (entry, world) => {
    const revision = valueOfLabel(entry.metadataLabels, REVISION_LABEL) ?? "";
    if (revision === "") return [];
    const running = runningRevisions(world.world);
    if (running === null) return { cannotTell: ["istiod-pods"] };
    if (running.length === 0 || running.includes(revision)) return [];
    const isStarting = mayRevisionBeStarting(world.world, revision);
    const patch = metadataPatch("WorkloadEntry", entry, { marks: "labels", key: REVISION_LABEL, value: null });
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence: { revision, running, isStarting }, ...(!isStarting && { patch }) }];
  },
};

/** The label that istiod writes on an entry whose proxy accepts HBONE. */
const TUNNEL_LABEL = "networking.istio.io/tunnel";

/**
 * In an ambient mesh the entry does not have the label that makes ambient callers tunnel to its machine (HBONE). istiod writes the label at
 * registration only, and not in all versions, so that older entries do not have it (pilot/pkg/autoregistration/controller.go).
 */
export const tunnelLabelMissing: Rule<"entry"> = {
  code: "STL123",
  name: "tunnel-label-missing",
  subject: "entry",
  severity: "note",
  needs: ["workloadentries", "istiod-pods"],
  noPatchBecause: "whether the machine's proxy takes HBONE is in its bundle, and istiod writes the label when it registers anew",
  detect: (entry, world) => {
    if (entry.registrationGroup === "" || mergedLabel(entry, TUNNEL_LABEL) !== undefined) return [];
    const replica = replicaOfEntry(entry, world.world);
    const facts = replica === null ? undefined : world.world.meshes.get(replica.revision || "default");
    if (facts === undefined || facts.ambient.kind !== "known" || !facts.ambient.value) return [];
    if (!isOpenConnection(world.verdict(entry).connection.kind)) return [];
    const versions = [facts.istioVersion.kind === "denied" ? null : facts.istioVersion.value, ...facts.otherVersions];
    const writes = hasBehaviourInVersions("writesTunnelLabel", versions);
    const evidence = {
      ...{ group: entry.registrationGroup, revision: replica?.revision ?? "" },
      ...{ version: versions.flatMap((version) => version || []).join(", "), writes: writes === null ? "unknown" : writes ? "yes" : "no" },
    };
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence }];
  },
};

/**
 * A label that Istio reads is written as an annotation, or the reverse, so Istio ignores it. If the group has the same key in that field, STL217 finds the
 * group.
 */
export const misplacedKey: Rule<"entry"> = {
  code: "STL129",
  name: "misplaced-key",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  betterWith: ["workloadgroups"],
  noPatchBecause: "the value was never in use, and only its owner knows if it is still meant",
  detect: (entry, world) => {
    if (entry.misplacedKeys === "") return [];
    const ofGroup = (world.groupOf(entry)?.misplacedKeys ?? []).map((path) => splitMisplacedKeyPath(path, "WorkloadEntry").key);
    const own = entry.misplacedKeys.split(" ").filter((path) => !ofGroup.includes(splitMisplacedKeyPath(path, "WorkloadEntry").key));
    const evidence = misplacedKeysEvidence(own, () => "WorkloadEntry");
    return evidence === null ? [] : [{ objects: [findingObject("WorkloadEntry", entry)], evidence }];
  },
};

/** istiod reports that an entry uses a waypoint that it cannot use (condition `istio.io/WaypointBound`, on entries since 1.31; istio#59993). */
export const machineWaypointNotBound: Rule<"entry"> = {
  code: "STL131",
  name: "machine-waypoint-not-bound",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  noPatchBecause: "the cause is the waypoint or its namespace, and only their owner can change it",
  detect: (entry) => {
    const condition = findIstiodCondition(entry.istiodStatus, "WaypointBound", "False");
    return condition === null ? [] : [{ objects: [findingObject("WorkloadEntry", entry)], evidence: conditionEvidence(condition) }];
  },
};

/** istiod's analysis has a message about an entry (`status.validationMessages`, pkg/config/analysis). */
export const machineAnalysisMessage: Rule<"entry"> = {
  code: "STL132",
  name: "machine-analysis-message",
  subject: "entry",
  severity: "note",
  needs: ["workloadentries"],
  noPatchBecause: "Istio describes the cure of each message in its documentation",
  detect: (entry) => {
    const found = parseIstiodStatus(entry.istiodStatus).messages.map(({ code, level, isOlder }) => ({
      of: code,
      objects: [findingObject("WorkloadEntry", entry)],
      evidence: { message: code, level, age: reportAgeEvidence(isOlder) },
    }));
    return [...new Map(found.map((one) => [one.of, one])).values()];
  },
};

/** Rules about the labels and annotations of an entry, and about its status. */
export const ENTRY_LABEL_AND_STATUS_RULES: readonly Rule<"entry">[] = [
  revisionNotRunning,
  tunnelLabelMissing,
  misplacedKey,
  machineWaypointNotBound,
  machineAnalysisMessage,
];
